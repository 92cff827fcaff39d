/** A share from 0 to 1 in percent, one decimal; a dash for null. Only exactly none and all read 0.0 and 100.0. */
export function toPercent(share: number | null): string {
  if (share === null) return '–';
  if (share <= 0) return '0.0';
  return share >= 1 ? '100.0' : clamp(share * 100, 0.1, 99.9).toFixed(1);
}

/** The same without decimals, for progress: only exactly none and all read 0 and 100. */
export function toWholePercent(share: number): string {
  if (share <= 0) return '0';
  return share >= 1 ? '100' : clamp(share * 100, 1, 99).toFixed(0);
}

/** A limit as it was written, as a share: 0.07 reads 7, 0.995 reads 99.5. */
export function toWrittenPercent(share: number): string {
  return String(Number((share * 100).toPrecision(12)));
}

/** A difference of two shares in percentage points, one decimal, without its sign. */
export function toPoints(difference: number): string {
  return Math.abs(difference * 100).toFixed(1);
}

/** The same, negative or not: `−12.5`, `12.5`. What rounds to nothing has no sign. */
export function toNegativePoints(difference: number): string {
  const points = toPoints(difference);
  return difference < 0 && Number(points) !== 0 ? `−${points}` : points;
}

/** The same with its sign always: `−12.5`, `+12.5`. */
export function toSignedPoints(difference: number): string {
  const points = toNegativePoints(difference);
  return difference > 0 && Number(points) !== 0 ? `+${points}` : points;
}

function clamp(value: number, low: number, high: number): number {
  return Math.min(Math.max(value, low), high);
}
