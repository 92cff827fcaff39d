import type { ErrorCode, YAMLError } from 'yaml';
import { type OffsetProblem, tooDeepMessage } from '../placed-data.ts';
import { lineAt, shorten, toSentence, toSpaces } from '../text-line.ts';
import { explainDeeperLine, explainIndent, isTabbed, tabProblem } from './yaml-indent.ts';
import { type Explain, findContentAbove, showWith, toMistake } from './yaml-mistake.ts';
import {
  explainBlockHeader,
  explainBlockText,
  explainCloser,
  explainColonInValue,
  explainEmptyLine,
  explainEscape,
  explainInBrackets,
  explainOpenBracket,
  explainOpenQuote,
  explainSign,
} from './yaml-values.ts';

const explainTab: Explain = ({ text, code, offset }) =>
  code === 'TAB_AS_INDENT' || isTabbed(lineAt(text, offset)) ? tabProblem(offset) : undefined;

const explainDocuments: Explain = ({ code, offset }) => {
  const message = 'The file contains more than one YAML document.';
  if (code !== 'MULTIPLE_DOCS') return undefined;
  return { code: 'YAML_SYNTAX', message, hint: 'Keep one, without "---" lines.', offset };
};

const explainDepth: Explain = ({ code, offset }) => {
  const message = tooDeepMessage;
  return code === 'RESOURCE_EXHAUSTION' ? { code: 'FILE_TOO_DEEP', message, offset } : undefined;
};

/** `-role: user` */
const explainGluedDash: Explain = ({ text, line }) => {
  const rest = /^ *-([^\s-].*)$/.exec(line.text)?.[1];
  if (rest === undefined) return undefined;
  const isItem = /^[A-Za-z_][\w-]*:(?:\s|$)/.test(rest) || findContentAbove(text, line)?.dashes[0] === line.indent;
  if (!isItem) return undefined;
  const message = 'A space is missing after the dash.';
  const hint = `Put a space after the dash: - ${shorten(rest.trim())}`;
  return { code: 'YAML_SYNTAX', message, hint, offset: line.start + line.indent };
};

/** `role:user` */
const explainGluedColon: Explain = ({ line, column }) => {
  if (line.key !== undefined || column > line.contentAt) return undefined;
  const [, key, value] = /^([A-Za-z_][\w-]*):(?!\/\/)([^\s:].*)$/.exec(line.value) ?? [];
  if (key === undefined || value === undefined) return undefined;
  const message = 'A space is missing after the colon.';
  const shown = showWith(line, `${key}: ${value}`, (pair) => pair);
  const hint = shown === undefined ? 'Put a space after it.' : `Put a space after the colon: ${shown}`;
  return { code: 'YAML_SYNTAX', message, hint, offset: line.start + line.contentAt };
};

/** `role user` */
const explainMissingColon: Explain = ({ text, line, column, code }) => {
  const isFound = code === 'MULTILINE_IMPLICIT_KEY' || code === 'MISSING_CHAR';
  if (!isFound || line.key !== undefined || column !== line.contentAt) return undefined;
  const [, key, value] = /^([a-z_]+)((?:\s.*)?)$/.exec(line.value) ?? [];
  const above = findContentAbove(text, line);
  // Below unquoted words, or a key without a value, the line may continue that text.
  const mayGoOn = line.dashes.length === 0 && above !== undefined && /^(?:$|[^"'[{|>].*\s)/.test(above.value);
  if (key === undefined || mayGoOn) return undefined;
  const shown = showWith(line, `${key}:${value}`, (pair) => pair);
  const hint = shown === undefined ? 'Put a colon after the key.' : `Put a colon after the key: ${shown}`;
  return { code: 'YAML_SYNTAX', message: 'A colon is missing.', hint, offset: line.start + line.contentAt };
};

/** `[a, b]# comment` */
const explainGluedComment: Explain = ({ text, code, offset }) => {
  if (code !== 'MISSING_CHAR' || text[offset] !== '#') return undefined;
  const message = 'A comment needs a space before its #.';
  return { code: 'YAML_SYNTAX', message, hint: 'Put a space before the #.', offset };
};

/** `content: - item` */
const explainListOnKeyLine: Explain = ({ line, column }) => {
  if (line.key === undefined || column !== line.valueAt || !/^-(?:\s|$)/.test(line.value)) return undefined;
  const message = 'A list cannot start on the line of its key.';
  const shown = showWith(line, line.value, (value) => JSON.stringify(value));
  const hint = `Put the item on the next line${shown === undefined ? '.' : `, or text in quotes: ${shown}`}`;
  return { code: 'YAML_SYNTAX', message, hint, offset: line.start + line.valueAt };
};

const explainDirective: Explain = ({ text, code }) => {
  if (code !== 'MISSING_CHAR' || !text.startsWith('%')) return undefined;
  const message = 'A line that starts with % is a YAML directive, not text.';
  return { code: 'YAML_SYNTAX', message, hint: 'Remove the line, or make it a comment: start it with #.', offset: 0 };
};

/** A line that is neither a key nor a list item. */
const explainStrayLine: Explain = ({ text, line, column, code }) => {
  const isStray = line.key === undefined && line.dashes.length === 0 && line.value !== '';
  const codes = ['MULTILINE_IMPLICIT_KEY', 'MISSING_CHAR', 'BAD_INDENT', 'BAD_SCALAR_START', 'UNEXPECTED_TOKEN'];
  if (!isStray || column > line.contentAt || !codes.includes(code)) return undefined;
  const message = 'This line is neither "key: value" nor a list item.';
  const above = findContentAbove(text, line);
  const hint =
    above === undefined
      ? 'Write it as key: value, or make it a comment: start it with #.'
      : `Write it as key: value. If it continues the line above, indent it by ${toSpaces(above.contentAt + 2)}, or write | after the key and the text below it.`;
  return { code: 'YAML_SYNTAX', message, hint, offset: line.start + line.contentAt };
};

/** `@key: value`, or such a line in text that should have been indented */
const explainSignLine: Explain = ({ line, column }) => {
  const sign = /^[&*!@`%|>]/.exec(line.text.slice(line.contentAt))?.[0];
  if (line.key !== undefined || sign === undefined || column < 0) return undefined;
  const message = `The line starts with "${sign}", which is special in YAML.`;
  const hint = `Put the text that starts with ${sign} in quotes.`;
  return { code: 'YAML_NEEDS_QUOTES', message, hint, offset: line.start + line.contentAt };
};

/** `{"a": 1}` and then more lines, or more text on the line */
const explainAfterEnd: Explain = ({ text, line, column, code, offset }) => {
  if (code !== 'UNEXPECTED_TOKEN') return undefined;
  const [sign = ''] = text.slice(offset, offset + 2);
  const message =
    column > line.contentAt
      ? `${sign === '"' ? 'The quote' : `"${sign}"`} does not fit here.`
      : 'The data above this line is already complete.';
  return { code: 'YAML_SYNTAX', message, hint: genericHint, offset };
};

const genericHint =
  'Check this line and the one above for wrong indentation, a missing dash, or a value that needs quotes.';

/** Messages for errors without a known mistake on the line. */
const sentences: { readonly [code in ErrorCode]?: string } = {
  BAD_ALIAS: 'The "*" or "&" has no name after it.',
  BAD_INDENT: 'The indentation does not match the lines above.',
  BLOCK_AS_IMPLICIT_KEY: 'Expected a value, got a key or list item.',
  MULTILINE_IMPLICIT_KEY: 'A key must be on one line, followed by a colon.',
};

/** From certain to likely. The first match counts. */
const explanations: readonly Explain[] = [
  explainDocuments,
  explainDepth,
  // Before everything that looks at lines, because an open quote includes the following lines.
  explainOpenQuote,
  explainTab,
  explainEscape,
  // Before the next: a heading in text under a | looks like a comment.
  explainEmptyLine,
  explainGluedComment,
  // Before the next, which explains any mistake in brackets.
  explainOpenBracket,
  explainInBrackets,
  explainDirective,
  // Before those for keys and dashes, because text under a | may look like either.
  explainBlockText,
  explainGluedDash,
  explainGluedColon,
  explainMissingColon,
  explainColonInValue,
  explainBlockHeader,
  explainListOnKeyLine,
  explainCloser,
  explainSign,
  // After those that find a mistake on the line itself. Wrong indentation is often only a consequence.
  explainDeeperLine,
  explainIndent,
  explainSignLine,
  // After all that know what a line without a key is missing.
  explainStrayLine,
  explainAfterEnd,
];

/** Explains a syntax error in plain words, at the place to fix. */
export function explainYaml(text: string, { code, pos, message }: YAMLError): OffsetProblem {
  const mistake = toMistake(text, code, pos[0]);
  for (const explain of explanations) {
    const explained = explain(mistake);
    if (explained !== undefined) return explained;
  }
  return { code: 'YAML_SYNTAX', message: sentences[code] ?? toSentence(message), hint: genericHint, offset: pos[0] };
}
