import { type AgreementWeights, observedDisagreement, toDisagreement } from './disagreement.ts';
import type { PairCounts } from './pair-counts.ts';

/**
 * Share of agreement where near misses count in part: Σ w(i, j)·nᵢⱼ/n, with w(i, j) = 1 − d(i, j)/largest d on the
 * scale. The scale must have two scores at least.
 */
export function weightedAgreement(pairs: PairCounts, weights: AgreementWeights): number {
  return 1 - observedDisagreement(pairs, weights) / (pairs.n * largestDisagreement(pairs.values, weights));
}

/** Σᵢⱼ w(i, j) over all cells of a scale of q scores: q² less all disagreements. */
export function weightTotal(values: Float64Array, weights: AgreementWeights): number {
  const q = values.length;
  return q * q - allDisagreements(values, weights) / largestDisagreement(values, weights);
}

function largestDisagreement(values: Float64Array, weights: AgreementWeights): number {
  return toDisagreement((values[values.length - 1] ?? 0) - (values[0] ?? 0), weights);
}

function allDisagreements(values: Float64Array, weights: AgreementWeights): number {
  if (weights === 'none') return values.length * (values.length - 1);
  return weights === 'linear' ? allDistances(values) : allSquares(values);
}

/** Each gap lies between all scores below it and all above. */
function allDistances(values: Float64Array): number {
  const q = values.length;
  let sum = 0;
  for (let place = 1; place < q; place++) {
    sum += 2 * place * (q - place) * ((values[place] ?? 0) - (values[place - 1] ?? 0));
  }
  return sum;
}

/** Σᵢⱼ (vᵢ − vⱼ)² = 2q·Σ (vᵢ − mean)². */
function allSquares(values: Float64Array): number {
  let [total, squares] = [0, 0];
  for (let place = 0; place < values.length; place++) total += values[place] ?? 0;
  const mean = total / values.length;
  for (let place = 0; place < values.length; place++) squares += ((values[place] ?? 0) - mean) ** 2;
  return 2 * values.length * squares;
}
