import { type ContingencyTable, checkTable, checkValues } from '../agreement/contingency-table.ts';
import type { PairCounts } from '../agreement/pair-counts.ts';
import { type Estimate, type PointEstimate, undefinedEstimate } from '../estimate.ts';
import { wilsonEnds } from './wilson.ts';

/**
 * True positive rate (sensitivity): of what people pass, the share that the judge passes. The table is two by two, pass
 * first, see `toPassTable`. With Wilson's interval, for pairs that are independent.
 *
 * Edges: people passed nothing → null, with a reason.
 *
 * @example truePositiveRate([[45, 5], [10, 40]])  // { value: 0.9, low: 0.786…, high: 0.956…, n: 50 }
 */
export function truePositiveRate(table: ContingencyTable): Estimate {
  return withWilson(toTruePositive(toPassCounts(table)));
}

/**
 * True negative rate (specificity): of what people fail, the share that the judge fails. As `truePositiveRate`.
 *
 * Edges: people failed nothing → null, with a reason.
 *
 * @example trueNegativeRate([[45, 5], [10, 40]])  // { value: 0.8, low: 0.669…, high: 0.887…, n: 50 }
 */
export function trueNegativeRate(table: ContingencyTable): Estimate {
  return withWilson(toTrueNegative(toPassCounts(table)));
}

export const whyNoPass = 'no sample that people pass';
export const whyNoFail = 'no sample that people fail';

/** Takes counts of passes and fails. NaN where the metric is undefined. */
export function truePositiveOf({ truePasses, falseFails }: PassCounts): number {
  return truePasses / (truePasses + falseFails);
}

export function trueNegativeOf({ trueFails, falsePasses }: PassCounts): number {
  return trueFails / (trueFails + falsePasses);
}

type CountedRate = PointEstimate & { readonly n: number };

export function toTruePositive(passes: PassCounts): CountedRate {
  const n = passes.truePasses + passes.falseFails;
  return n === 0 ? { value: null, n, why: whyNoPass } : { value: truePositiveOf(passes), n };
}

export function toTrueNegative(passes: PassCounts): CountedRate {
  const n = passes.trueFails + passes.falsePasses;
  return n === 0 ? { value: null, n, why: whyNoFail } : { value: trueNegativeOf(passes), n };
}

function withWilson({ value, n, why = '' }: CountedRate): Estimate {
  return value === null ? undefinedEstimate(n, why) : { value, ...wilsonEnds(value, n), n };
}

/** Pairs on both sides of a passing score. */
export interface PassCounts {
  /** People and judge pass it. */
  truePasses: number;
  /** People fail it, the judge passes it. */
  falsePasses: number;
  falseFails: number;
  trueFails: number;
}

/**
 * A table of a scale folded to two rows and two columns, **pass first**: `[[true passes, false fails], [false passes,
 * true fails]]`, which is what `mcc`, `truePositiveRate` and `trueNegativeRate` take.
 *
 * @example toPassTable([[3, 1, 0], [0, 2, 1], [0, 0, 4]], [1, 2, 3], 2)  // [[7, 0], [1, 3]]
 */
export function toPassTable(table: ContingencyTable, values: readonly number[], pass: number): ContingencyTable {
  checkTable(table);
  checkValues(values, table.length);
  const folded: [[number, number], [number, number]] = [
    [0, 0],
    [0, 0],
  ];
  for (const [row, cells] of table.entries()) {
    const ofHuman = folded[(values[row] ?? 0) >= pass ? 0 : 1];
    for (const [column, count] of cells.entries()) ofHuman[(values[column] ?? 0) >= pass ? 0 : 1] += count;
  }
  return folded;
}

/** Reads a table of two by two, pass first. */
export function toPassCounts(table: ContingencyTable): PassCounts {
  checkTable(table);
  if (table.length !== 2) throw new RangeError(`a table of pass and fail must have two rows, got ${table.length}`);
  const [[truePasses = 0, falseFails = 0] = [], [falsePasses = 0, trueFails = 0] = []] = table;
  return { truePasses, falseFails, falsePasses, trueFails };
}

/** Writes how many pairs are on which side; scores from place `passFrom` of the scale upwards pass. */
export function countPasses({ human, judge, counts }: PairCounts, passFrom: number, into: PassCounts): void {
  let [truePasses, falsePasses, falseFails, trueFails] = [0, 0, 0, 0];
  for (let cell = 0; cell < counts.length; cell++) {
    const count = counts[cell] ?? 0;
    const judgePasses = (judge[cell] ?? 0) >= passFrom;
    if ((human[cell] ?? 0) >= passFrom) {
      if (judgePasses) truePasses += count;
      else falseFails += count;
    } else if (judgePasses) falsePasses += count;
    else trueFails += count;
  }
  into.truePasses = truePasses;
  into.falsePasses = falsePasses;
  into.falseFails = falseFails;
  into.trueFails = trueFails;
}
