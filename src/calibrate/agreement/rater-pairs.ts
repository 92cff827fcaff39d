import type { Metric } from '../../conversation/certificate.ts';
import { allAlike } from '../../statistics/chance-corrected.ts';
import { type ClusterSum, toTotals } from '../../statistics/clustered-error.ts';
import { kappaOf } from '../../statistics/cohen-kappa.ts';
import type { Metric as Value } from '../../statistics/metric.ts';
import { toPercentMetric } from './percent-metric.ts';
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
  readonly percent: Metric;
  readonly kappa: Value;
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

function compare({ value: one }: Pick<Value, 'value'>, { value: other }: Pick<Value, 'value'>): number {
  if (one === null || other === null) return Number(one === null) - Number(other === null);
  return one - other;
}

export function toPairKappa({ pairs }: RaterTable): Value {
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
