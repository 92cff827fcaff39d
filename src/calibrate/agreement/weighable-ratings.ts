import type { WeighedRatings } from './agreement-figures.ts';
import type { CodedRatings } from './coded-ratings.ts';
import { type PatternSpread, toPatternSpread } from './pattern-spread.ts';
import { findRaterTables, type RaterTable, weighTable } from './rater-tables.ts';
import { type ConversationGroups, groupUnits, type UnitPatterns, weighPatterns } from './unit-patterns.ts';
import { sumUnits, type UnitSums } from './unit-sums.ts';

/** Ratings that a resample counts anew: `weigh`, then read. */
export class WeighableRatings implements WeighedRatings {
  readonly groups: ConversationGroups;
  readonly spread: PatternSpread;
  /** Of every two raters; none where nobody asks for them. */
  readonly tables: readonly RaterTable[];
  /** Tables were asked for, and there are none, since there would be too many. */
  readonly areRatersTooMany: boolean;
  sums: UnitSums;
  readonly #patterns: UnitPatterns;
  readonly #values: Float64Array;
  readonly #weights: Float64Array;

  constructor({ units, values }: CodedRatings, { hasTables }: { readonly hasTables: boolean }) {
    const { patterns, groups } = groupUnits(units);
    this.groups = groups;
    this.#patterns = patterns;
    this.#values = values;
    this.#weights = new Float64Array(patterns.count);
    this.spread = toPatternSpread(patterns, values);
    const tables = hasTables ? findRaterTables(patterns, values) : [];
    this.tables = tables ?? [];
    this.areRatersTooMany = tables === undefined;
    this.sums = this.weigh(groups.sizes);
  }

  /** Takes so many conversations of each group. */
  weigh(drawn: ArrayLike<number>): UnitSums {
    weighPatterns(this.groups, drawn, this.#weights);
    for (const table of this.tables) weighTable(table, this.#weights);
    this.sums = sumUnits({ patterns: this.#patterns, spread: this.spread, values: this.#values }, this.#weights);
    return this.sums;
  }
}
