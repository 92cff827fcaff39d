import type { OffsetProblem } from '../placed-data.ts';
import {
  escapeAdvice,
  findLineAbove,
  lineAt,
  quoteBackslashes,
  shorten,
  type TextLine,
  toEscapeMessage,
  toSpaces,
} from '../text-line.ts';
import {
  blockParentOf,
  closerOf,
  type Explain,
  findContentAbove,
  findTextBelow,
  isBlank,
  isBlockHeader,
  isText,
  linesRead,
  showWith,
  toYamlLine,
  type YamlLine,
} from './yaml-mistake.ts';

/** `content: Here it is: [code snippet]` */
export const explainColonInValue: Explain = ({ line, column }) => {
  const { key, value, valueAt } = line;
  if (key === undefined || column < valueAt || /^["'|>&*!]/.test(value) || !/:(?:\s|$)/.test(value)) return undefined;
  return needsQuotes(line, 'The value contains ": ", which starts a mapping in YAML.');
};

/** A value that starts with a special character: `*important* stuff`, `[code] please`, `'it's me'`. */
export const explainSign: Explain = ({ line, column }) => {
  const { key, dashes, value, valueAt } = line;
  if ((key === undefined && dashes.length === 0) || column < valueAt) return undefined;
  const [sign = ''] = value;
  if (sign === '"' || sign === "'") {
    return isClosedQuote(value) ? undefined : needsQuotes(line, 'Unexpected text after the closing quote.');
  }
  const startsWith = toSignMessage(sign);
  if (sign === '[' || sign === '{') return goesOnAfter(value) ? needsQuotes(line, startsWith) : undefined;
  return /^(?:[*&!@`%,\]}]|\?\s)/.test(value) ? needsQuotes(line, startsWith) : undefined;
};

/** `"C:\data"`, `"\u12"` */
export const explainEscape: Explain = ({ code, line, column, text, offset }) => {
  if (code !== 'BAD_DQ_ESCAPE') return undefined;
  const [sign = ''] = text.slice(offset + 1, offset + 3);
  const message = toEscapeMessage(sign);
  const isWhole = column > line.valueAt && isClosedQuote(line.value);
  const inner = line.value.slice(1, line.value.lastIndexOf('"'));
  const shown = isWhole ? showWith(line, inner, quoteBackslashes) : undefined;
  return {
    code: 'YAML_SYNTAX',
    message,
    hint: shown === undefined ? `${escapeAdvice}.` : `${escapeAdvice}: ${shown}`,
    offset,
  };
};

export function toSignMessage(sign: string): string {
  return `The value starts with "${sign}", which is special in YAML.`;
}

/** The problem of a line whose whole value needs quotes, placed at the value. */
export function needsQuotes(line: YamlLine, message: string): OffsetProblem {
  const shown = showWith(line, unquote(line.value), (value) => JSON.stringify(value));
  const hint = shown === undefined ? 'Put the value in quotes.' : `Put the value in quotes: ${shown}`;
  return { code: 'YAML_NEEDS_QUOTES', message, hint, offset: line.start + line.valueAt };
}

function unquote(value: string): string {
  const [sign = ''] = value;
  if (value.length < 2 || (sign !== '"' && sign !== "'") || !value.endsWith(sign)) return value;
  return sign === "'" ? value.slice(1, -1).replaceAll("''", "'") : value.slice(1, -1).replaceAll('\\"', '"');
}

function isClosedQuote(value: string): boolean {
  return /^(?:"(?:[^"\\]|\\.)*"|'(?:[^']|'')*')\s*(?:#.*)?$/.test(value);
}

/** Whether there is text after the bracket that closes the first one. */
function goesOnAfter(value: string): boolean {
  let depth = 0;
  for (let at = 0; at < value.length; at++) {
    if (value[at] === '[' || value[at] === '{') depth += 1;
    if (value[at] === ']' || value[at] === '}') depth -= 1;
    if (depth === 0) return /^\s*[^\s#]/.test(value.slice(at + 1));
  }
  return false;
}

/** The parser reports the end of the file or line. The mistake is where the quote opens. */
export const explainOpenQuote: Explain = ({ text, code, line, column, openers: { quote } }) => {
  if (code !== 'MISSING_CHAR' || quote === undefined) return undefined;
  const at = { code: 'YAML_SYNTAX', offset: quote.offset } as const;
  if (column < 0 && isText(line)) {
    const message = 'The lines of a quoted text must be indented.';
    return { ...at, message, hint: 'Indent the next line, or write | after the key and the text below it.' };
  }
  const opening = toYamlLine(lineAt(text, quote.offset));
  const isValue = quote.offset === opening.start + opening.valueAt;
  const shown = isValue ? showWith(opening, opening.value, (value) => value + quote.sign) : undefined;
  const hint = shown === undefined ? `Close it with ${quote.sign}` : `Close it: ${shown}`;
  return { ...at, message: 'This quote is never closed.', hint };
};

export const explainOpenBracket: Explain = ({ text, code, line, openers: { brackets, isCutOff } }) => {
  const opener = brackets.at(-1);
  if (opener === undefined) return undefined;
  const at = { code: 'YAML_SYNTAX', offset: opener.offset } as const;
  const opening = toYamlLine(lineAt(text, opener.offset));
  const isBeforeItem = line.start > opening.start && line.dashes.length > 0;
  const isEnd = isCutOff && (code === 'BAD_INDENT' || code === 'MISSING_CHAR');
  if (!isEnd && !isBeforeItem) return undefined;
  const closer = closerOf(opener.sign);
  const goesOn = line.start > opening.start && line.key === undefined && line.dashes.length === 0 && line.value !== '';
  if (goesOn) {
    const message = `The lines between this ${opener.sign} and its ${closer} are not indented.`;
    return { ...at, message, hint: `Indent them, and the ${closer}, by ${toSpaces(opening.contentAt + 2)}.` };
  }
  const message = `This ${opener.sign} is never closed.`;
  const isValue = opener.offset === opening.start + opening.valueAt && !/[,{[]$/.test(opening.value);
  const shown = isValue ? showWith(opening, opening.value, (value) => value + closer) : undefined;
  if (shown === undefined) return { ...at, message, hint: `Close it with ${closer}` };
  return { ...at, message, hint: `If it is text, put it in quotes. Otherwise, close it: ${shown}` };
};

/** Mistakes inside `[ ]` and `{ }`, where lines and indentation have no meaning. */
export const explainInBrackets: Explain = ({ text, code, offset, openers: { brackets } }) => {
  if (brackets.length === 0) return undefined;
  const { sign = '' } = brackets.at(-1) ?? {};
  const inside = `inside ${sign} ${closerOf(sign)}`;
  if (code === 'BAD_SCALAR_START') {
    const value = /^[^\s,[\]{}]*/.exec(text.slice(offset, offset + 200))?.[0] ?? '';
    const message = toSignMessage(value.slice(0, 1));
    const hint = `Put the value in quotes: ${JSON.stringify(shorten(value))}`;
    return { code: 'YAML_NEEDS_QUOTES', message, hint, offset };
  }
  if (text[offset] === ',') {
    return { code: 'YAML_SYNTAX', message: `There is an extra comma ${inside}.`, hint: 'Remove it.', offset };
  }
  const message = `A comma is missing ${inside}, or text there needs quotes.`;
  const hint = "Put commas between the items, and quotes around text that contains a character such as : or '.";
  return { code: 'YAML_SYNTAX', message, hint, offset };
};

/** An unmatched `]` or `}`. */
export const explainCloser: Explain = ({ text, code, offset, line, column }) => {
  const sign = text[offset] ?? '';
  if (code !== 'UNEXPECTED_TOKEN' || (sign !== ']' && sign !== '}') || column <= line.valueAt) return undefined;
  const shown = showWith(line, line.value, (value) => JSON.stringify(value));
  const hint = shown === undefined ? 'Remove it.' : `Remove it, or put text in quotes: ${shown}`;
  return { code: 'YAML_SYNTAX', message: `This ${sign} closes nothing.`, hint, offset };
};

/** Text under `|` or `>` that is not indented deeper than its key. */
export const explainBlockText: Explain = ({ text, line }) => {
  const header = isText(line) ? findHeader(text, line) : undefined;
  if (header === undefined) return undefined;
  const parent = blockParentOf(header);
  const first = findTextBelow(text, header)?.indent ?? 0;
  const wanted = first > parent ? first : parent + 2;
  if (line.indent >= wanted) return undefined;
  const [sign] = header.value;
  return {
    code: 'YAML_SYNTAX',
    message: `The text under the ${sign} is not indented ${first > parent ? 'like its first line' : 'far enough'}.`,
    hint: `Indent the text under the ${sign} by ${toSpaces(wanted - line.indent)}.`,
    offset: line.start + line.indent,
  };
};

/** Spaces on an empty line before the text under `|` set its indentation, so the text itself ends the block. */
export const explainEmptyLine: Explain = ({ text, line }) => {
  const header = findContentAbove(text, line);
  if (header === undefined || !isBlockHeader(header) || line.indent <= blockParentOf(header)) return undefined;
  const isLongAndEmpty = (above: TextLine) => isBlank(above) && above.text.length > line.indent;
  let above = findLineAbove(text, line);
  while (above !== undefined && above.start > header.start && !isLongAndEmpty(above)) {
    above = findLineAbove(text, above);
  }
  if (above === undefined || above.start <= header.start) return undefined;
  const message = 'This empty line has more spaces than the text below it.';
  return { code: 'YAML_SYNTAX', message, hint: 'Remove the spaces on it.', offset: above.start };
};

/** `content: | text`, or a `>` that is meant as text. */
export const explainBlockHeader: Explain = ({ text, line, column }) => {
  const [sign] = line.value;
  if ((sign !== '|' && sign !== '>') || column < line.valueAt || isBlockHeader(line)) return undefined;
  const below = findTextBelow(text, line);
  if (below === undefined || below.indent <= line.contentAt || !/^.\s/.test(line.value)) {
    return needsQuotes(line, toSignMessage(sign));
  }
  const message = `The text must start on the line after the ${sign}.`;
  const hint = `Move the text to the next line, and leave only: ${showWith(line, sign, (value) => value) ?? sign}`;
  return { code: 'YAML_SYNTAX', message, hint, offset: line.start + line.valueAt };
};

function findHeader(text: string, line: YamlLine): YamlLine | undefined {
  let above = findContentAbove(text, line);
  for (let count = 0; above !== undefined && count < linesRead; count++) {
    if (isBlockHeader(above)) return above;
    if (above.indent <= line.indent && !isText(above)) return undefined;
    above = findContentAbove(text, above);
  }
  return undefined;
}
