import type { KappaOptions } from './cohen-kappa.ts';
import { toDisagreement } from './disagreement.ts';

/**
 * How much every two categories agree: 1 for the same, 0 for the two that lie furthest apart.
 *
 * w(c, k) = 1 − d(c, k)/largest d, with d by what the categories stand for: `values`, or 0, 1, 2, …
 * Edges: one category → its weight is 1.
 * Source: K. L. Gwet, "Handbook of Inter-Rater Reliability" (4th edition, 2014), chapter 3.
 */
export function toRatingWeights(count: number, { weights = 'none', values }: KappaOptions): number[][] {
  const scores = values ?? Array.from({ length: count }, (_, place) => place);
  if (scores.length !== count) {
    throw new RangeError(`every category needs one score, got ${scores.length} for ${count}`);
  }
  const strange = scores.find((score) => !Number.isFinite(score));
  if (strange !== undefined) throw new RangeError(`a category needs a finite score, got ${strange}`);
  const range = scores.reduce((most, score) => Math.max(most, score), Number.NEGATIVE_INFINITY);
  const largest = toDisagreement(range - scores.reduce((least, score) => Math.min(least, score), range), weights);
  return scores.map((one) =>
    scores.map((other) => (one === other ? 1 : 1 - toDisagreement(one - other, weights) / largest)),
  );
}
