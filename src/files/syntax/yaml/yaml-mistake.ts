import { type ErrorCode, Lexer } from 'yaml';
import { definedOnly } from '../../../base/defined-only.ts';
import type { OffsetProblem } from '../placed-data.ts';
import { findLineAbove, findLineBelow, lineAt, shorten, shownLimit, type TextLine } from '../text-line.ts';

/** A syntax error of the YAML library, with the text around it. */
interface YamlMistake {
  readonly text: string;
  readonly code: ErrorCode;
  readonly offset: number;
  /** Column of the error in its line, from 0. Negative if it was reported on an empty line above. */
  readonly column: number;
  readonly line: YamlLine;
  readonly openers: Openers;
}

/** Explains a mistake in plain words. Undefined: it is another kind of mistake. */
export type Explain = (mistake: YamlMistake) => OffsetProblem | undefined;

export function toMistake(text: string, code: ErrorCode, offset: number): YamlMistake {
  const found = contentLineAt(text, offset);
  // The parser reports a line with wrong indentation at the end of the line above.
  const isStructure = code === 'BAD_INDENT' || code === 'MISSING_CHAR' || code === 'BLOCK_AS_IMPLICIT_KEY';
  const isBelow = isStructure && offset >= found.start + found.text.length;
  const line = (isBelow ? findContentBelow(text, found) : undefined) ?? found;
  return { text, code, offset, line, column: offset - line.start, openers: findOpeners(text, offset) };
}

/** Maximum number of lines to read around a mistake. */
export const linesRead = 2000;

/** A line as it looks. It is read without the parser, which is out of sync after an error. */
export interface YamlLine extends TextLine {
  /** Columns of the dashes at the start of the line, from 0. */
  readonly dashes: readonly number[];
  /** Spaces before the first dash or word. */
  readonly indent: number;
  /** Column of the content after the dashes, from 0. */
  readonly contentAt: number;
  /** The key, if the content starts with one. */
  readonly key?: string;
  /** Column of the value, from 0: after the key, or after the dashes if there is no key. */
  readonly valueAt: number;
  readonly value: string;
}

const keyPattern = /^(?:("[^"]*"|'[^']*')[ \t]*|([^\s"'[\]{}&*!|>%@`,#:?][^#]*?|[?:][^\s#][^#]*?)):(?=\s|$)/;

export function toYamlLine(line: TextLine): YamlLine {
  const lead = /^ *(?:-(?: +|$))*/.exec(line.text)?.[0] ?? '';
  const dashes = [...lead].flatMap((sign, column) => (sign === '-' ? [column] : []));
  const contentAt = lead.length;
  const content = line.text.slice(contentAt);
  const match = keyPattern.exec(content);
  const key = (match?.[1] ?? match?.[2])?.trim();
  const after = contentAt + (match?.[0].length ?? 0);
  const rest = line.text.slice(after);
  const valueAt = after + rest.length - rest.trimStart().length;
  return {
    ...line,
    dashes,
    indent: dashes[0] ?? contentAt,
    contentAt,
    valueAt,
    value: rest.trim(),
    ...definedOnly({ key }),
  };
}

/** The line at an offset. If it is blank or a comment, the next line with content. */
function contentLineAt(text: string, offset: number): YamlLine {
  const line = lineAt(text, offset);
  return (isBlankOrComment(line) ? findContentBelow(text, line) : undefined) ?? toYamlLine(line);
}

export function findContentAbove(text: string, line: TextLine): YamlLine | undefined {
  return findContent(line, (from) => findLineAbove(text, from));
}

export function findContentBelow(text: string, line: TextLine): YamlLine | undefined {
  return findContent(line, (from) => findLineBelow(text, from));
}

/** The next line that is not blank. Under a `|`, a line that looks like a comment is text. */
export function findTextBelow(text: string, line: TextLine): YamlLine | undefined {
  return findContent(line, (from) => findLineBelow(text, from), isBlank);
}

function findContent(
  line: TextLine,
  step: (from: TextLine) => TextLine | undefined,
  isSkipped: (found: TextLine) => boolean = isBlankOrComment,
): YamlLine | undefined {
  let found = step(line);
  while (found !== undefined && isSkipped(found)) found = step(found);
  return found === undefined ? undefined : toYamlLine(found);
}

function isBlankOrComment({ text }: TextLine): boolean {
  return /^\s*(?:#|$)/.test(text);
}

export function isBlank({ text }: TextLine): boolean {
  return text.trim() === '';
}

/** A single word is probably a key. `Please note: this` is probably text. */
export function hasWordKey({ key }: YamlLine): boolean {
  return key !== undefined && /^[\w.-]+$/.test(key);
}

/** Whether the line looks like neither a key nor a list item. */
export function isText(line: YamlLine): boolean {
  return line.dashes.length === 0 && !hasWordKey(line);
}

/** The line with another value, shortened. Undefined: there is no room for the value. */
export function showWith(line: YamlLine, value: string, render: (value: string) => string): string | undefined {
  const lead = line.text.slice(line.indent, line.valueAt).replace(/\s+/g, ' ');
  if (lead.length > shownLimit - 40) return undefined;
  return `${lead}${render(shorten(value, shownLimit - lead.length))}`;
}

/** `content: |` */
export function isBlockHeader({ value }: YamlLine): boolean {
  return /^[|>][-+\d]{0,2}(?:\s+#.*)?$/.test(value);
}

/** The column of the parent of the text under a `|`. The text must start further right. */
export function blockParentOf({ key, dashes, contentAt }: YamlLine): number {
  return key === undefined ? (dashes.at(-1) ?? 0) : contentAt;
}

interface Opener {
  readonly sign: string;
  readonly offset: number;
}

/** What is open at an offset of a YAML text. */
interface Openers {
  /** The quote whose text extends to the offset. */
  readonly quote?: Opener;
  /** Brackets of `[ ]` and `{ }`, outermost first. */
  readonly brackets: readonly Opener[];
  /** Whether the brackets end at the offset without being closed. */
  readonly isCutOff: boolean;
}

/** Marks of the library's lexer that are not part of the text: text follows, brackets end, a document starts. */
const textMark = '\u001f';
const cutMark = '\u0018';
const startMark = '\u0002';

/** Reads tokens up to the offset, because the syntax tree does not show where something unclosed began. */
function findOpeners(text: string, offset: number): Openers {
  let brackets: Opener[] = [];
  let at = 0;
  let isText = false;
  for (const token of new Lexer().lex(text)) {
    if (!isText && token === textMark) {
      isText = true;
      continue;
    }
    if (!isText && token === startMark) continue;
    if (at >= offset) return { brackets, isCutOff: !isText && isCut(token, brackets) };
    if (!isText && token === cutMark) {
      brackets = [];
      continue;
    }
    if (!isText) {
      const sign = token[0] ?? '';
      if ((sign === '"' || sign === "'") && at + token.length >= offset) {
        return { quote: { sign, offset: at }, brackets, isCutOff: false };
      }
      if (token === '[' || token === '{') brackets.push({ sign, offset: at });
      if (token === ']' || token === '}') brackets.pop();
    }
    isText = false;
    at += token.length;
  }
  return { brackets, isCutOff: brackets.length > 0 };
}

function isCut(token: string, brackets: readonly Opener[]): boolean {
  const open = brackets.at(-1)?.sign;
  if (open === undefined) return false;
  return token === cutMark || (token === ']' && open === '{') || (token === '}' && open === '[');
}

export function closerOf(sign: string): string {
  return sign === '[' ? ']' : sign === '{' ? '}' : sign;
}
