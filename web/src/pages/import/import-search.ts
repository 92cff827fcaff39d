export interface ImportSearch {
  /** Where conversations go that name no dataset. */
  readonly dataset?: string;
}

export function checkImportSearch({ dataset }: Readonly<Record<string, unknown>>): ImportSearch {
  const name = typeof dataset === 'string' || typeof dataset === 'number' ? String(dataset) : '';
  return name === '' ? {} : { dataset: name };
}
