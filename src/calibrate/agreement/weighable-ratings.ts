import type { WeighedRatings } from './agreement-figures.ts';
import type { CodedRatings } from './coded-ratings.ts';
import { type PatternSpread, toPatternSpread } from './pattern-spread.ts';
import { type RaterTable, toRaterTables, weighTable } from './rater-tables.ts';
import { type ConversationGroups, groupUnits, type UnitPatterns, weighPatterns } from './unit-patterns.ts';
import { sumUnits, type UnitSums } from './unit-sums.ts';

/** Ratings that a resample counts anew: `weigh`, then read. */
export class WeighableRatings implements WeighedRatings {
  readonly groups: ConversationGroups;
  readonly spread: PatternSpread;
  readonly tables: readonly RaterTable[];
  sums: UnitSums;
  readonly #patterns: UnitPatterns;
  readonly #values: Float64Array;
  readonly #weights: Float64Array;

  constructor({ units, values }: CodedRatings) {
    const { patterns, groups } = groupUnits(units);
    this.groups = groups;
    this.#patterns = patterns;
    this.#values = values;
    this.#weights = new Float64Array(patterns.count);
    this.spread = toPatternSpread(patterns, values);
    this.tables = toRaterTables(patterns, values);
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
