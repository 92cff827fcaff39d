import type { PageCase, PageVerdict } from '../../src/format/page-data.ts';
import { type SearchStep, searchLines } from '../page/search-lines.ts';
import type { PageCases } from './page-cases.ts';

/** Looks for a text in everything that was said and in every reason; a line is a case. */
export function searchMessages({ blocks }: PageCases, needle: string): Generator<SearchStep> {
  return searchLines(blocks, needle, (number, content) => (says(content, needle) ? [number] : []));
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
