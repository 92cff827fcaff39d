import type { ClusteredInterval } from './clustered-rate.ts';
import { meanOverCases, type RepeatedCase } from './mean-over-cases.ts';

/**
 * The chance that two plays of one case have different results: the noise between runs that are otherwise the same.
 *
 * For a case with c passes in n plays, it is the share of its pairs of plays that differ, 2·c·(n − c)/(n·(n − 1)), which
 * is twice the unbiased variance of a play. Mean over cases and interval as `meanOverCases` has them.
 * Edges: no case with two plays → null, with a reason.
 *
 * @example flipRate([{ passed: 1, of: 2 }, { passed: 2, of: 2 }])  // value 0.5
 */
export function flipRate(cases: readonly RepeatedCase[]): ClusteredInterval {
  return meanOverCases(cases, 2, ({ passed, of }) => (2 * passed * (of - passed)) / (of * (of - 1)));
}
