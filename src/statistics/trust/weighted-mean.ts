/** Values drawn with known probabilities, and the size of what they were drawn from, if it is known. */
export interface DrawnValues {
  readonly values: readonly number[];
  /** For each value, the probability with which it was drawn: above 0, at most 1. */
  readonly inclusion: readonly number[];
  readonly population?: number;
}

export interface WeightedMean {
  /** Null without a population. */
  readonly horvitzThompson: number | null;
  readonly varianceHT: number | null;
  readonly hajek: number | null;
  readonly varianceHajek: number | null;
  /** Values the means are computed from. */
  readonly n: number;
  /** Why something is null. */
  readonly why?: string;
}

/**
 * Mean of a population from values that were drawn with unequal probabilities π, each weighted by 1/π.
 *
 * Horvitz–Thompson: Σ(y/π)/N, variance Σ (1−π)/π²·y² / N². Hájek: Σ(y/π)/Σ(1/π), variance
 * Σ (1−π)/π²·(y − Hájek)² / (Σ 1/π)². Both variances are for Poisson sampling: each value drawn by itself. Hájek needs no
 * N, stays between the values, and is the one to use for rates.
 *
 * Edges: no values → all null, with a reason. No population → Horvitz–Thompson null, with a reason. The variance of Hájek is
 * 0 for one value and for values that are all alike: nothing was seen to differ, which is not certainty. Probabilities not
 * in (0, 1], lists of different lengths and a population smaller than its sample are a RangeError.
 * Source: D. G. Horvitz, D. J. Thompson, "A generalization of sampling without replacement from a finite universe", JASA
 * 47 (1952); C.-E. Särndal, B. Swensson, J. Wretman, "Model Assisted Survey Sampling" (1992), 3.5 and 5.7.
 *
 * @example weightedMean({ values: [1, 0], inclusion: [0.5, 0.25], population: 8 })
 * // { horvitzThompson: 0.25, varianceHT: 0.03125, hajek: 0.333…, varianceHajek: 0.0617…, n: 2 }
 */
export function weightedMean({ values, inclusion, population }: DrawnValues): WeightedMean {
  checkDraws(values, inclusion, population);
  const n = values.length;
  if (n === 0) {
    return { horvitzThompson: null, varianceHT: null, hajek: null, varianceHajek: null, n, why: 'no values' };
  }
  const weights = inclusion.map((probability) => 1 / probability);
  const total = sum(weights);
  const hajek = sum(values.map((value, i) => value * (at(weights, i) / total)));
  const spread = (center: number, size: number): number =>
    sum(values.map((value, i) => (1 - at(inclusion, i)) * ((at(weights, i) / size) * (value - center)) ** 2));
  const ofHajek = { hajek, varianceHajek: spread(hajek, total), n };
  if (population === undefined) return { horvitzThompson: null, varianceHT: null, ...ofHajek, why: whyNoPopulation };
  const horvitzThompson = sum(values.map((value, i) => value * (at(weights, i) / population)));
  return { horvitzThompson, varianceHT: spread(0, population), ...ofHajek };
}

const whyNoPopulation = 'the size of the population is not known';

function checkDraws(values: readonly number[], inclusion: readonly number[], population: number | undefined): void {
  if (values.length !== inclusion.length) {
    throw new RangeError(`weightedMean needs one probability per value, got ${inclusion.length} for ${values.length}`);
  }
  const badValue = values.find((value) => !Number.isFinite(value));
  if (badValue !== undefined) throw new RangeError(`weightedMean needs finite values, got ${badValue}`);
  const bad = inclusion.find((probability) => !(probability > 0 && probability <= 1));
  if (bad !== undefined) throw new RangeError(`a probability of inclusion must be above 0 and at most 1, got ${bad}`);
  if (population !== undefined && !(population >= values.length && Number.isFinite(population) && population > 0)) {
    throw new RangeError(`a population must have at least its ${values.length} drawn values, got ${population}`);
  }
}

/** Only for indexes of a list of the same length, which `checkDraws` has made sure of. */
function at(list: readonly number[], index: number): number {
  return list[index] ?? Number.NaN;
}

function sum(list: readonly number[]): number {
  return list.reduce((total, value) => total + value, 0);
}
