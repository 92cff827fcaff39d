import { type PageCase, type PageVerdict, toBlockJson } from '../../src/format/page-data.ts';
import { type PageCases, parseLine } from './page-cases.ts';

export interface SearchStep {
  /** Numbers of cases of one chunk. */
  readonly found: readonly number[];
  /** 0–1 of all chunks. */
  readonly done: number;
}

/** Looks for a text in everything that was said, a chunk at a time, so that the page never stands still. */
export function* searchMessages(cases: PageCases, needle: string): Generator<SearchStep> {
  // As it stands in the file; lines without it need no parsing.
  const written = toBlockJson(needle).slice(1, -1).toLowerCase();
  let first = 0;
  for (let chunk = 0; chunk < cases.chunks; chunk += 1) {
    const lines = cases.listLines(chunk);
    const found: number[] = [];
    for (const [place, line] of lines.entries()) {
      if (line.toLowerCase().includes(written) && says(parseLine(line), needle)) found.push(first + place);
    }
    first += lines.length;
    yield { found, done: (chunk + 1) / cases.chunks };
  }
}

function says({ t: turns, v: verdicts = [], e: error, n: reason }: PageCase, needle: string): boolean {
  const has = (text: string | undefined) => text?.toLowerCase().includes(needle) === true;
  const hasVerdict = ({ x, g }: PageVerdict) => has(x) || has(g);
  return (
    turns.some(({ x, o, c, v = [] }) => has(x) || has(o) || c?.some(has) === true || v.some(hasVerdict)) ||
    verdicts.some(hasVerdict) ||
    [...(error ?? []), reason].some(has)
  );
}
