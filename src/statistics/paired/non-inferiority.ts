import type { Estimate } from '../estimate.ts';
import { normalTail } from '../rates/normal-tail.ts';
import { type PairedCounts, tangoInterval, tangoScore } from './tango.ts';

/** Of wins, of losses, and of all pairs. */
interface PairSums {
  readonly wins: number;
  readonly losses: number;
  readonly pairs: number;
}

/** Pairs from one conversation, counted. `times`: this many clusters are alike; one when absent. */
export interface WinLossCluster extends PairSums {
  readonly times?: number;
  /** Sums of weights, of pairs that were drawn with unequal chances: a pair weighs 1 / its chance. Default: the counts. */
  readonly weights?: PairSums;
}

export interface NonInferiority extends Estimate {
  readonly clusters: number;
  /** Independent pairs that the interval and p rest on. */
  readonly effective: number;
  /** One-sided: how likely a difference this good is if the newer one is worse by exactly the margin. Null: no pairs. */
  readonly p: number | null;
}

/** The design effect seen counts as much as this many clusters in which the two differ. */
const priorClusters = 5;

/**
 * Is the newer of two paired rates worse by no more than a margin? Difference with 95% CI, and a one-sided p.
 *
 * Pairs of their own: Tango's score test, p = 1 − Φ(T(−margin)), and his interval. Pairs that share conversations: the
 * same on effective counts, all divided by the design effect D = (k·d + 5·D₁)/(k + 5). d is the clustered variance of
 * the difference over that of independent pairs, never below 1; D₁ = Σm²/n is the effect if all pairs of a
 * conversation were alike; k is the number of conversations in which the two differ. Rare flips say little about d,
 * and a clustered t test believes them: at 40 conversations it calls a rate that is worse by the margin "not worse"
 * in up to 16% of data sets, this test in about 3%.
 * Weighted pairs: the difference is that of the weighted shares of wins and losses (Hájek). Each pair counts at most as
 * its weight is of the largest, as in `gateEffectiveN`: with L = n·max w/Σw, d becomes the larger of L·d and the
 * linearized variance of the weighted difference over that of independent pairs, and D₁ the larger of L·D₁ and
 * n·Σwᵍ²/(Σw)². A few heavy pairs that happen to agree so cannot pass for many. In simulation (two strata drawn with
 * chances of 20% and 80%, 150 and 400 conversations of one pair or of 1–5), a rate that is worse by 5 points is called
 * "not worse" in at most 2.6% of data sets; without weights in up to 99%.
 * `largestWeight`: of all pairs that were drawn, also of those that are not among these. When absent, the largest mean
 * weight of a cluster.
 * Edges: no pairs → null, with a reason. No pair differs → D is D₁. Equal weights change nothing. Counts or weights that
 * do not fit are a RangeError.
 * Source: see `tangoScore`; design effect: L. Kish, "Survey Sampling" (1965); weights: see `weightedRateInterval`.
 *
 * @example pairedNonInferiority([{ wins: 0, losses: 0, pairs: 1, times: 73 }], 0.05)  // p = 0.025, low = −0.05
 */
export function pairedNonInferiority(
  clusters: readonly WinLossCluster[],
  margin: number,
  { largestWeight = 0 }: { readonly largestWeight?: number } = {},
): NonInferiority {
  if (!(margin > 0 && margin < 1)) throw new RangeError(`a margin must be between 0 and 1, got ${margin}`);
  const totals = toTotals(clusters);
  const { counts, clusters: count } = totals;
  const n = counts.pairs;
  if (n === 0) return { ...tangoInterval({ wins: 0, losses: 0, n }), clusters: 0, effective: 0, p: null };
  const effective = toEffective(clusters, totals, Math.max(largestWeight, totals.largest));
  return {
    ...tangoInterval(effective),
    n,
    clusters: count,
    effective: effective.n,
    p: normalTail(tangoScore(effective, -margin)),
  };
}

/** `squares`: Σ pairs² over clusters. */
type SquaredSums = PairSums & { readonly squares: number };

interface Totals {
  readonly counts: SquaredSums;
  /** Equal to the counts where pairs are not weighted. */
  readonly weights: SquaredSums;
  readonly clusters: number;
  /** Clusters in which the two differ. */
  readonly differing: number;
  /** The largest mean weight of a cluster. */
  readonly largest: number;
}

function toTotals(list: readonly WinLossCluster[]): Totals {
  const noSums = { wins: 0, losses: 0, pairs: 0, squares: 0 };
  const totals = { counts: { ...noSums }, weights: { ...noSums }, clusters: 0, differing: 0, largest: 0 };
  for (const cluster of list) {
    checkCluster(cluster);
    const { wins, losses, pairs, times = 1, weights = cluster } = cluster;
    if (pairs === 0) continue;
    for (const [sums, added] of [[totals.counts, cluster] as const, [totals.weights, weights] as const]) {
      sums.wins += added.wins * times;
      sums.losses += added.losses * times;
      sums.pairs += added.pairs * times;
      sums.squares += added.pairs * added.pairs * times;
    }
    totals.clusters += times;
    totals.differing += wins + losses > 0 ? times : 0;
    totals.largest = Math.max(totals.largest, weights.pairs / pairs);
  }
  return totals;
}

function checkCluster({ wins, losses, pairs, times = 1, weights }: WinLossCluster): void {
  const areCounts = [wins, losses, pairs, times].every((count) => Number.isInteger(count) && count >= 0);
  if (!areCounts || wins + losses > pairs) {
    throw new RangeError(
      `a cluster needs whole numbers of wins and losses among its pairs, got ${wins}, ${losses} of ${pairs}`,
    );
  }
  if (weights === undefined) return;
  const { wins: won, losses: lost, pairs: all } = weights;
  const areWeights = [won, lost, all].every((weight) => Number.isFinite(weight) && weight >= 0);
  // The slack is for sums of the same weights in another order.
  if (!areWeights || all > 0 !== pairs > 0 || won + lost > all * (1 + 1e-12)) {
    throw new RangeError(
      `the weights of wins and losses must be part of the weight of all pairs, got ${won}, ${lost} of ${all}`,
    );
  }
}

function toEffective(list: readonly WinLossCluster[], totals: Totals, largest: number): PairedCounts {
  const { counts, weights, clusters, differing } = totals;
  const { pairs: n } = counts;
  // Weights are fractions, so that equal ones may seem to be a little below the largest, or above.
  const uneven = Math.max(1, (n * largest) / weights.pairs);
  if (uneven === 1 && clusters === n) return { wins: counts.wins, losses: counts.losses, n };
  const alike = Math.max(uneven * (counts.squares / n), (weights.squares / weights.pairs) * (n / weights.pairs));
  const spread = Math.max(
    uneven * toDesignEffect(list, { sums: counts, n, clusters }),
    toDesignEffect(
      list.map(({ weights: own, ...cluster }) => ({ ...cluster, ...own })),
      { sums: weights, n, clusters },
    ),
  );
  const seen = differing === 0 ? alike : spread;
  const effect = (differing * seen + priorClusters * alike) / (differing + priorClusters);
  const scale = n / weights.pairs;
  return { wins: (weights.wins * scale) / effect, losses: (weights.losses * scale) / effect, n: n / effect };
}

/** One cluster, or pairs that all differ in the same way, show no spread: then pairs of a cluster count as alike. */
function toDesignEffect(
  list: readonly WinLossCluster[],
  { sums, n, clusters }: { readonly sums: SquaredSums; readonly n: number; readonly clusters: number },
): number {
  const { wins, losses, pairs: all, squares } = sums;
  const mean = (wins - losses) / all;
  const independent = (wins + losses) / all - mean * mean;
  const scale = n / all;
  if (clusters < 2 || independent <= 1e-12) return (squares / all) * scale;
  let between = 0;
  for (const { wins: won, losses: lost, pairs, times = 1 } of list) between += (won - lost - pairs * mean) ** 2 * times;
  return Math.max(1, (((clusters / (clusters - 1)) * between) / all / independent) * scale);
}
