import type { KappaOptions } from './cohen-kappa.ts';
import type { ContingencyTable } from './contingency-table.ts';
import type { AgreementWeights } from './disagreement.ts';
import type { Metric } from './metric.ts';
import { type PairCounts, toMetric, toPairCounts } from './pair-counts.ts';
import { weightedAgreement, weightTotal } from './weighted-agreement.ts';

/**
 * Gwet's AC1 of two raters (`weights: 'none'`) and AC2 (`linear`, `quadratic`), from their table: agreement beyond
 * chance, where chance stays small when nearly all scores are the same. So it can be high for a judge that always gives
 * one score: never trust it alone.
 *
 * AC = (a − e)/(1 − e) with w(i, j) = 1 − d(i, j)/largest d on the scale, a = Σ w(i, j)·nᵢⱼ/n,
 * e = Σᵢⱼ w(i, j) / (q·(q − 1)) · Σ πᵢ·(1 − πᵢ), πᵢ = (rowᵢ + columnᵢ)/2n, and q scores on the scale, used or not.
 * Edges: no pairs, or a scale of one score → null, with a reason.
 * Source: K. L. Gwet, "Computing inter-rater reliability and its variance in the presence of high agreement", British
 * Journal of Mathematical and Statistical Psychology 61 (2008); AC2: "Handbook of Inter-Rater Reliability" (4th ed., 2014).
 *
 * @example gwetOfTable([[90, 0], [10, 0]])  // { value: 0.889… }, where κ is 0
 */
export function gwetOfTable(table: ContingencyTable, { weights = 'none', values }: KappaOptions = {}): Metric {
  const pairs = toPairCounts(table, values);
  return toMetric(gwetOf(pairs, weights), pairs);
}

/** The same of counted pairs; NaN where it is undefined. */
export function gwetOf(pairs: PairCounts, weights: AgreementWeights): number {
  const { n, values, rows, columns } = pairs;
  const q = values.length;
  if (q < 2 || n === 0) return Number.NaN;
  let mixed = 0;
  for (let place = 0; place < q; place++) {
    const share = ((rows[place] ?? 0) + (columns[place] ?? 0)) / (2 * n);
    mixed += share * (1 - share);
  }
  const chance = (weightTotal(values, weights) / (q * (q - 1))) * mixed;
  return (weightedAgreement(pairs, weights) - chance) / (1 - chance);
}
