import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import type { DatasetAnswer } from '../../../../src/contract/dataset.ts';
import { ApiFault } from '../../data/api-fault.ts';
import { changeDataset, type DatasetEdit, datasetQuery, datasetsQuery } from '../../data/datasets.ts';
import { itemKeys } from '../../data/items.ts';
import { showToast } from '../../parts/feedback/toasts.ts';
import { toSentence } from '../../parts/page/FaultView.tsx';

/** The description has its own field and editor. */
type Change = Pick<DatasetEdit['change'], 'weight' | 'assistantRoles'>;

/** Changes the weight or the assistant roles of a dataset. The change shows at once and can be undone. */
export function useChangeDataset(): (dataset: DatasetAnswer, change: Change) => void {
  const client = useQueryClient();
  const mutation = useMutation({
    mutationFn: ({ dataset, change }: { dataset: DatasetAnswer; change: Change }) =>
      changeDataset({ name: dataset.name, etag: dataset._etag, change }),
    onMutate: ({ dataset, change }) => showDataset(client, { ...dataset, ...change }),
    onSuccess: (changed, { change }) => {
      showDataset(client, changed);
      // Tags and warnings of its items follow from the roles.
      if (change.assistantRoles !== undefined) void client.invalidateQueries({ queryKey: itemKeys.all });
    },
    onError: (error, { dataset }) => {
      showToast({ title: toFaultTitle(error), kind: 'fault' });
      showDataset(client, dataset);
      void client.invalidateQueries({ queryKey: datasetsQuery().queryKey });
    },
  });
  return (dataset, change) => {
    const { weight, assistantRoles } = dataset;
    const before: Change = change.weight === undefined ? { assistantRoles } : { weight };
    mutation.mutate(
      { dataset, change },
      {
        onSuccess: (changed) =>
          showToast({
            title: `Updated “${dataset.name}”.`,
            action: { label: 'Undo', run: () => mutation.mutate({ dataset: changed, change: before }) },
          }),
      },
    );
  };
}

function toFaultTitle(error: unknown): string {
  const isStale = error instanceof ApiFault && error.status === 412;
  if (isStale) return 'Someone else just changed this dataset. Check it, then try again.';
  return `Couldn't update the dataset. ${toSentence(error)}`;
}

/** Updates a dataset in the query cache, alone and in the list. */
export function showDataset(client: QueryClient, dataset: DatasetAnswer): void {
  client.setQueryData(datasetQuery(dataset.name).queryKey, dataset);
  client.setQueryData(
    datasetsQuery().queryKey,
    (list) => list && { datasets: list.datasets.map((other) => (other.name === dataset.name ? dataset : other)) },
  );
}
