import type { QueryClient } from '@tanstack/react-query';
import type { DatasetAnswer } from '../../../../src/contract/dataset.ts';
import { datasetQuery, datasetsQuery } from '../../data/datasets.ts';

/** Shows a dataset as it is now, alone and in the list. */
export function showDataset(client: QueryClient, dataset: DatasetAnswer): void {
  client.setQueryData(datasetQuery(dataset.name).queryKey, dataset);
  client.setQueryData(
    datasetsQuery().queryKey,
    (list) => list && { datasets: list.datasets.map((other) => (other.name === dataset.name ? dataset : other)) },
  );
}
