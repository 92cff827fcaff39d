import { findHits } from '../../../../../../src/curate/keyword-hits.ts';

/** So much of a passage stands before its first hit. */
const before = 50;

/** A passage from a little before the first word that was found, so that the eye lands on it. */
export function toHitPassage(text: string, keyword: string): string {
  const [first] = findHits(text, keyword);
  if (first === undefined || first.start <= before) return text;
  const gap = text.indexOf(' ', first.start - before);
  return `… ${text.slice(gap === -1 || gap > first.start ? first.start : gap + 1)}`;
}
