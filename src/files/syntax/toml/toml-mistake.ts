import type { OffsetProblem } from '../placed-data.ts';
import { lineAt, shorten, shownLimit, type TextLine } from '../text-line.ts';

/** The library has error codes, but exposes only their sentences. */
const kinds = {
  'Unterminated string constant': 'open-quote',
  'Unterminated table-key': 'open-bracket',
  'Unterminated array': 'open-bracket',
  'Unterminated inline table': 'open-bracket',
  'Empty bare keys are not allowed': 'empty-name',
  'Must be a newline': 'after-value',
  'Expected equal (=) token': 'no-equals',
  'Unspecified values are invalid': 'no-value',
  'Expected comma (,) token': 'no-comma',
  'Defining a key multiple times is invalid': 'duplicate',
  'Unexpected character': 'character',
  'Unexpected token': 'token',
  'Control characters (codes < 0x1f and 0x7f) are not allowed': 'control',
  'The key, equals sign, and value must be on the same line': 'line-break',
  'Underscores are allowed between digits': 'underscore',
  'Unexpected spaces': 'space',
  'Three or more quotes are not permitted': 'quotes',
  'Unexpected invalid date': 'date',
  'Unexpected invalid time': 'time',
  'Leading zeros are not allowed': 'zero',
  'Invalid character in escape sequence': 'escape',
  'Consecutive dots are not permitted in keys': 'dot',
  'Keys cannot end with a dot': 'dot',
  'Keys cannot start with a dot': 'dot',
} as const;

export type TomlKind = (typeof kinds)[keyof typeof kinds] | 'other';

/** A syntax error of the TOML library, with the text around it. */
interface TomlMistake {
  readonly text: string;
  readonly kind: TomlKind;
  readonly offset: number;
  readonly line: TextLine;
  /** The line before the error, and from the error on. */
  readonly before: string;
  readonly after: string;
  /** The character at the error. Empty at the end of the line. */
  readonly sign: string;
  readonly openers: readonly TomlOpener[];
}

/** Explains a mistake in plain words. Undefined: it is another kind of mistake. */
export type ExplainToml = (mistake: TomlMistake) => OffsetProblem | undefined;

export function toTomlMistake(text: string, message: string, offset: number): TomlMistake {
  const line = lineAt(text, offset);
  const after = line.text.slice(offset - line.start);
  const kind = Object.entries(kinds).find(([sentence]) => sentence === message)?.[1] ?? 'other';
  const [sign = ''] = after.slice(0, 2);
  const before = line.text.slice(0, offset - line.start);
  return { text, kind, offset, line, before, after, sign, openers: findTomlOpeners(text, offset) };
}

export function syntaxProblem(offset: number, message: string, hint: string): OffsetProblem {
  return { code: 'TOML_SYNTAX', message, hint, offset };
}

/** A key at the end of a piece of text, bare or quoted, and the `=` after it. */
export const pairStart = /(?:^|[{,])\s*((?:[\w.-]+|"[^"]*"|'[^']*')\s*=\s*)$/;

/** `id = "good"`, or only `"good"` if there is no key before it on the line. */
export function showPair(before: string, value: string, render = quote): string {
  const lead = pairStart.exec(before)?.[1]?.replace(/\s*=\s*$/, ' = ') ?? '';
  const kept = lead.length > shownLimit - 40 ? '' : lead;
  return `${kept}${render(shorten(value, shownLimit - kept.length))}`;
}

export function quote(value: string): string {
  return JSON.stringify(value);
}

export function withoutComment(text: string): string {
  return text.replace(/\s#.*$/, '').trim();
}

interface TomlOpener {
  /** `[`, `{`, or one or three quotes. */
  readonly sign: string;
  readonly offset: number;
}

/** Quotes and brackets that are open at an offset of a TOML text, outermost first. An open quote is last. */
function findTomlOpeners(text: string, offset: number): readonly TomlOpener[] {
  const open: TomlOpener[] = [];
  const signs = /"""|'''|["'[\]{}#]/g;
  for (let match = signs.exec(text); match !== null && match.index < offset; match = signs.exec(text)) {
    const [sign] = match;
    if (sign === '#') signs.lastIndex = endOfLine(text, match.index);
    else if (sign === '[' || sign === '{') open.push({ sign, offset: match.index });
    else if (sign === ']' || sign === '}') open.pop();
    else {
      const end = findQuoteEnd(text, sign, match.index + sign.length);
      if (end === undefined || end > offset) return [...open, { sign, offset: match.index }];
      signs.lastIndex = end;
    }
  }
  return open;
}

function endOfLine(text: string, from: number): number {
  const found = text.indexOf('\n', from);
  return found === -1 ? text.length : found;
}

/** Offset after the closing quotes. Undefined: the text ends before them, or for a single quote the line. */
function findQuoteEnd(text: string, sign: string, from: number): number | undefined {
  const limit = sign.length === 3 ? text.length : endOfLine(text, from);
  for (let at = from; at < limit; at++) {
    if (text[at] === '\\' && sign.startsWith('"')) at += 1;
    else if (text.startsWith(sign, at)) return at + sign.length;
  }
  return undefined;
}
