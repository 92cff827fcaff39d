/** What the address of a history says: two revisions, and whether the later one is shown whole. */
export interface HistorySearch {
  readonly from?: number;
  readonly to?: number;
  readonly view?: 'whole';
}

/** Whatever does not name a revision is left out. */
export function checkHistorySearch(search: Readonly<Record<string, unknown>>): HistorySearch {
  const { from, to, view } = search;
  return {
    ...(isRevision(from) ? { from } : {}),
    ...(isRevision(to) ? { to } : {}),
    ...(view === 'whole' ? { view } : {}),
  };
}

function isRevision(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value > 0;
}
