import { findCodeRanges } from './find-includes.ts';

/**
 * The text of a deck as the judge gets it: several blank lines become one, except in code. Removed includes leave blank
 * lines, and founding document 001 closes them in the whole text.
 */
export function closeBlankLines(text: string): string {
  const pieces: string[] = [];
  let from = 0;
  for (const { start, end } of findCodeRanges(text)) {
    pieces.push(closePlain(text.slice(from, start)), text.slice(start, end));
    from = end;
  }
  return [...pieces, closePlain(text.slice(from))].join('');
}

/** The indentation of the next text stays. */
function closePlain(text: string): string {
  return text.replaceAll(/\n(?:[ \t]*\n){2,}/g, '\n\n');
}

/** A text without blank lines at start and end. The indentation of its first line stays. */
export function trimBlankLines(text: string): string {
  const trimmed = text.trimEnd();
  const firstLine = trimmed.slice(0, trimmed.length - trimmed.trimStart().length).lastIndexOf('\n');
  return trimmed.slice(firstLine + 1);
}

/** Part of a text, and what replaces it. */
interface Cut {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/**
 * A line of a quote that has only removed includes, `> ![…](x.toml)`, leaves nothing, not even its quote mark. Cuts are
 * in order and do not overlap.
 */
export function withQuoteMarks<Part extends Cut>(body: string, cuts: readonly Part[]): readonly Part[] {
  const lines = Map.groupBy(cuts, ({ start }) => body.lastIndexOf('\n', start - 1) + 1);
  return [...lines].flatMap(([start, ofLine]) => {
    const newline = body.indexOf('\n', start);
    const end = newline === -1 ? body.length : newline;
    const [first] = ofLine;
    const isEmpty = ofLine.every(({ text }) => text === '') && isQuoteMark(listKept(body, ofLine, { start, end }));
    return first !== undefined && isEmpty ? [{ ...first, start, end }] : ofLine;
  });
}

function isQuoteMark(kept: readonly string[]): boolean {
  return /^[ \t]*>[ \t>]*$/.test(kept.join(''));
}

/** The parts of a line between its cuts. */
function listKept(body: string, cuts: readonly Cut[], line: Pick<Cut, 'start' | 'end'>): readonly string[] {
  const ends = [...cuts.map(({ start }) => start), line.end];
  return ends.map((end, index) => body.slice(cuts[index - 1]?.end ?? line.start, end));
}
