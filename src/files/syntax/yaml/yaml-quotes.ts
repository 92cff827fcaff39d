import type { OffsetProblem } from '../placed-data.ts';
import { showWith, type YamlLine } from './yaml-line.ts';
import type { Explain } from './yaml-mistake.ts';

/** `content: Here it is: [code snippet]` */
export const explainColonInValue: Explain = ({ line, column }) => {
  const { key, value, valueAt } = line;
  if (key === undefined || column < valueAt || /^["'|>&*!]/.test(value) || !/:(?:\s|$)/.test(value)) return undefined;
  return needsQuotes(line, 'The value contains ": ", which starts a mapping in YAML.');
};

/** A value that starts with a sign which has a meaning in YAML: `*important* stuff`, `[code] please`, `'it's me'`. */
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

const hexDigits: { readonly [sign: string]: string } = { x: 'two', u: 'four', U: 'eight' };

/** `"C:\data"`, `"\u12"` */
export const explainEscape: Explain = ({ code, line, column, text, offset }) => {
  if (code !== 'BAD_DQ_ESCAPE') return undefined;
  const [sign = ''] = text.slice(offset + 1, offset + 3);
  const digits = hexDigits[sign];
  const what = digits === undefined ? 'has no meaning' : `needs ${digits} hex digits after it`;
  const message = `"\\${sign}" ${what} inside double quotes.`;
  const advice = 'Use single quotes, or \\\\ for each backslash';
  const isWhole = column > line.valueAt && isClosedQuote(line.value);
  const inner = line.value.slice(1, line.value.lastIndexOf('"'));
  const shown = isWhole ? showWith(line, inner, quoteBackslashes) : undefined;
  return { code: 'YAML_SYNTAX', message, hint: shown === undefined ? `${advice}.` : `${advice}: ${shown}`, offset };
};

export function toSignMessage(sign: string): string {
  return `The value starts with "${sign}", which is special in YAML.`;
}

/** The problem of a line whose value has to be quoted as a whole, placed at the value. */
export function needsQuotes(line: YamlLine, message: string): OffsetProblem {
  const shown = showWith(line, unquote(line.value), (value) => JSON.stringify(value));
  const hint = shown === undefined ? 'Put the value in quotes.' : `Put the value in quotes: ${shown}`;
  return { code: 'YAML_NEEDS_QUOTES', message, hint, offset: line.start + line.valueAt };
}

function quoteBackslashes(inner: string): string {
  return /'|\\"/.test(inner) ? `"${inner.replace(/\\(?!")/g, '\\\\')}"` : `'${inner}'`;
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
