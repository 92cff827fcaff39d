import { neededCases } from '../statistics/paired/power.ts';
import { clusteredStandardError } from '../statistics/rates/clustered-error.ts';
import { clusteredMeanInterval } from '../statistics/rates/clustered-mean.ts';
import type { Bounds } from '../statistics/rates/unseen-spread.ts';
import { compareTags } from './compare-tags.ts';
import type { ComparedCase } from './compared-case.ts';
import type { ChangedMetric, Comparison, ComparisonVerdict, FlippedCase } from './comparison.ts';
import { renderComparisonSentence } from './comparison-sentence.ts';
import { type DecidedPairs, numberClusters, tallyAll, toDecidedPairs } from './decided-pairs.ts';
import {
  countMissing,
  explainFall,
  findBlockedClaim,
  findFallenClaim,
  listMissing,
  pickCounted,
  readMissing,
  worstFor,
} from './missing-verdicts.ts';
import { type CasePair, pairCases } from './pair-cases.ts';
import { fewestClusters, testPairs, toComparisonVerdict } from './test-pairs.ts';

interface CompareOptions {
  /** Of random sign flips, where all flips are too many to count; 1 when absent. */
  readonly seed?: number;
}

/**
 * Compares run B with run A: conversations paired by key and repeat, clustered, counted, tested.
 *
 * A pair is decided when both sides were asked the same, and passed or failed; B wins it when A failed and B passed. The
 * difference has the clustered t interval. p is McNemar's exact test when every cluster is one pair, else the sign-flip
 * test. B is `better` or `worse` when p < 0.05 and the interval is on that side of 0, over the decided pairs and also
 * with every missing verdict (error or ungraded) counted against that verdict. A pair with a skipped side counts nowhere.
 * The same (key, repeat) twice on a side is a bug of the caller, and throws.
 */
export function compareCases(
  a: readonly ComparedCase[],
  b: readonly ComparedCase[],
  { seed = 1 }: CompareOptions = {},
): Comparison {
  const { pairs, ...unpaired } = pairCases(a, b);
  const decided = toDecidedPairs(pairs);
  const tally = tallyAll(decided);
  const { kinds: _, ...counts } = tally;
  const tested = testPairs(tally, { seed });
  const missing = readMissing(pairs, pickCounted({ ...counts, ...tested }), { seed });
  const claimed = toComparisonVerdict(tested);
  const fallen = findFallenClaim(claimed, missing.worstCase) ?? findBlockedClaim(tested, missing.worstCase);
  const verdict = fallen === undefined ? claimed : 'inconclusive';
  const isRegression = verdict === 'worse' || toComparisonVerdict(missing.errorsAsFails) === 'worse';
  const isHidden = isRegression && verdict !== 'worse';
  const compared = {
    ...counts,
    ...toPassRates(decided),
    ...tested,
    ...missing,
    verdict,
    ...(fallen === undefined ? {} : { why: explainFall(fallen, pairs, missing.worstCase[fallen]) }),
    isRegression,
    ...(fallen !== undefined || isHidden ? tooManyMissing : toNeeded(pairs, decided, verdict)),
    unpaired: { ...unpaired, noVerdict: pairs.length - counts.pairs, ...countMissing(pairs) },
  };
  return {
    ...compared,
    summary: renderComparisonSentence(compared, countCases(decided)),
    byTag: compareTags(pairs, { seed }),
    flipped: listFlipped(pairs),
    normalizedScore: toChangedMetric(pairs, ({ normalizedScore }) => normalizedScore, { min: -1, max: 1 }),
    costUsd: toChangedMetric(pairs, ({ costUsd }) => costUsd),
    latencyMs: toChangedMetric(pairs, ({ latencyMs }) => latencyMs),
    seed,
  };
}

function toPassRates({ pairs }: DecidedPairs): Pick<Comparison, 'a' | 'b'> {
  const n = pairs.length;
  if (n === 0) return { a: null, b: null };
  return {
    a: pairs.filter(({ a }) => a.status === 'pass').length / n,
    b: pairs.filter(({ b }) => b.status === 'pass').length / n,
  };
}

type Needed = Pick<Comparison, 'neededCases' | 'neededWhy'>;

const tooManyMissing: Needed = {
  neededCases: null,
  neededWhy: 'the missing verdicts decide it, so resolve errors and ungraded first',
};

/**
 * In cases, each played as often as here; never fewer than a test needs to decide anything. The verdict has to hold with
 * missing verdicts counted against it too, which takes more cases than the decided pairs alone.
 */
function toNeeded(pairs: readonly CasePair[], decided: DecidedPairs, verdict: ComparisonVerdict): Needed {
  if (verdict !== 'inconclusive') return { neededCases: 0 };
  const seen = toNeededOf(decided);
  if (seen.neededCases === null || listMissing(pairs).length === 0) return seen;
  const mean = decided.differences.reduce((sum, difference) => sum + difference, 0);
  const worst = toNeededOf(toDecidedPairs(pairs, worstFor[mean > 0 ? 'better' : 'worse']));
  return worst.neededCases === null ? seen : { neededCases: Math.max(seen.neededCases, worst.neededCases) };
}

function toNeededOf(decided: DecidedPairs): Needed {
  const { kinds, clusters } = tallyAll(decided);
  const { mean, value: standardError } = clusteredStandardError(kinds);
  // Where all clusters are alike it is clusters that are missing, not spread.
  const have = standardError === 0 ? clusters : countCases(decided);
  const { value, why } = neededCases({ difference: mean ?? 0, standardError, have });
  if (value === null) return { neededCases: null, ...(why === undefined ? {} : { neededWhy: why }) };
  return { neededCases: Math.max(1, value, fewestClusters - clusters) };
}

function countCases({ pairs }: DecidedPairs): number {
  return new Set(pairs.map(({ b }) => b.key)).size;
}

type NumberOfCase = (compared: ComparedCase) => number | null;

/** Means of both sides over the pairs where both are known, and their difference with its clustered t interval. */
function toChangedMetric(pairs: readonly CasePair[], toNumber: NumberOfCase, bounds?: Bounds): ChangedMetric {
  const known = pairs.filter(({ a, b }) => toNumber(a) !== null && toNumber(b) !== null);
  const { clusterOf, clusters } = numberClusters(known);
  const sums = Array.from({ length: clusters }, () => ({ sum: 0, count: 0 }));
  let sumOfA = 0;
  let sumOfB = 0;
  for (const [place, pair] of known.entries()) {
    const cluster = sums[clusterOf[place] ?? 0];
    const [a, b] = [toNumber(pair.a), toNumber(pair.b)];
    if (cluster === undefined || a === null || b === null) continue;
    cluster.sum += b - a;
    cluster.count++;
    sumOfA += a;
    sumOfB += b;
  }
  const n = known.length;
  if (n === 0) return { a: null, b: null, difference: { ...unknown, why: 'no pair has both' }, n };
  const { value, low, high, why } = clusteredMeanInterval(sums, bounds);
  const difference = { value, low, high, ...(why === undefined ? {} : { why }) };
  return { a: sumOfA / n, b: sumOfB / n, difference, n };
}

const unknown = { value: null, low: null, high: null };

/** Pairs whose status is not the same in both runs: what B lost, then what it won, then the rest. */
function listFlipped(pairs: readonly CasePair[]): readonly FlippedCase[] {
  return pairs
    .filter(({ a, b }) => a.status !== b.status)
    .sort((one, other) => toRank(one) - toRank(other))
    .map(({ a, b }) => ({
      id: b.id,
      eval: b.eval,
      repeat: b.repeat,
      tags: b.tags,
      a: { status: a.status, conversation: a.number },
      b: { status: b.status, conversation: b.number },
    }));
}

function toRank({ a, b }: CasePair): number {
  if (a.status === 'pass' && b.status === 'fail') return 0;
  return a.status === 'fail' && b.status === 'pass' ? 1 : 2;
}
