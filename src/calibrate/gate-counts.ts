import type { Figure } from '../conversation/certificate.ts';
import type { FigureName } from './figure-names.ts';

/** Metrics that are shares of samples: an e-value decides these. An interval decides the others. */
export const rateNames: ReadonlySet<FigureName> = new Set(['exact', 'within1', 'tpr', 'tnr']);

/**
 * The hits and trials that a rate is worth. Samples of one conversation, and samples of different weight, are worth
 * fewer independent trials than there are. With such effective counts the e-value is not exact (see bench/results.md).
 */
export function toGateCounts(figure: Figure): { readonly hits: number; readonly size: number } {
  if (figure.value === null) return { hits: 0, size: 0 };
  const size = figure.effectiveN ?? figure.n;
  return { hits: figure.value * size, size };
}
