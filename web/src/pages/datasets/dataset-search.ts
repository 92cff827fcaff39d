const datasetTabs = ['overview', 'instructions', 'export'] as const;
export type DatasetTab = (typeof datasetTabs)[number];

export interface DatasetSearch {
  readonly tab?: DatasetTab;
}

export function checkDatasetSearch({ tab }: Readonly<Record<string, unknown>>): DatasetSearch {
  const known = datasetTabs.find((name) => name === tab);
  return known === undefined ? {} : { tab: known };
}

/** Shows only datasets with this text in their name or description. */
export interface DatasetsSearch {
  readonly q?: string;
}

export function checkDatasetsSearch({ q }: Readonly<Record<string, unknown>>): DatasetsSearch {
  const text = typeof q === 'string' || typeof q === 'number' ? String(q) : '';
  return text === '' ? {} : { q: text };
}
