/** Below this many, a rate is printed as a fraction: its interval would span nearly everything. */
export const fewestForRate = 5;

/** `3/4`. Undefined for a rate of many, and for one of weighted parts, which is not a number of hits out of n. */
export function toFraction(rate: number, n: number): string | undefined {
  const hits = Math.round(rate * n);
  return n < fewestForRate && Math.abs(rate * n - hits) < 1e-9 ? `${hits}/${n}` : undefined;
}

/** A share from 0 to 1 as a whole percentage. Only exactly none and all read 0 and 100. */
export function toWholePercent(share: number): string {
  if (share <= 0) return '0';
  return share >= 1 ? '100' : clamp(share * 100, 1, 99).toFixed(0);
}

/** From this many on, a tenth of a percentage point is a case. */
const fewestForTenths = 1000;

/** The percentage of a rate of n: whole, and with one decimal where n is large enough to tell tenths apart. */
export function toRatePercent(share: number, n: number): string {
  if (n < fewestForTenths || share <= 0 || share >= 1) return toWholePercent(share);
  return clamp(share * 100, 0.1, 99.9).toFixed(1);
}

/** A limit as it was written, as a share: 0.07 reads 7, 0.995 reads 99.5. */
export function toWrittenPercent(share: number): string {
  return String(Number((share * 100).toPrecision(12)));
}

/** A difference of two shares in percentage points, without its sign: whole from 10 on, one decimal below. */
export function toPoints(difference: number): string {
  const points = Math.abs(difference * 100);
  return points < 9.95 ? points.toFixed(1).replace(/\.0$/, '') : points.toFixed(0);
}

/** The same, negative or not: `−12`, `12`. What rounds to nothing has no sign. */
export function toNegativePoints(difference: number): string {
  const points = toPoints(difference);
  return difference < 0 && Number(points) !== 0 ? `−${points}` : points;
}

/** A difference in percentage points, always with its sign: `−12`, `+12`. */
export function toSignedPoints(difference: number): string {
  const points = toNegativePoints(difference);
  return difference > 0 && Number(points) !== 0 ? `+${points}` : points;
}

/** Both ends of an interval: `23–88`, or `−12 to 3` where a dash would read as a minus sign. */
export function joinEnds(low: string, high: string): string {
  return [low, high].some((end) => /^[−+-]/.test(end)) ? `${low} to ${high}` : `${low}–${high}`;
}

function clamp(value: number, low: number, high: number): number {
  return Math.min(Math.max(value, low), high);
}
