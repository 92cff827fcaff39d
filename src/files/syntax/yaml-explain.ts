import type { YAMLError } from 'yaml';
import { depthLimit, type OffsetProblem } from './source.ts';
import { lineAt, shorten } from './text-line.ts';
import { explainBlockHeader, explainBlockText } from './yaml-block.ts';
import { explainCloser, explainInBrackets, explainOpenBracket, explainOpenQuote } from './yaml-flow.ts';
import { explainDeeperLine, explainIndent, tabProblem } from './yaml-indent.ts';
import { findContentAbove, showWith } from './yaml-line.ts';
import { type Explain, toMistake } from './yaml-mistake.ts';
import { explainColonInValue, explainEscape, explainSign } from './yaml-quotes.ts';

const explainTab: Explain = ({ text, code, offset }) =>
  code === 'TAB_AS_INDENT' || /^ *\t/.test(lineAt(text, offset).text) ? tabProblem(offset) : undefined;

const explainDocuments: Explain = ({ code, offset }) => {
  const message = 'The file holds more than one YAML document.';
  if (code !== 'MULTIPLE_DOCS') return undefined;
  return { code: 'YAML_SYNTAX', message, hint: 'Keep one, without "---" lines.', offset };
};

const explainDepth: Explain = ({ code, offset }) => {
  const message = `The data is nested deeper than ${depthLimit} levels.`;
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
  const message = 'A line that starts with % is an instruction to the parser, not text.';
  return { code: 'YAML_SYNTAX', message, hint: 'Remove the line, or make it a comment: start it with #.', offset: 0 };
};

/** A line that is neither a key nor a list item. */
const explainStrayLine: Explain = ({ text, line, column, code }) => {
  const isStray = line.key === undefined && line.dashes.length === 0 && line.value !== '';
  const codes = ['MULTILINE_IMPLICIT_KEY', 'MISSING_CHAR', 'BAD_INDENT', 'BAD_SCALAR_START', 'UNEXPECTED_TOKEN'];
  if (!isStray || column > line.contentAt || !codes.includes(code)) return undefined;
  const message = 'This line is neither "key: value" nor a list item.';
  const hint =
    findContentAbove(text, line) === undefined
      ? 'Write it as key: value, or make it a comment: start it with #.'
      : 'Write it as key: value. If it goes on from the line above, indent it by two more spaces than that.';
  return { code: 'YAML_SYNTAX', message, hint, offset: line.start + line.contentAt };
};

/** `{"a": 1}` and then more lines */
const explainAfterEnd: Explain = ({ line, column, code, offset }) => {
  if (code !== 'UNEXPECTED_TOKEN' || column > line.contentAt) return undefined;
  const message = 'The data above this line is complete, so nothing can follow it.';
  return { code: 'YAML_SYNTAX', message, hint: genericHint, offset };
};

const genericHint = 'Look at this line and the one above: indentation, a missing dash, or a value that needs quotes.';

/** The first that knows the mistake speaks: from what is certain to what is likely. */
const explanations: readonly Explain[] = [
  explainDocuments,
  explainDepth,
  explainOpenQuote,
  explainTab,
  explainEscape,
  explainOpenBracket,
  explainInBrackets,
  explainDirective,
  explainBlockText,
  explainGluedDash,
  explainGluedColon,
  explainColonInValue,
  explainBlockHeader,
  explainListOnKeyLine,
  explainCloser,
  explainSign,
  explainDeeperLine,
  explainIndent,
  explainStrayLine,
  explainAfterEnd,
];

/** Puts a syntax error into plain words, at the place where it has to be mended. */
export function explainYaml(text: string, { code, pos, message }: YAMLError): OffsetProblem {
  const mistake = toMistake(text, code, pos[0]);
  for (const explain of explanations) {
    const explained = explain(mistake);
    if (explained !== undefined) return explained;
  }
  return { code: 'YAML_SYNTAX', message: toSentence(message), hint: genericHint, offset: pos[0] };
}

function toSentence(message: string): string {
  const line = shorten(message.split('\n', 1)[0]?.trim() ?? '');
  return /[.!?…]$/.test(line) ? line : `${line}.`;
}
