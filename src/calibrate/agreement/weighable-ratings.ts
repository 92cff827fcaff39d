import type { UnseenCouples } from '../../statistics/resampling/unseen-pairs.ts';
import type { WeighedRatings } from './agreement-table.ts';
import type { CodedRatings } from './coded-ratings.ts';
import { findRaterTables, type RaterTable, type UnseenCouple, weighTable, withUnseenCouples } from './rater-tables.ts';
import { type ConversationGroups, groupUnits, type UnitPatterns, weighPatterns, writeUnseen } from './unit-patterns.ts';
import { type PatternSpread, sumUnits, toPatternSpread, type UnitSums, writeSpread } from './unit-sums.ts';
import { listUnseenCodes, type UnseenUnit } from './unseen-units.ts';

/** Ratings that a resample counts again: `weigh`, then read. */
export class WeighableRatings implements WeighedRatings {
  readonly groups: ConversationGroups;
  readonly patterns: UnitPatterns;
  readonly spread: PatternSpread;
  /** How many units each pattern has; last, how many units the unseen one counts as. */
  readonly weights: Float64Array;
  /** Scores that an unseen unit can have. */
  readonly couples: UnseenCouples;
  /** A table for every two raters. Empty where no metric needs them. */
  readonly tables: readonly RaterTable[];
  /** Tables were asked for, and there are none, since there would be too many. */
  readonly areRatersTooMany: boolean;
  readonly #values: Float64Array;
  readonly #tableOf: ReadonlyMap<string, RaterTable>;
  #sums: UnitSums | undefined;

  constructor({ units, values }: CodedRatings, { hasTables }: { readonly hasTables: boolean }) {
    const { patterns, groups } = groupUnits(units);
    this.groups = groups;
    this.patterns = patterns;
    this.#values = values;
    this.weights = new Float64Array(patterns.count + 1);
    this.spread = toPatternSpread(patterns, values);
    this.couples = listUnseenCodes(values.length);
    const tables = hasTables ? findRaterTables(patterns, values, this.couples) : [];
    this.tables = tables ?? [];
    this.areRatersTooMany = tables === undefined;
    this.#tableOf = new Map(this.tables.map((table) => [table.raters.join(), table]));
    this.weigh(groups.sizes);
  }

  get sums(): UnitSums {
    this.#sums ??= sumUnits({ patterns: this.patterns, spread: this.spread, values: this.#values }, this.weights);
    return this.#sums;
  }

  /** Takes as many conversations of each group as `drawn` says. */
  weigh(drawn: ArrayLike<number>): void {
    weighPatterns(this.groups, drawn, this.weights);
    for (const table of this.tables) weighTable(table, this.weights);
    this.#sums = undefined;
  }

  /** Calls `read` while an unseen unit counts as `weight` units. */
  withUnseen(unit: UnseenUnit, weight: number, read: () => void): void {
    const { patterns, spread, weights } = this;
    writeUnseen(patterns, unit.codes);
    writeSpread({ patterns, spread, values: this.#values }, patterns.count);
    weights[patterns.count] = weight;
    this.#sums = undefined;
    withUnseenCouples(this.#listCouples(unit), weight, read);
    weights[patterns.count] = 0;
    this.#sums = undefined;
  }

  #listCouples({ raters, codes }: UnseenUnit): readonly UnseenCouple[] {
    if (this.tables.length === 0) return [];
    return raters.flatMap((one, first) =>
      raters.slice(first + 1).flatMap((other, place) => {
        const table = this.#tableOf.get([one, other].join());
        return table === undefined ? [] : [{ table, human: codes[first] ?? 0, judge: codes[first + 1 + place] ?? 0 }];
      }),
    );
  }
}
