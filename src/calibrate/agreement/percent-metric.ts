import type { Metric } from '../../conversation/certificate.ts';
import { noPairs } from '../../statistics/chance-corrected.ts';
import { type ClusterSum, sumOfSquares, toTotals } from '../../statistics/clustered-error.ts';
import { effectiveWilson } from '../../statistics/effective-wilson.ts';
import { wilsonInterval } from '../../statistics/wilson.ts';

/**
 * Mean over units of the share of pairs that agree. Where each unit is a pair of its own it is a plain rate, with Wilson's
 * interval; else Wilson's on the effective sample size, on no more than the ratings that could differ from another.
 */
export function toPercentMetric(conversations: readonly ClusterSum[], atMost: number): Metric {
  const totals = toTotals(conversations);
  const { n, clusters } = totals;
  if (n === 0) return { value: null, n, why: noPairs };
  if (n === clusters && n === atMost && conversations.every(({ sum }) => Number.isInteger(sum))) {
    return toMetric(wilsonInterval(Math.round(totals.sum), n), n);
  }
  const rate = Math.min(1, totals.sum / n);
  const squares = sumOfSquares(conversations, totals);
  return toMetric({ value: rate, ...effectiveWilson({ ...totals, rate, squares, atMost }) }, n);
}

interface Ends {
  readonly value: number | null;
  readonly low: number | null;
  readonly high: number | null;
}

function toMetric({ value, low, high }: Ends, n: number): Metric {
  return value === null || low === null || high === null ? { value: null, n, why: noPairs } : { value, low, high, n };
}
