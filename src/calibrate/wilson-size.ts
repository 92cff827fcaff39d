import type { Estimate } from '../statistics/estimate.ts';
import { wilsonEnds, z95 } from '../statistics/rates/wilson.ts';

/** z², which Wilson's interval adds to the trials. */
export const z2 = z95 ** 2;

/**
 * The independent trials that an interval of Wilson's stands on, from its width: of samples that share conversations
 * they are fewer than n. Without an interval there are none.
 */
export function toWilsonSize({ value, low, high, n }: Estimate): number {
  if (value === null || low === null || high === null) return 0;
  const width = high - low;
  if (toWidth(value, n) >= width - 1e-9) return n;
  let tooSmall = 0;
  let enough = n;
  for (let step = 0; step < 60; step++) {
    const middle = (tooSmall + enough) / 2;
    if (toWidth(value, middle) > width) tooSmall = middle;
    else enough = middle;
  }
  return enough;
}

function toWidth(rate: number, size: number): number {
  const { low, high } = wilsonEnds(rate, size);
  return high - low;
}
