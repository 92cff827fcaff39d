/** The next or the previous of `count` references, up to the ends; who stands at none comes in from that side. */
export function stepRef(count: number, at: number | undefined, by: 1 | -1): number | undefined {
  if (count === 0) return undefined;
  if (at === undefined) return by === 1 ? 0 : count - 1;
  return Math.min(Math.max(at + by, 0), count - 1);
}
