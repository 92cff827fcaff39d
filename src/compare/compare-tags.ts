import { renderNumberOf } from '../base/number-of.ts';
import { holm } from '../statistics/paired/holm.ts';
import type { SignFlipOptions } from '../statistics/paired/sign-flip.ts';
import type { MissingCounted, TagComparison } from './comparison.ts';
import { type MissingAs, type PairTally, tallying, toDecidedPairs } from './decided-pairs.ts';
import { type Claim, explainFall, findFallenClaim, listMissing, pickCounted, worstFor } from './missing-verdicts.ts';
import type { CasePair } from './pair-cases.ts';
import { fewestClusters, type TestedPairs, testPairs, toComparisonVerdict } from './test-pairs.ts';

/**
 * Each tag of the newer run by itself, sorted by name, by the rules of the whole comparison with Holm-corrected p. Tags
 * that no test can decide are left out of the correction: they cannot be decided by mistake.
 */
export function compareTags(pairs: readonly CasePair[], options: SignFlipOptions): readonly TagComparison[] {
  const missing = listMissing(pairs);
  const tested = testTags(pairs, {}, options);
  const family = new Set(tested.filter(({ clusters }) => clusters >= fewestClusters).map(({ tag }) => tag));
  const decided = adjust(tested, family);
  const readWorst = (claim: Claim) =>
    missing.length === 0 ? decided : adjust(testTags(pairs, worstFor[claim], options), family);
  const worst = { better: readWorst('better'), worse: readWorst('worse') };
  return [...decided.values()].map((adjusted) => {
    const { kinds: _, test: _test, ...tag } = adjusted;
    // Every tag with a decided pair is in the worst cases too: they have these pairs and more.
    const toWorst = (claim: Claim) => toMissingCounted(worst[claim].get(tag.tag) ?? adjusted);
    const whole = { ...tag, worstCase: { better: toWorst('better'), worse: toWorst('worse') } };
    const ofTag = missing.filter(({ b }) => b.tags.includes(tag.tag));
    return { ...whole, ...toTagVerdict(whole, ofTag) };
  });
}

interface TestedTag extends PairTally, TestedPairs {
  readonly tag: string;
}

interface AdjustedTag extends TestedTag {
  readonly pAdjusted: number | null;
}

function testTags(all: readonly CasePair[], missingAs: MissingAs, options: SignFlipOptions): readonly TestedTag[] {
  const decided = toDecidedPairs(all, missingAs);
  const tally = tallying(decided);
  return [...listTags(decided.pairs)]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([tag, places]) => {
      const counts = tally(places);
      return { tag, ...counts, ...testPairs(counts, options) };
    });
}

/** Holm-corrected over the tags of the family, which is the same for the decided pairs and for the worst cases. */
function adjust(tested: readonly TestedTag[], family: ReadonlySet<string>): ReadonlyMap<string, AdjustedTag> {
  const adjusted = holm(tested.map(({ tag, p }) => (family.has(tag) ? p : null)));
  return new Map(tested.map((tag, place) => [tag.tag, { ...tag, pAdjusted: adjusted[place] ?? null }]));
}

function toMissingCounted({ pAdjusted, ...tag }: AdjustedTag): MissingCounted {
  return pickCounted({ ...tag, p: pAdjusted });
}

type TagVerdict = Pick<TagComparison, 'verdict' | 'why'>;

function toTagVerdict(tag: Omit<TagComparison, keyof TagVerdict>, missing: readonly CasePair[]): TagVerdict {
  const { clusters, difference, pAdjusted, worstCase } = tag;
  if (clusters < fewestClusters) {
    const why = `only ${renderNumberOf(clusters, 'independent pair')}, but a test needs ${fewestClusters}`;
    return { verdict: 'inconclusive', why };
  }
  const claimed = toComparisonVerdict({ difference, p: pAdjusted });
  const fallen = findFallenClaim(claimed, worstCase);
  if (fallen === undefined) return { verdict: claimed };
  return { verdict: 'inconclusive', why: explainFall(fallen, missing, worstCase[fallen]) };
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
