import { findCodeRanges, type Range } from './code-ranges.ts';

/** `![any text](path)` outside code and HTML comments. */
export interface Include extends Range {
  /** The path as written, without a title behind it. */
  readonly written: string;
  /** Line in the text, from 0. */
  readonly line: number;
  /** From 1. */
  readonly column: number;
}

/** The includes of a Markdown text in order, images among them: telling those apart is the caller's work. */
export function listIncludes(text: string): readonly Include[] {
  if (!text.includes('![')) return [];
  const places = new PlaceCounter(text);
  return listImages(text).map(({ start, end, pathStart }) => {
    const written = toPath(text.slice(pathStart, end - 1));
    return { start, end, written, ...places.next(start) };
  });
}

interface Image extends Range {
  readonly pathStart: number;
}

/** One pass over the text with a stack of open brackets, so that no text makes the search slow. */
function listImages(text: string): readonly Image[] {
  const images: Image[] = [];
  const codes = findCodeRanges(text);
  let code = 0;
  let open: number[] = [];
  for (let at = 0; at < text.length; at += 1) {
    if (at === codes[code]?.start) {
      at = (codes[code]?.end ?? at + 1) - 1;
      code += 1;
      continue;
    }
    const sign = text[at];
    if (sign === '<' && text.startsWith('<!--', at)) at = findCommentEnd(text, at);
    else if (sign === '\\') at += 1;
    else if (sign === '\n') open = [];
    else if (sign === '!' && text[at + 1] === '[') open.push(at++);
    else if (sign === '[') open.push(-1);
    else if (sign === ']') {
      const start = open.pop() ?? -1;
      const end = start === -1 || text[at + 1] !== '(' ? -1 : findPathEnd(text, at + 2);
      if (end === -1) continue;
      images.push({ start, end, pathStart: at + 2 });
      open = [];
      at = end - 1;
    }
  }
  return images;
}

/** Offset of the last character of an HTML comment; one that is never closed runs to the end. */
function findCommentEnd(text: string, start: number): number {
  const close = text.indexOf('-->', start);
  return close === -1 ? text.length : close + 2;
}

const pathLimit = 1000;

/** Offset behind the parenthesis that closes a path, or -1; parentheses in the path come in pairs. */
function findPathEnd(text: string, start: number): number {
  let depth = 1;
  for (let at = start; at < Math.min(text.length, start + pathLimit); at += 1) {
    const sign = text[at];
    if (sign === '\n') return -1;
    if (sign === '(') depth += 1;
    else if (sign === ')') depth -= 1;
    if (depth === 0) return at + 1;
  }
  return -1;
}

/** `<a b.md> "title"` → `a b.md`, as Markdown reads it. */
function toPath(inside: string): string {
  const path = inside
    .trim()
    .replace(/\s(?:"[^"]*"|'[^']*')$/, '')
    .trimEnd();
  return path.startsWith('<') && path.endsWith('>') ? path.slice(1, -1) : path;
}

/** Line and column of offsets that come in order. */
class PlaceCounter {
  readonly #text: string;
  #line = 0;
  #lineStart = 0;

  constructor(text: string) {
    this.#text = text;
  }

  next(offset: number): { readonly line: number; readonly column: number } {
    for (let at = this.#find(); at !== -1 && at < offset; at = this.#find()) {
      this.#line += 1;
      this.#lineStart = at + 1;
    }
    return { line: this.#line, column: offset - this.#lineStart + 1 };
  }

  #find(): number {
    return this.#text.indexOf('\n', this.#lineStart);
  }
}
