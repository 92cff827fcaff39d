import type { ClusteredInterval } from './clustered-rate.ts';
import { meanOverCases, type RepeatedCase } from './mean-over-cases.ts';

/**
 * The chance that at least one of k plays of a case passes, unbiased from n plays: 1 − C(n − c, k)/C(n, k), as mean over
 * cases with its 95% CI.
 *
 * Mean and interval as `meanOverCases` has them. Edges: no case with k plays → null, with a reason.
 * Source: M. Chen et al., "Evaluating large language models trained on code" (2021), arXiv:2107.03374.
 *
 * @example passAtK([{ passed: 1, of: 3 }], 2)  // value 1 − C(2,2)/C(3,2) = 2/3
 */
export function passAtK(cases: readonly RepeatedCase[], k: number): ClusteredInterval {
  return meanOverCases(cases, k, ({ passed, of }) => 1 - toShareOfWays(of - passed, of, k));
}

/**
 * The chance that all of k plays of a case pass ("pass^k"), unbiased from n plays: C(c, k)/C(n, k), as mean over cases
 * with its 95% CI. All else as `passAtK`.
 *
 * Source: S. Yao et al., "τ-bench: a benchmark for tool-agent-user interaction in real-world domains" (2024),
 * arXiv:2406.12045.
 *
 * @example passHatK([{ passed: 2, of: 3 }], 2)  // value C(2,2)/C(3,2) = 1/3
 */
export function passHatK(cases: readonly RepeatedCase[], k: number): ClusteredInterval {
  return meanOverCases(cases, k, ({ passed, of }) => toShareOfWays(passed, of, k));
}

/** C(some, k) / C(all, k): how likely k of all are among some. */
function toShareOfWays(some: number, all: number, k: number): number {
  if (some < k) return 0;
  let share = 1;
  for (let drawn = 0; drawn < k; drawn++) share *= (some - drawn) / (all - drawn);
  return share;
}
