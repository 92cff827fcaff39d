import { normalTail } from '../normal-tail.ts';
import type { RateInterval } from '../wilson.ts';
import { type PairedCounts, tangoInterval, tangoScore } from './tango.ts';

/** Pairs from one conversation. `times`: this many clusters are alike; one when absent. */
export interface WinLossCluster {
  readonly wins: number;
  readonly losses: number;
  readonly pairs: number;
  readonly times?: number;
}

export interface NonInferiority extends RateInterval {
  readonly clusters: number;
  /** Independent pairs that the interval and p rest on. */
  readonly effective: number;
  /** One-sided: how likely a difference this good is if the newer one is worse by exactly the margin. Null: no pairs. */
  readonly p: number | null;
}

/** The design effect seen counts as much as this many clusters in which the two differ. */
const priorClusters = 5;

/**
 * Is the newer of two paired rates worse by no more than a margin? Difference with 95% interval, and a one-sided p.
 *
 * Pairs of their own: Tango's score test, p = 1 − Φ(T(−margin)), and his interval. Pairs that share conversations: the
 * same on effective counts, all divided by the design effect D = (k·d + 5·D₁)/(k + 5). d is the clustered variance of
 * the difference over that of independent pairs, never below 1; D₁ = Σm²/n is the effect if all pairs of a
 * conversation were alike; k is the number of conversations in which the two differ. Rare flips say little about d,
 * and a clustered t test believes them: at 40 conversations it calls a rate that is worse by the margin "not worse"
 * in up to 16% of data sets, this test in about 3%.
 * Edges: no pairs → null, with a reason. No pair differs → D is D₁. Counts that do not fit are a RangeError.
 * Source: see `tangoScore`; design effect: L. Kish, "Survey Sampling" (1965).
 *
 * @example pairedNonInferiority([{ wins: 0, losses: 0, pairs: 1, times: 73 }], 0.05)  // p = 0.025, low = −0.05
 */
export function pairedNonInferiority(clusters: readonly WinLossCluster[], margin: number): NonInferiority {
  if (!(margin > 0 && margin < 1)) throw new RangeError(`a margin is between 0 and 1, got ${margin}`);
  const totals = toTotals(clusters);
  const { n, clusters: count } = totals;
  if (n === 0) return { ...tangoInterval(totals), clusters: 0, effective: 0, p: null };
  const effective = toEffective(clusters, totals);
  return {
    ...tangoInterval(effective),
    n,
    clusters: count,
    effective: effective.n,
    p: normalTail(tangoScore(effective, -margin)),
  };
}

interface Totals extends PairedCounts {
  readonly clusters: number;
  /** Clusters in which the two differ. */
  readonly differing: number;
  /** Σm² over clusters of m pairs. */
  readonly squares: number;
}

function toTotals(list: readonly WinLossCluster[]): Totals {
  const totals = { wins: 0, losses: 0, n: 0, clusters: 0, differing: 0, squares: 0 };
  for (const { wins, losses, pairs, times = 1 } of list) {
    if (
      ![wins, losses, pairs, times].every((count) => Number.isInteger(count) && count >= 0) ||
      wins + losses > pairs
    ) {
      throw new RangeError(`a cluster has whole wins and losses among its pairs, got ${wins}, ${losses} of ${pairs}`);
    }
    if (pairs === 0) continue;
    totals.wins += wins * times;
    totals.losses += losses * times;
    totals.n += pairs * times;
    totals.clusters += times;
    totals.differing += wins + losses > 0 ? times : 0;
    totals.squares += pairs * pairs * times;
  }
  return totals;
}

function toEffective(list: readonly WinLossCluster[], totals: Totals): PairedCounts {
  const { wins, losses, n, clusters, differing, squares } = totals;
  if (clusters === n) return { wins, losses, n };
  const alike = squares / n;
  const seen = differing === 0 ? alike : toDesignEffect(list, totals);
  const effect = (differing * seen + priorClusters * alike) / (differing + priorClusters);
  return { wins: wins / effect, losses: losses / effect, n: n / effect };
}

/** One cluster, or pairs that all differ in the same way, show no spread: then pairs of a cluster count as alike. */
function toDesignEffect(list: readonly WinLossCluster[], { wins, losses, n, clusters, squares }: Totals): number {
  const mean = (wins - losses) / n;
  const independent = (wins + losses) / n - mean * mean;
  if (clusters < 2 || independent <= 1e-12) return squares / n;
  let between = 0;
  for (const { wins: won, losses: lost, pairs, times = 1 } of list) between += (won - lost - pairs * mean) ** 2 * times;
  return Math.max(1, ((clusters / (clusters - 1)) * between) / n / independent);
}
