import { type PairCounts, sumMargins, toCells } from '../../statistics/pair-counts.ts';
import type { UnitPatterns } from './unit-patterns.ts';

/** Two raters, and the table of the units that both rated. */
export interface RaterTable {
  readonly raters: readonly [number, number];
  readonly pairs: PairCounts;
  /** Of each cell: the patterns that it counts. */
  readonly patternsOf: readonly (readonly number[])[];
}

/** Sixty-three raters make nearly so many pairs, and each has a table that every resample counts anew. */
const mostTables = 2000;

/** A table for every two raters that share a unit. Undefined: there would be too many. */
export function findRaterTables(patterns: UnitPatterns, values: Float64Array): readonly RaterTable[] | undefined {
  const tables = new Map<string, { raters: [number, number]; cells: Map<number, number[]> }>();
  for (const { pattern, raters, codes } of listRatedTwice(patterns)) {
    const key = raters.join();
    const table = tables.get(key) ?? { raters, cells: new Map<number, number[]>() };
    if (tables.size === mostTables && !tables.has(key)) return undefined;
    tables.set(key, table);
    // In the order of the first rater's score, then of the second's.
    const cell = (codes[0] - 1) * values.length + codes[1] - 1;
    const listed = table.cells.get(cell);
    if (listed === undefined) table.cells.set(cell, [pattern]);
    else listed.push(pattern);
  }
  return [...tables.values()].map(({ raters, cells }) => {
    const order = [...cells].sort(([one], [other]) => one - other);
    const human = order.map(([cell]) => Math.floor(cell / values.length));
    const judge = order.map(([cell]) => cell % values.length);
    return {
      raters,
      pairs: toCells({ values, human, judge, counts: human.map(() => 0) }),
      patternsOf: order.map(([, listed]) => listed),
    };
  });
}

interface RatedTwice {
  readonly pattern: number;
  readonly raters: [number, number];
  readonly codes: readonly [number, number];
}

function* listRatedTwice({ starts, raters, codes, count }: UnitPatterns): Generator<RatedTwice> {
  for (let pattern = 0; pattern < count; pattern++) {
    const end = starts[pattern + 1] ?? 0;
    for (let first = starts[pattern] ?? 0; first < end; first++) {
      for (let second = first + 1; second < end; second++) {
        yield {
          pattern,
          raters: [raters[first] ?? 0, raters[second] ?? 0],
          codes: [codes[first] ?? 0, codes[second] ?? 0],
        };
      }
    }
  }
}

/** Counts the units of each cell, when there are so many of each pattern. */
export function weighTable({ pairs, patternsOf }: RaterTable, weights: Float64Array): void {
  for (const [cell, patterns] of patternsOf.entries()) {
    let sum = 0;
    for (const pattern of patterns) sum += weights[pattern] ?? 0;
    pairs.counts[cell] = sum;
  }
  sumMargins(pairs);
}
