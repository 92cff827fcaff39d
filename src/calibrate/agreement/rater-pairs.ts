import { allAlike, noPairs } from '../../statistics/agreement/chance-corrected.ts';
import { kappaOf } from '../../statistics/agreement/cohen-kappa.ts';
import { type Estimate, type PointEstimate, undefinedEstimate } from '../../statistics/estimate.ts';
import { type ClusterSum, sumOfSquares, toTotals } from '../../statistics/rates/clustered-error.ts';
import { effectiveWilson } from '../../statistics/rates/effective-wilson.ts';
import { wilsonInterval } from '../../statistics/rates/wilson.ts';
import type { RaterTable } from './rater-tables.ts';
import { listConversationSums } from './unit-patterns.ts';
import type { WeighableRatings } from './weighable-ratings.ts';

/** Two raters, before anything is drawn again. */
export interface KnownPair {
  readonly table: RaterTable;
  /** Units that both rated. */
  readonly n: number;
  /** Conversations that these are of. */
  readonly conversations: number;
  readonly percent: Estimate;
  readonly kappa: PointEstimate;
}

/** Every two raters that share a unit, the lowest κ first; those without one come last. */
export function listKnownPairs(ratings: WeighableRatings): readonly KnownPair[] {
  const pairs = ratings.tables.map((table) => {
    const shared = listShared(table, ratings);
    const { n } = table.pairs;
    const { clusters: conversations } = toTotals(shared);
    return { table, n, conversations, kappa: toPairKappa(table), percent: toPercentMetric(shared, n) };
  });
  return pairs.sort((one, other) => compare(one.kappa, other.kappa) || compare(one.percent, other.percent));
}

function compare({ value: one }: Pick<PointEstimate, 'value'>, { value: other }: Pick<PointEstimate, 'value'>): number {
  if (one === null || other === null) return Number(one === null) - Number(other === null);
  return one - other;
}

export function toPairKappa({ pairs }: RaterTable): PointEstimate {
  const value = kappaOf(pairs, 'none');
  return Number.isNaN(value) ? { value: null, why: allAlike } : { value };
}

/** How many units of each conversation both rated, and how many of these the same. */
function listShared({ pairs, patternsOf }: RaterTable, { groups }: WeighableRatings): readonly ClusterSum[] {
  const same = new Map<number, number>();
  for (const [cell, patterns] of patternsOf.entries()) {
    const isSame = pairs.human[cell] === pairs.judge[cell];
    for (const pattern of patterns) same.set(pattern, isSame ? 1 : 0);
  }
  return listConversationSums(groups, (pattern) => same.get(pattern));
}

/**
 * Mean over units of the share of pairs that agree. Where each unit is a pair of its own it is a plain rate, with Wilson's
 * interval; else Wilson's on the effective sample size, on no more than the ratings that could differ from another.
 */
export function toPercentMetric(conversations: readonly ClusterSum[], atMost: number): Estimate {
  const totals = toTotals(conversations);
  const { n, clusters } = totals;
  if (n === 0) return undefinedEstimate(n, noPairs);
  if (n === clusters && n === atMost && conversations.every(({ sum }) => Number.isInteger(sum))) {
    return wilsonInterval(Math.round(totals.sum), n);
  }
  const rate = Math.min(1, totals.sum / n);
  const squares = sumOfSquares(conversations, totals);
  return { value: rate, ...effectiveWilson({ ...totals, rate, squares, atMost }), n };
}
