import { definedOnly } from '../../../base/defined-only.ts';
import { findLineAbove, findLineBelow, lineAt, shorten, shownLimit, type TextLine } from '../text-line.ts';

/** How many lines around one are read to find what it belongs to. */
export const linesRead = 2000;

/** One line as it looks, read without the parser, which has lost its place when a line has to be explained. */
export interface YamlLine extends TextLine {
  /** Columns from 0 of the dashes the line starts with. */
  readonly dashes: readonly number[];
  /** Spaces before the first dash or word. */
  readonly indent: number;
  /** Column from 0 of what follows the dashes. */
  readonly contentAt: number;
  /** The key, when what follows the dashes is one. */
  readonly key?: string;
  /** Column from 0 of the value: after the key, or after the dashes where there is no key. */
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

/** The line at an offset or, where that is blank or a comment, the next one that is neither. */
export function contentLineAt(text: string, offset: number): YamlLine {
  const line = lineAt(text, offset);
  return (isBlankOrComment(line) ? findContentBelow(text, line) : undefined) ?? toYamlLine(line);
}

export function findContentAbove(text: string, line: TextLine): YamlLine | undefined {
  return findContent(line, (from) => findLineAbove(text, from));
}

export function findContentBelow(text: string, line: TextLine): YamlLine | undefined {
  return findContent(line, (from) => findLineBelow(text, from));
}

/** The next line that is not blank. Under a `|` what looks like a comment is text. */
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

/** A key of one word is likely meant as a key; `Please note: this` is likely text. */
export function hasWordKey({ key }: YamlLine): boolean {
  return key !== undefined && /^[\w.-]+$/.test(key);
}

/** Whether the line looks like neither a key nor a list item. */
export function isText(line: YamlLine): boolean {
  return line.dashes.length === 0 && !hasWordKey(line);
}

/** The line with another value, trimmed and not too long; undefined where there is no room for the value. */
export function showWith(line: YamlLine, value: string, render: (value: string) => string): string | undefined {
  const lead = line.text.slice(line.indent, line.valueAt).replace(/\s+/g, ' ');
  if (lead.length > shownLimit - 40) return undefined;
  return `${lead}${render(shorten(value, shownLimit - lead.length))}`;
}

/** `content: |` */
export function isBlockHeader({ value }: YamlLine): boolean {
  return /^[|>][-+\d]{0,2}(?:\s+#.*)?$/.test(value);
}

/** Column from 0 that the text under a `|` has to be right of. */
export function blockParentOf({ key, dashes, contentAt }: YamlLine): number {
  return key === undefined ? (dashes.at(-1) ?? 0) : contentAt;
}
