import type { PageCase, PageVerdict } from '../../src/format/page-data.ts';
import { type SearchStep, searchLines } from '../page/search-lines.ts';
import type { PageCases } from './page-cases.ts';

/** Looks for a text in everything that was said and in every reason; a line is a case. */
export function searchMessages({ blocks }: PageCases, needle: string): Generator<SearchStep> {
  return searchLines(blocks, needle, (number, content) => (says(content, needle) ? [number] : []));
}

function says(content: PageCase, needle: string): boolean {
  const { t: turns, v: verdicts = [], e: error, n: reason, a: attempts = [] } = content;
  const has = (text: string | undefined) => text?.toLowerCase().includes(needle) === true;
  const hasVerdict = ({ x, g }: PageVerdict) => has(x) || has(g);
  return (
    turns.some(({ x, o, c, v = [] }) => has(x) || has(o) || c?.some(has) === true || v.some(hasVerdict)) ||
    verdicts.some(hasVerdict) ||
    attempts.some(([why, said]) => has(why) || says({ t: said }, needle)) ||
    [...(error ?? []), reason].some(has)
  );
}
