import { renderNumberOf } from '../../base/number-of.ts';
import type { TagComparison } from '../../compare/comparison.ts';
import { fewestClusters } from '../../compare/test-pairs.ts';
import { renderEstimate } from '../../statistics/render-estimate.ts';
import { cutLine, toLine } from '../one-line.ts';
import { renderP } from './comparison-style.ts';

interface ShownTags {
  readonly tags: readonly TagComparison[];
  /** One line each. */
  readonly notes: readonly string[];
}

/** Most rows of tags. */
const mostTags = 20;

/** Up to this many, every tag is shown, even those with too few pairs for a test. */
const allTags = 5;

/** The tags that can have a verdict; where there are too many to show, those that have one come first. */
export function toShownTags(byTag: readonly TagComparison[]): ShownTags {
  const told = byTag.length <= allTags ? byTag : byTag.filter((tag) => !isTooFew(tag));
  const rank = ({ verdict }: TagComparison) => Number(verdict === 'inconclusive');
  const tags =
    told.length <= mostTags ? told : told.toSorted((one, other) => rank(one) - rank(other)).slice(0, mostTags);
  const [left, more] = [byTag.length - told.length, told.length - tags.length];
  return {
    tags,
    notes: [
      ...(more === 0 ? [] : [`… ${more} more: --json`]),
      ...(left === 0 ? [] : [`${renderNumberOf(left, 'tag')} with fewer than ${fewestClusters} pairs not shown`]),
      ...(tags.some(isTooFew) ? [`too few: a test needs ${fewestClusters} independent pairs`] : []),
      ...tags.flatMap((tag) => (isTooFew(tag) || tag.why === undefined ? [] : [`${toTagName(tag)}: ${tag.why}`])),
    ],
  };
}

const longestName = 40;

/** On one line, cut where it would push the metrics off the screen. */
export function toTagName({ tag }: TagComparison): string {
  return cutLine(toLine(tag), longestName);
}

/** The p of a tag alone; none where it could not decide anything. */
export function renderTagP(tag: TagComparison): string {
  return isTooFew(tag) ? '–' : renderP(tag.p);
}

/** `too few` instead of a reason in every row. */
export function renderTagDifference(tag: TagComparison): string {
  return isTooFew(tag) ? 'too few' : renderEstimate(tag.difference, { unit: 'signed-points' });
}

function isTooFew({ clusters }: TagComparison): boolean {
  return clusters < fewestClusters;
}
