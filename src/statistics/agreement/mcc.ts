import type { PointEstimate } from '../estimate.ts';
import { type PassCounts, toPassCounts } from '../rates/true-rates.ts';
import type { ContingencyTable } from './contingency-table.ts';

/**
 * Matthews' correlation coefficient of pass and fail (φ): 1 is perfect, 0 is chance, −1 always the opposite. Unlike a
 * share of agreement, it is not high for a judge that passes everything.
 *
 * Of true and false passes and fails: (TP·TF − FP·FF) / √((TP + FF)(TF + FP)(TP + FP)(TF + FF)). The table is two by two;
 * both raters have their classes in one order.
 * Edges: no pairs, or a rater who uses one class only → null, with a reason that names the rater.
 * Source: B. W. Matthews, "Comparison of the predicted and observed secondary structure of T4 phage lysozyme", Biochimica
 * et Biophysica Acta 405 (1975).
 *
 * @example mcc([[45, 5], [10, 40]])  // { value: 0.703… }
 */
export function mcc(table: ContingencyTable): PointEstimate {
  return toMccEstimate(toPassCounts(table));
}

export function toMccEstimate(counts: PassCounts): PointEstimate {
  const value = mccOf(counts);
  if (!Number.isNaN(value)) return { value };
  const { truePasses, falsePasses, falseFails, trueFails } = counts;
  if (truePasses + falsePasses + falseFails + trueFails === 0) return { value: null, why: 'no pair of scores' };
  const isHumanConstant = truePasses + falseFails === 0 || trueFails + falsePasses === 0;
  const who = isHumanConstant ? 'the human scores' : "the judge's scores";
  return { value: null, why: `${who} all pass or all fail` };
}

/** Takes counts of passes and fails. NaN where the metric is undefined. */
export function mccOf({ truePasses, falsePasses, falseFails, trueFails }: PassCounts): number {
  const ofHuman = (truePasses + falseFails) * (trueFails + falsePasses);
  const ofJudge = (truePasses + falsePasses) * (trueFails + falseFails);
  if (ofHuman === 0 || ofJudge === 0) return Number.NaN;
  const product = truePasses * trueFails - falsePasses * falseFails;
  return Math.max(-1, Math.min(1, product / Math.sqrt(ofHuman * ofJudge)));
}
