import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { DatasetAnswer } from '../../../../../src/contract/dataset.ts';
import { datasetsQuery } from '../../../data/datasets.ts';
import type { ItemFilter } from '../../../data/items.ts';
import { SearchField } from '../../../parts/fields/TextField.tsx';
import { LoadingView } from '../../../parts/page/LoadingView.tsx';
import type { ChangeFilter } from '../use-explorer-view.ts';
import { withToggled } from './active-filters.ts';
import { CountedCheckbox } from './CountedCheckbox.tsx';
import { PaneFault } from './PaneFault.tsx';

interface DatasetFilterProps {
  readonly filter: ItemFilter;
  readonly onChange: ChangeFilter;
}

const searchFrom = 8;
const most = 12;

/** A filter for one or more datasets. */
export function DatasetFilter({ filter, onChange }: DatasetFilterProps) {
  const { data, isLoadingError, refetch } = useQuery(datasetsQuery());
  const [search, setSearch] = useState('');
  const chosen = filter.dataset ?? [];
  if (isLoadingError) return <PaneFault onRetry={() => void refetch()} text="Couldn't load datasets." />;
  if (data === undefined) return <LoadingView label="Loading datasets" lines={2} />;
  const choices = listDatasetChoices(data.datasets, { chosen, search });
  const shown = choices.slice(0, most);
  return (
    <>
      {data.datasets.length > searchFrom && <SearchField label="Find a dataset" onChange={setSearch} value={search} />}
      {shown.map(({ name, count }) => (
        <CountedCheckbox
          count={count}
          isChecked={chosen.includes(name)}
          key={name}
          label={name}
          onChange={() => onChange((now) => withToggled(now, 'dataset', name))}
        />
      ))}
      {choices.length > shown.length && (
        <p className="text-quiet text-xs">{choices.length - shown.length} more. Type part of the name.</p>
      )}
      {choices.length === 0 && <p className="text-quiet text-sm">No matching dataset.</p>}
    </>
  );
}

interface DatasetChoice {
  readonly name: string;
  /** The number of items, without deleted ones. Absent if the dataset no longer exists. */
  readonly count?: number;
}

/** The datasets whose names contain the search text, chosen ones first, then by name. */
export function listDatasetChoices(
  datasets: readonly Pick<DatasetAnswer, 'name' | 'counts'>[],
  { chosen, search }: { readonly chosen: readonly string[]; readonly search: string },
): readonly DatasetChoice[] {
  const known = datasets.map(({ name, counts }) => ({ name, count: countLiving(counts) }));
  const missing = chosen.filter((name) => !known.some((dataset) => dataset.name === name)).map((name) => ({ name }));
  const part = search.trim().toLowerCase();
  const found = known.filter(({ name }) => chosen.includes(name) || name.toLowerCase().includes(part));
  const isChosen = ({ name }: DatasetChoice) => chosen.includes(name);
  // Only a long list is reordered. In a short one, entries must not move while you click.
  if (found.length <= 12) return [...missing, ...found];
  return [...missing, ...found.filter(isChosen), ...found.filter((choice) => !isChosen(choice))];
}

function countLiving(counts: DatasetAnswer['counts']): number {
  return Object.entries(counts).reduce((sum, [status, count]) => sum + (status === 'deleted' ? 0 : (count ?? 0)), 0);
}
