import { type PairCounts, sumMargins, toCells } from '../../statistics/agreement/pair-counts.ts';
import type { UnseenCouples } from '../../statistics/resampling/unseen-pairs.ts';
import type { UnitPatterns } from './unit-patterns.ts';

/** Two raters, and the table of the units that both rated. */
export interface RaterTable {
  readonly raters: readonly [number, number];
  readonly pairs: PairCounts;
  /** The patterns that each cell counts. */
  readonly patternsOf: readonly (readonly number[])[];
  /** Which cell counts a couple, by `toCellKey`. */
  readonly cellOf: ReadonlyMap<number, number>;
  /** Metrics of these counts by name. An unseen unit changes few of many tables: the others are not computed again. */
  known: Map<string, number>;
}

/** Sixty-three raters make nearly 2,000 pairs, and every resample counts the table of each pair again. */
const mostTables = 2000;

/** A table for every two raters that share a unit, with cells for unseen couples. Undefined: there would be too many. */
export function findRaterTables(
  patterns: UnitPatterns,
  values: Float64Array,
  { couples }: UnseenCouples,
): readonly RaterTable[] | undefined {
  const tables = new Map<string, { raters: [number, number]; cells: Map<number, number[]> }>();
  for (const { pattern, raters, codes } of listRatedTwice(patterns)) {
    const key = raters.join();
    if (tables.size === mostTables && !tables.has(key)) return undefined;
    const empty = () => new Map(couples.map(({ human, judge }) => [toCellKey(human, judge, values), [] as number[]]));
    const table = tables.get(key) ?? { raters, cells: empty() };
    tables.set(key, table);
    const cell = toCellKey(codes[0], codes[1], values);
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
      cellOf: new Map(order.map(([cell], place) => [cell, place])),
      known: new Map(),
    };
  });
}

/** Rises with the first rater's score, then with the second's. */
function toCellKey(human: number, judge: number, values: Float64Array): number {
  return (human - 1) * values.length + judge - 1;
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

/** Counts the units of each cell, when each pattern has as many as its weight. */
export function weighTable(table: RaterTable, weights: Float64Array): void {
  const { pairs, patternsOf, known } = table;
  known.clear();
  for (const [cell, patterns] of patternsOf.entries()) {
    let sum = 0;
    for (const pattern of patterns) sum += weights[pattern] ?? 0;
    pairs.counts[cell] = sum;
  }
  sumMargins(pairs);
}

export interface UnseenCouple {
  readonly table: RaterTable;
  readonly human: number;
  readonly judge: number;
}

/** Calls `read` while each table counts its couple more often by `weight`. No table comes twice. */
export function withUnseenCouples(unseen: readonly UnseenCouple[], weight: number, read: () => void): void {
  const before = unseen.map(({ table, human, judge }) => {
    const { pairs, cellOf, known } = table;
    const cell = cellOf.get(toCellKey(human, judge, pairs.values)) ?? 0;
    const count = pairs.counts[cell] ?? 0;
    pairs.counts[cell] = count + weight;
    sumMargins(pairs);
    table.known = new Map();
    return { table, cell, count, known };
  });
  read();
  for (const { table, cell, count, known } of before) {
    table.pairs.counts[cell] = count;
    sumMargins(table.pairs);
    table.known = known;
  }
}
