import { normalTail } from './normal-tail.ts';

export interface CountedShare {
  readonly hits: number;
  readonly n: number;
}

/**
 * Are two independent shares the same? The two-sided p-value of the pooled z test.
 *
 * z = (p₁ − p₂)/√(p(1 − p)(1/n₁ + 1/n₂)), with the share p of both together. Counts need not be whole numbers.
 * Edges: a side without trials has no share: p is null, with a reason. Both shares 0, or both 1 → p is 1. Impossible
 * counts are a RangeError. With fewer than about five hits and five misses in all it is only approximate.
 * Source: K. Pearson, "On the criterion that a given system of deviations…", Philosophical Magazine 50 (1900): z² is his χ²
 * of the 2×2 table.
 *
 * @example twoProportionTest({ hits: 45, n: 50 }, { hits: 25, n: 50 })  // { p: 0.0000127… }
 */
export function twoProportionTest(
  one: CountedShare,
  other: CountedShare,
): { readonly p: number | null; readonly why?: string } {
  for (const { hits, n } of [one, other]) {
    if (!(hits >= 0 && hits <= n && Number.isFinite(n))) {
      throw new RangeError(`a share needs 0 ≤ hits ≤ n, got ${hits} of ${n}`);
    }
  }
  if (one.n === 0 || other.n === 0) return { p: null, why: 'no trials' };
  const pooled = (one.hits + other.hits) / (one.n + other.n);
  const variance = pooled * (1 - pooled) * (1 / one.n + 1 / other.n);
  if (variance <= 0) return { p: 1 };
  return { p: Math.min(1, 2 * normalTail(Math.abs(one.hits / one.n - other.hits / other.n) / Math.sqrt(variance))) };
}
