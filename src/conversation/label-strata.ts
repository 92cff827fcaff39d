/** What strata of a draw are cut by. Never by what a judge said. */
export const strataNames = ['tags', 'turns', 'target'] as const;
export type StrataName = (typeof strataNames)[number];

export const buckets = [
  { upTo: 0, name: '0' },
  { upTo: 1, name: '1' },
  { upTo: 2, name: '2' },
  { upTo: 4, name: '3–4' },
  { upTo: 8, name: '5–8' },
  { upTo: Number.POSITIVE_INFINITY, name: '9+' },
];

/** @example toTurnBucket(6)  // '5–8' */
export function toTurnBucket(turns: number): string {
  return buckets.find(({ upTo }) => turns <= upTo)?.name ?? '0';
}
