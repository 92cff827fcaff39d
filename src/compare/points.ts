/** A share in points of a hundred, one decimal. */
export function toPoints(share: number): string {
  return (100 * share).toFixed(1);
}

/** The same; a dash when it is not known. */
export function toPercent(share: number | null): string {
  return share === null ? '–' : toPoints(share);
}

/** Points, always with their sign; what rounds to nothing has none. */
export function toSignedPoints(share: number): string {
  const points = toPoints(Math.abs(share));
  if (Number(points) === 0) return points;
  return `${share < 0 ? '−' : '+'}${points}`;
}
