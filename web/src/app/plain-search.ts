/**
 * The query of an address as texts, each as it is written: `keyword="return label"` keeps its quotes, and `itemId=1e3`
 * is no number. The router's own way reads values as JSON. A name that stands there twice gives a list.
 */
export function parsePlainSearch(query: string): Record<string, string | string[]> {
  const search: Record<string, string | string[]> = Object.create(null);
  for (const [name, value] of new URLSearchParams(query)) {
    const before = search[name];
    search[name] = before === undefined ? value : [before, value].flat();
  }
  return { ...search };
}

/** With its `?`, or nothing. Values that are not there are left out. */
export function toPlainSearch(search: Readonly<Record<string, unknown>>): string {
  const pairs = Object.entries(search).flatMap(([name, value]) =>
    [value].flat().flatMap((one) => (one === undefined || one === null ? [] : [[name, String(one)]])),
  );
  const query = new URLSearchParams(pairs).toString();
  return query === '' ? '' : `?${query}`;
}
