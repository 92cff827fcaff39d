import { type WeightedTrial, weightedRateInterval } from '../rates/weighted-rate.ts';

/** As many clusters as the cautious size weighs in the mixture: chosen by simulation, see `gateEffectiveN`. */
const cautiousClusters = 50;

/**
 * Effective number of trials for a test that is looked at again and again, such as the e-value of a gate: hits are
 * value · n, with the value of `weightedRateInterval`.
 *
 * The estimated size nᵉ of that interval is too bold for repeated looks: with few clusters its variance is sometimes far
 * too small, and a heavy stratum in which nothing failed yet shows no variance at all. So each trial counts at most as
 * its weight is of the largest: b = min(nᵉ, Σ wᵢ / max w). The cautious size counts each cluster once, in the same way:
 * c = min(b, Σ wᵍ / max w) with its mean weight wᵍ. The variances 1/b and 1/c are mixed, the more clusters G the less
 * of c: n = (G + 50) / (G/b + 50/c).
 * This is not exact. In simulation, with a look after every conversation up to 500 labels, a rate at its limit passes
 * e ≥ 40 in at most 2.2% (1–5 turns per conversation with an intra-class correlation of 0.3 or 0.6; two strata, of
 * which one has 2 to 20% of the labels and up to 80% of the weight), where nᵉ alone passes it in up to 13%.
 * `largestWeight`: the largest weight of all samples that were drawn, also of those that are not among these trials. A
 * heavy sample that has not shown up among the failures yet may be the one that the judge misses.
 *
 * Edges: no trials → 0. One trial per cluster and equal weights → exactly the number of trials.
 * Source: our own; the mixture is a linear shrinkage of the design effect, as of L. Kish, "Survey Sampling" (1965), 8.2.
 *
 * @example gateEffectiveN([{ cluster: 'a', isHit: true }, { cluster: 'a', isHit: true }, { cluster: 'b', isHit: true }])  // 2
 */
export function gateEffectiveN(trials: readonly WeightedTrial[], largestWeight = 0): number {
  const { effectiveN, clusters, n } = weightedRateInterval(trials);
  if (n === 0) return 0;
  const weights = trials.map(({ weight = 1 }) => weight);
  const bold = Math.min(effectiveN, countByLargest(weights, largestWeight));
  const cautious = Math.min(bold, countByLargest(listMeanWeights(trials), largestWeight));
  // Without rounding where both are the same.
  if (cautious === bold) return bold;
  return (clusters + cautiousClusters) / (clusters / bold + cautiousClusters / cautious);
}

/** Σ w / max w. */
function countByLargest(weights: readonly number[], largestWeight: number): number {
  const largest = weights.reduce((most, weight) => Math.max(most, weight), largestWeight);
  return weights.reduce((sum, weight) => sum + weight / largest, 0);
}

/** The mean weight of each cluster. */
function listMeanWeights(trials: readonly WeightedTrial[]): readonly number[] {
  const clusters = new Map<string, { weight: number; count: number }>();
  for (const { cluster, weight = 1 } of trials) {
    const known = clusters.get(cluster) ?? { weight: 0, count: 0 };
    clusters.set(cluster, { weight: known.weight + weight, count: known.count + 1 });
  }
  return Array.from(clusters.values(), ({ weight, count }) => weight / count);
}
