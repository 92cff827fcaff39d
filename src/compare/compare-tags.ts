import { renderNumberOf } from '../base/number-of.ts';
import { clusteredMeanInterval } from '../statistics/clustered-mean.ts';
import { holm } from '../statistics/holm.ts';
import type { SignFlipOptions } from '../statistics/sign-flip.ts';
import type { Difference, TagComparison } from './comparison.ts';
import { type DecidedPairs, type PairTally, tallying } from './decided-pairs.ts';
import { fewestClusters, type TestedPairs, testPairs, toComparisonVerdict } from './test-pairs.ts';

/**
 * Each tag of the newer run by itself, in the order of their names. Tags that no test could decide are left out of Holm's
 * correction, since they could not be believed by mistake.
 */
export function compareTags(decided: DecidedPairs, options: SignFlipOptions): readonly TagComparison[] {
  const tally = tallying(decided);
  const tested = [...listTags(decided)]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([tag, places]) => testTag(tag, tally(places), options));
  const adjusted = holm(tested.map(({ test }) => test?.p ?? null));
  return tested.map(({ tag, tallied: { kinds: _, ...counts }, difference, test }, place) => {
    const pAdjusted = adjusted[place] ?? null;
    const verdict = toComparisonVerdict(difference, pAdjusted);
    return { tag, ...counts, difference, p: test?.p ?? null, pAdjusted, verdict };
  });
}

interface TestedTag {
  readonly tag: string;
  readonly tallied: PairTally;
  readonly difference: Difference;
  readonly test?: TestedPairs;
}

function testTag(tag: string, tallied: PairTally, options: SignFlipOptions): TestedTag {
  if (tallied.clusters < fewestClusters) {
    const why = `only ${renderNumberOf(tallied.clusters, 'independent pair')}, and fewer than ${fewestClusters} tell nothing`;
    return { tag, tallied, difference: { value: null, low: null, high: null, why } };
  }
  return { tag, tallied, difference: toMeanDifference(tallied), test: testPairs(tallied, options) };
}

/** By the clustered t interval: a bootstrap for every tag would cost more than the whole comparison. */
function toMeanDifference({ kinds }: PairTally): Difference {
  const sums = kinds.map(({ pairs, difference, times }) => ({ sum: difference, count: pairs, times }));
  const { value, low, high } = clusteredMeanInterval(sums, { min: -1, max: 1 });
  return { value, low, high };
}

/** The places of the pairs of each tag. A tag that a case has twice counts once. */
function listTags({ pairs }: DecidedPairs): ReadonlyMap<string, readonly number[]> {
  const places = new Map<string, number[]>();
  for (const [place, { b }] of pairs.entries()) {
    for (const tag of b.tags) {
      const ofTag = places.get(tag);
      if (ofTag === undefined) places.set(tag, [place]);
      else if (ofTag.at(-1) !== place) ofTag.push(place);
    }
  }
  return places;
}
