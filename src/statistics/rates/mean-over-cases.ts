import { sumOfSquares, toTotals } from './clustered-error.ts';
import type { ClusteredInterval } from './clustered-rate.ts';
import { effectiveWilson } from './effective-wilson.ts';

/** A case that was played `of` times. `cluster`: cases of one are not independent; each its own when absent. */
export interface RepeatedCase {
  readonly passed: number;
  readonly of: number;
  readonly cluster?: string;
}

/**
 * Mean over cases of a share that is estimated from the plays of each, with its 95% CI.
 *
 * Cases with fewer than `least` plays say nothing and do not count; `n` is the number of those that do. The interval is
 * Wilson's on the effective sample size by the spread between cases (or clusters of them), see `effectiveWilson`; on no
 * more than all plays together.
 * Edges: no such case → null, with a reason.
 */
export function meanOverCases(
  cases: readonly RepeatedCase[],
  least: number,
  toShare: (repeated: RepeatedCase) => number,
): ClusteredInterval {
  if (!Number.isInteger(least) || least < 1)
    throw new RangeError(`plays must be a whole number, 1 or more, got ${least}`);
  const counted = cases.filter((repeated) => checked(repeated).of >= least);
  if (counted.length === 0) {
    const plays = least === 1 ? '1 play' : `${least} plays`;
    return { value: null, low: null, high: null, n: 0, clusters: 0, why: `no case with ${plays}` };
  }
  const sums = toClusterSums(counted, toShare);
  const totals = toTotals(sums);
  const rate = Math.min(1, totals.sum / totals.n);
  const atMost = counted.reduce((plays, { of }) => plays + of, 0);
  const { n, clusters } = totals;
  const ends = effectiveWilson({ ...totals, rate, squares: sumOfSquares(sums, totals), atMost });
  return { value: rate, ...ends, n, clusters };
}

function toClusterSums(cases: readonly RepeatedCase[], toShare: (repeated: RepeatedCase) => number) {
  const named = new Map<string, { sum: number; count: number }>();
  const sums: { sum: number; count: number }[] = [];
  for (const repeated of cases) {
    const share = toShare(repeated);
    const known = repeated.cluster === undefined ? undefined : named.get(repeated.cluster);
    if (known !== undefined) {
      known.sum += share;
      known.count++;
      continue;
    }
    const cluster = { sum: share, count: 1 };
    sums.push(cluster);
    if (repeated.cluster !== undefined) named.set(repeated.cluster, cluster);
  }
  return sums;
}

function checked(repeated: RepeatedCase): RepeatedCase {
  const { passed, of } = repeated;
  if (Number.isInteger(passed) && Number.isInteger(of) && passed >= 0 && passed <= of) return repeated;
  throw new RangeError(`a case needs whole numbers 0 ≤ passed ≤ plays, got ${passed} of ${of}`);
}
