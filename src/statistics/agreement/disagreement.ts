import type { PairCounts } from './pair-counts.ts';

/**
 * How much a disagreement counts by its distance: `none`, all alike; `linear`, by the distance of the two scores;
 * `quadratic`, by its square.
 */
export type AgreementWeights = 'none' | 'linear' | 'quadratic';

/** Disagreement of two scores that lie so far apart. */
export function toDisagreement(difference: number, weights: AgreementWeights): number {
  if (weights === 'none') return difference === 0 ? 0 : 1;
  return weights === 'linear' ? Math.abs(difference) : difference * difference;
}

/** Disagreement of all pairs, added up. */
export function observedDisagreement({ counts, differences }: PairCounts, weights: AgreementWeights): number {
  let sum = 0;
  for (let cell = 0; cell < counts.length; cell++) {
    sum += (counts[cell] ?? 0) * toDisagreement(differences[cell] ?? 0, weights);
  }
  return sum;
}

/**
 * Disagreement of each human score with each score of the judge, added up: Σᵢⱼ rowᵢ·columnⱼ·d(i, j), in a time that
 * grows with the scores and not with their square.
 */
export function crossedDisagreement(pairs: PairCounts, weights: AgreementWeights): number {
  if (weights === 'none') return crossedDifferences(pairs);
  return weights === 'linear' ? crossedDistances(pairs) : crossedSquares(pairs);
}

function crossedDifferences({ n, rows, columns }: PairCounts): number {
  let same = 0;
  for (let place = 0; place < rows.length; place++) same += (rows[place] ?? 0) * (columns[place] ?? 0);
  return n * n - same;
}

/** Each gap between neighbors of the scale counts once for each pair with one score below it and one above. */
function crossedDistances({ n, values, rows, columns }: PairCounts): number {
  let [sum, humanBelow, judgeBelow] = [0, 0, 0];
  for (let place = 0; place + 1 < values.length; place++) {
    humanBelow += rows[place] ?? 0;
    judgeBelow += columns[place] ?? 0;
    const gap = (values[place + 1] ?? 0) - (values[place] ?? 0);
    sum += gap * (humanBelow * (n - judgeBelow) + (n - humanBelow) * judgeBelow);
  }
  return sum;
}

/** By means and spreads, which loses no digits where scores are large and near each other. */
function crossedSquares({ n, values, rows, columns }: PairCounts): number {
  const [human, judge] = [meanOf(rows, values, n), meanOf(columns, values, n)];
  return n * (squaresOf(rows, values, human) + squaresOf(columns, values, judge)) + (n * (human - judge)) ** 2;
}

export function meanOf(counts: Float64Array, values: Float64Array, n: number): number {
  let sum = 0;
  for (let place = 0; place < counts.length; place++) sum += (counts[place] ?? 0) * (values[place] ?? 0);
  return sum / n;
}

export function squaresOf(counts: Float64Array, values: Float64Array, mean: number): number {
  let sum = 0;
  for (let place = 0; place < counts.length; place++) sum += (counts[place] ?? 0) * ((values[place] ?? 0) - mean) ** 2;
  return sum;
}

/**
 * Share of agreement where near misses count in part: Σ w(i, j)·nᵢⱼ/n, with w(i, j) = 1 − d(i, j)/largest d on the
 * scale. The scale must have at least two scores.
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

/** Each gap separates all scores below it from all scores above it. */
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
