/** How many lines stand below the loaded rows: grey ones as far ahead as a page reaches, or one that says what went wrong. */
export function countLinesAhead(
  {
    more,
    total,
    loaded,
  }: { readonly more: 'none' | 'waiting' | 'loading' | 'fault'; readonly total: number; readonly loaded: number },
  pageSize = 100,
): number {
  if (more === 'none') return 0;
  return more === 'fault' ? 1 : Math.min(pageSize, Math.max(total - loaded, 1));
}

/** Places in sight, and the one that has the focus: it has to stay on the page wherever one scrolls. */
export function withKept(places: readonly number[], kept: number | undefined, count: number): number[] {
  if (kept === undefined || kept >= count || places.includes(kept)) return [...places];
  return [...places, kept].sort((one, other) => one - other);
}
