import type { ContingencyTable } from './contingency-table.ts';
import { type PassCounts, toPassCounts } from './pass-table.ts';
import { type RateInterval, wilsonEnds } from './wilson.ts';

/**
 * True positive rate (sensitivity): of what people pass, the share that the judge passes. The table is two by two, pass
 * first, see `toPassTable`. With Wilson's interval, for pairs that are independent.
 *
 * Edges: people passed nothing → null, with a reason.
 *
 * @example truePositiveRate([[45, 5], [10, 40]])  // { value: 0.9, low: 0.786…, high: 0.956…, n: 50 }
 */
export function truePositiveRate(table: ContingencyTable): RateInterval {
  const { truePasses, falseFails } = toPassCounts(table);
  return toRate(truePasses, truePasses + falseFails, whyNoPass);
}

/**
 * True negative rate (specificity): of what people fail, the share that the judge fails. As `truePositiveRate`.
 *
 * Edges: people failed nothing → null, with a reason.
 *
 * @example trueNegativeRate([[45, 5], [10, 40]])  // { value: 0.8, low: 0.669…, high: 0.887…, n: 50 }
 */
export function trueNegativeRate(table: ContingencyTable): RateInterval {
  const { trueFails, falsePasses } = toPassCounts(table);
  return toRate(trueFails, trueFails + falsePasses, whyNoFail);
}

export const whyNoPass = 'no sample that people pass';
export const whyNoFail = 'no sample that people fail';

/** The same of counts; NaN where it is undefined. */
export function truePositiveOf({ truePasses, falseFails }: PassCounts): number {
  return truePasses / (truePasses + falseFails);
}

export function trueNegativeOf({ trueFails, falsePasses }: PassCounts): number {
  return trueFails / (trueFails + falsePasses);
}

function toRate(hits: number, n: number, why: string): RateInterval {
  if (n === 0) return { value: null, low: null, high: null, n: 0, why };
  return { value: hits / n, ...wilsonEnds(hits / n, n), n };
}
