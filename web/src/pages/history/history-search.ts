/** What the address of a history says: two revisions, and whether the later one is shown whole. */
export interface HistorySearch {
  readonly from?: number;
  readonly to?: number;
  readonly view?: 'whole';
}

/** Whatever does not name a revision is left out. */
export function checkHistorySearch(search: Readonly<Record<string, unknown>>): HistorySearch {
  const from = findRevision(search.from);
  const to = findRevision(search.to);
  return {
    ...(from === undefined ? {} : { from }),
    ...(to === undefined ? {} : { to }),
    ...(search.view === 'whole' ? { view: 'whole' } : {}),
  };
}

/** A number where a page names it, a text where it is read from the address. */
function findRevision(value: unknown): number | undefined {
  const number = typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value;
  return typeof number === 'number' && Number.isSafeInteger(number) && number > 0 ? number : undefined;
}
