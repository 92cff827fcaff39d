/** `![any text](path)` outside code and HTML comments. */
export interface Include extends Range {
  /** The path as written, without a title after it. */
  readonly written: string;
  /** Line in the text, from 0. */
  readonly line: number;
  /** From 1. */
  readonly column: number;
}

/** Lists the includes of a Markdown text in order, images included. The caller must distinguish them. */
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

/** A single pass with a stack of open brackets, so that no text makes the search slow. */
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

/** Offset of the last character of an HTML comment. An unclosed comment extends to the end. */
function findCommentEnd(text: string, start: number): number {
  const close = text.indexOf('-->', start);
  return close === -1 ? text.length : close + 2;
}

const pathLimit = 1000;

/** Offset after the parenthesis that closes a path, or -1. Parentheses in the path must be balanced. */
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

/** Finds the line and column of ascending offsets. */
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

/** Part of a text, from `start` up to but not including `end`. */
interface Range {
  readonly start: number;
  readonly end: number;
}

const fenceStart = /^(?:[ \t>]|[-*+][ \t]|\d{1,9}[.)][ \t])*(`{3,}|~{3,})([^\n]*)$/;
const fenceEnd = /^[ \t>]*(`{3,}|~{3,})[ \t]*\r?$/;

/**
 * Finds code in Markdown: fenced blocks of either kind, also indented, in lists and in quotes, and inline spans, which
 * may extend over the lines of a paragraph. In order. An unclosed fence extends to the end.
 */
export function findCodeRanges(text: string): readonly Range[] {
  const ranges: Range[] = [];
  let fence: { readonly sign: string; readonly start: number } | undefined;
  let paragraph = 0;
  let at = 0;
  for (const line of text.split('\n')) {
    const end = at + line.length;
    if (fence !== undefined) {
      if (isFenceEnd(line, fence.sign)) {
        ranges.push({ start: fence.start, end });
        fence = undefined;
        paragraph = end;
      }
    } else {
      const sign = findFenceSign(line);
      if (sign !== undefined || line.trim() === '') {
        pushSpans(ranges, text, { start: paragraph, end: at });
        paragraph = end;
      }
      if (sign !== undefined) fence = { sign, start: at };
    }
    at = end + 1;
  }
  if (fence === undefined) pushSpans(ranges, text, { start: paragraph, end: text.length });
  else ranges.push({ start: fence.start, end: text.length });
  return ranges;
}

function findFenceSign(line: string): string | undefined {
  const [, sign, rest] = fenceStart.exec(line) ?? [];
  return sign?.startsWith('`') && rest?.includes('`') ? undefined : sign;
}

function isFenceEnd(line: string, sign: string): boolean {
  const [, end] = fenceEnd.exec(line) ?? [];
  return end !== undefined && end[0] === sign[0] && end.length >= sign.length;
}

/**
 * A run of n backticks opens a span, and the next run of exactly n closes it. A run that is not closed is plain text.
 */
function pushSpans(ranges: Range[], text: string, { start, end }: Range): void {
  const runs = listRuns(text, { start, end });
  const nextOfLength = linkRuns(runs);
  for (let index = 0; index < runs.length; ) {
    const run = runs[index];
    if (run === undefined) return;
    const close = nextOfLength(index, run.end - run.start - (run.isEscaped ? 1 : 0));
    const closing = close === undefined ? undefined : runs[close];
    if (close === undefined || closing === undefined) {
      index += 1;
      continue;
    }
    ranges.push({ start: run.start, end: closing.end });
    index = close + 1;
  }
}

interface Run extends Range {
  /** Whether a backslash escapes the first backtick of the run. */
  readonly isEscaped: boolean;
}

function listRuns(text: string, { start, end }: Range): readonly Run[] {
  const runs: Run[] = [];
  for (let at = text.indexOf('`', start); at !== -1 && at < end; at = text.indexOf('`', at)) {
    const from = at;
    while (at < end && text[at] === '`') at += 1;
    let backslashes = 0;
    while (text[from - 1 - backslashes] === '\\') backslashes += 1;
    runs.push({ start: from, end: at, isEscaped: backslashes % 2 === 1 });
  }
  return runs;
}

/** Finds the next run of a length after an index without visiting the runs in between. */
function linkRuns(runs: readonly Run[]): (index: number, length: number) => number | undefined {
  const byLength = new Map<number, number[]>();
  for (const [index, { start, end }] of runs.entries()) {
    const list = byLength.get(end - start);
    if (list === undefined) byLength.set(end - start, [index]);
    else list.push(index);
  }
  const cursors = new Map<number, number>();
  return (index, length) => {
    const list = byLength.get(length) ?? [];
    let cursor = cursors.get(length) ?? 0;
    while (cursor < list.length && (list[cursor] ?? 0) <= index) cursor += 1;
    cursors.set(length, cursor);
    return list[cursor];
  };
}
