import { renderNumberOf } from '../base/number-of.ts';
import { clusteredMeanInterval } from '../statistics/clustered-mean.ts';
import { holm } from '../statistics/holm.ts';
import type { SignFlipOptions } from '../statistics/sign-flip.ts';
import type { Difference, TagComparison } from './comparison.ts';
import { type DecidedPairs, type PairTally, tallying } from './decided-pairs.ts';
import type { CasePair } from './pair-cases.ts';
import { fewestClusters, isHollowGain, testPairs, toComparisonVerdict } from './test-pairs.ts';

/**
 * Each tag of the newer run by itself, in the order of their names; `lost` are the passes of A of which B has no verdict.
 * Tags that no test could decide are left out of Holm's
 * correction, since they could not be believed by mistake.
 */
export function compareTags(
  decided: DecidedPairs,
  lost: readonly CasePair[],
  options: SignFlipOptions,
): readonly TagComparison[] {
  const tally = tallying(decided);
  const lostPlaces = listTags(lost);
  const tested = [...listTags(decided.pairs)]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([tag, places]) => {
      const { kinds, ...counts } = tally(places);
      const { p } = testPairs({ kinds, ...counts }, options);
      return { tag, ...counts, difference: toMeanDifference(kinds), p };
    });
  const adjusted = holm(tested.map(({ p, clusters }) => (clusters < fewestClusters ? null : p)));
  return tested.map((tag, place) => {
    const pAdjusted = adjusted[place] ?? null;
    return { ...tag, pAdjusted, ...toTagVerdict({ ...tag, pAdjusted }, lostPlaces.get(tag.tag)?.length ?? 0) };
  });
}

type TagVerdict = Pick<TagComparison, 'verdict' | 'why'>;

function toTagVerdict(tag: Omit<TagComparison, keyof TagVerdict>, lostPasses: number): TagVerdict {
  const { clusters, difference, wins, pAdjusted } = tag;
  if (clusters < fewestClusters) {
    const why = `only ${renderNumberOf(clusters, 'independent pair')}, and no test decides fewer than ${fewestClusters}`;
    return { verdict: 'undecided', why };
  }
  if (isHollowGain({ difference, wins, lostPasses })) {
    return { verdict: 'undecided', why: `A passed ${lostPasses} that have no verdict in B, and B wins only ${wins}` };
  }
  return { verdict: toComparisonVerdict(difference, pAdjusted) };
}

/** By the clustered t interval: a bootstrap for every tag would cost more than the whole comparison. */
function toMeanDifference(kinds: PairTally['kinds']): Difference {
  const sums = kinds.map(({ pairs, difference, times }) => ({ sum: difference, count: pairs, times }));
  const { value, low, high } = clusteredMeanInterval(sums, { min: -1, max: 1 });
  return { value, low, high };
}

/** The places of the pairs of each tag. A tag that a case has twice counts once. */
function listTags(pairs: readonly CasePair[]): ReadonlyMap<string, readonly number[]> {
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
