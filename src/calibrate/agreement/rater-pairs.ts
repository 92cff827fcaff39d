import type { Figure } from '../../conversation/certificate.ts';
import { allAlike } from '../../statistics/chance-corrected.ts';
import { kappaOf } from '../../statistics/cohen-kappa.ts';
import type { Figure as Value } from '../../statistics/figure.ts';
import { toPercentFigure } from './percent-interval.ts';
import type { RaterTable } from './rater-tables.ts';
import { listConversationSums } from './unit-patterns.ts';
import type { WeighableRatings } from './weighable-ratings.ts';

/** Two raters, before anything is drawn again. */
export interface KnownPair {
  readonly table: RaterTable;
  /** Units that both rated. */
  readonly n: number;
  readonly percent: Figure;
  readonly kappa: Value;
}

/** Every two raters that share a unit, the lowest κ first; those without one come last. */
export function listKnownPairs(ratings: WeighableRatings): readonly KnownPair[] {
  const pairs = ratings.tables.map((table) => ({
    table,
    n: table.pairs.n,
    kappa: toPairKappa(table),
    percent: toPercent(table, ratings),
  }));
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

function toPercent({ pairs, patternsOf }: RaterTable, { groups }: WeighableRatings): Figure {
  const same = new Map<number, number>();
  for (const [cell, patterns] of patternsOf.entries()) {
    const isSame = pairs.human[cell] === pairs.judge[cell];
    for (const pattern of patterns) same.set(pattern, isSame ? 1 : 0);
  }
  const conversations = listConversationSums(groups, (pattern) => same.get(pattern));
  return toPercentFigure(conversations, pairs.n);
}
