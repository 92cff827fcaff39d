/** The query of a history page: two revisions, and whether the later one is shown whole. */
export interface HistorySearch {
  readonly from?: number;
  readonly to?: number;
  readonly view?: 'whole';
}

/** Values that are not a revision are ignored. */
export function checkHistorySearch(search: Readonly<Record<string, unknown>>): HistorySearch {
  const from = findRevision(search.from);
  const to = findRevision(search.to);
  return {
    ...(from === undefined ? {} : { from }),
    ...(to === undefined ? {} : { to }),
    ...(search.view === 'whole' ? { view: 'whole' } : {}),
  };
}

/** A number in a link, a text in the address. */
function findRevision(value: unknown): number | undefined {
  const number = typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value;
  return typeof number === 'number' && Number.isSafeInteger(number) && number > 0 ? number : undefined;
}
