import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { DatasetAnswer } from '../../../../src/contract/dataset.ts';
import { ApiFault } from '../../data/api-fault.ts';
import { changeDataset, type DatasetEdit, datasetQuery, datasetsQuery } from '../../data/datasets.ts';
import { toSentence } from '../../parts/FaultView.tsx';
import { say } from '../../parts/toasts.ts';

/** Changes a dataset, shows it at once, and can be undone. */
export function useChangeDataset(): (dataset: DatasetAnswer, change: DatasetEdit['change']) => void {
  const client = useQueryClient();
  const show = (dataset: DatasetAnswer) => {
    client.setQueryData(datasetQuery(dataset.name).queryKey, dataset);
    client.setQueryData(
      datasetsQuery().queryKey,
      (list) => list && { datasets: list.datasets.map((other) => (other.name === dataset.name ? dataset : other)) },
    );
  };
  const mutation = useMutation({
    mutationFn: ({ dataset, change }: { dataset: DatasetAnswer; change: DatasetEdit['change'] }) =>
      changeDataset({ name: dataset.name, etag: dataset._etag, change }),
    onMutate: ({ dataset, change }) => show({ ...dataset, ...change }),
    onSuccess: show,
    onError: (error) => {
      say({ title: toFaultTitle(error), kind: 'fault' });
      void client.invalidateQueries({ queryKey: datasetsQuery().queryKey });
    },
  });
  return (dataset, change) => {
    const { description, weight } = dataset;
    mutation.mutate(
      { dataset, change },
      {
        onSuccess: (changed) =>
          say({
            title: `Changed “${dataset.name}”.`,
            action: {
              label: 'Undo',
              run: () => mutation.mutate({ dataset: changed, change: { description, weight } }),
            },
          }),
      },
    );
  };
}

function toFaultTitle(error: unknown): string {
  const isStale = error instanceof ApiFault && error.status === 412;
  if (isStale) return 'Somebody else changed this dataset just now. Look again, then change it.';
  return `The dataset was not changed. ${toSentence(error)}`;
}
