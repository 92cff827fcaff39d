/** Part of a text, from `start` up to but not including `end`. */
export interface Range {
  readonly start: number;
  readonly end: number;
}

const fenceStart = /^(?:[ \t>]|[-*+][ \t]|\d{1,9}[.)][ \t])*(`{3,}|~{3,})([^\n]*)$/;
const fenceEnd = /^[ \t>]*(`{3,}|~{3,})[ \t]*\r?$/;

/**
 * Where a Markdown text is code: fenced blocks of either sign, also indented, in lists and in quotes,
 * and inline spans, which may run over lines of one paragraph. In order; an unclosed fence runs to the end.
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

/** A run of n backticks opens a span that the next run of exactly n closes; a run that is not closed is plain text. */
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
  /** A backslash takes the first backtick out of a run that opens a span. */
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

/** Looks up the next run of a length behind an index without walking the runs between. */
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
