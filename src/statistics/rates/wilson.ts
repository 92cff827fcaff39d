import { type Estimate, undefinedEstimate } from '../estimate.ts';
import { normalQuantile } from './normal-quantile.ts';

/** Normal quantile at 97.5%: the ends of 95%. */
export const z95 = 1.959963984540054;

/** Normal quantile of the ends of an interval at another level, such as 0.99. */
export function toZ(level: number): number {
  if (!(level > 0 && level < 1)) throw new RangeError(`a level must be between 0 and 1, got ${level}`);
  // What `normalQuantile` gives at 0.975 differs in the last digit.
  return level === 0.95 ? z95 : normalQuantile((1 + level) / 2);
}

/**
 * Wilson score interval of a rate, at 95% unless another z is given.
 *
 * Edges: no trials → null, with a reason. 0 of n and n of n give intervals that touch 0 and 1 and are never empty.
 * Source: E. B. Wilson, "Probable inference, the law of succession, and statistical inference", JASA 22 (1927).
 *
 * @example wilsonInterval(18, 20)  // { value: 0.9, low: 0.699…, high: 0.972…, n: 20 }
 */
export function wilsonInterval(successes: number, trials: number, z = z95): Estimate {
  if (!isCount(successes) || !isCount(trials) || successes > trials) {
    throw new RangeError(`wilsonInterval needs whole numbers 0 ≤ successes ≤ trials, got ${successes} of ${trials}`);
  }
  if (!(z > 0 && Number.isFinite(z))) throw new RangeError(`wilsonInterval needs a z above 0, got ${z}`);
  if (trials === 0) return undefinedEstimate(0, 'no trials');
  const rate = successes / trials;
  return { value: rate, ...wilsonEnds(rate, trials, z), n: trials };
}

/**
 * The ends of the same interval for a rate of `size` independent trials, which need be no
 * whole number, as of a sample whose trials are alike in part.
 */
export function wilsonEnds(rate: number, size: number, z = z95): { low: number; high: number } {
  const z2 = z * z;
  const center = (rate + z2 / (2 * size)) / (1 + z2 / size);
  const half = (z / (1 + z2 / size)) * Math.sqrt((rate * (1 - rate)) / size + z2 / (4 * size * size));
  return { low: rate === 0 ? 0 : center - half, high: rate === 1 ? 1 : center + half };
}

function isCount(value: number): boolean {
  return Number.isInteger(value) && value >= 0;
}

/** z², which Wilson's interval adds to the trials. */
export const z2 = z95 ** 2;

/**
 * The number of independent trials behind an interval of Wilson's, from its width: of samples that share conversations
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
