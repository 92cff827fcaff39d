import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { datasetsQuery } from '../../data/datasets.ts';
import { itemHitsQuery } from '../../data/item-hits.ts';
import { useSettled } from '../use-settled.ts';
import type { PaletteGroup } from './palette-entry.ts';

export interface FoundEntries {
  readonly datasets: PaletteGroup;
  /** Found by the server: not ranked again here. */
  readonly items: PaletteGroup;
  readonly isSearching: boolean;
}

/** Datasets by name, and conversations by id or text once two letters are typed. */
export function useFoundEntries(typed: string): FoundEntries {
  const navigate = useNavigate();
  const settled = useSettled(typed.trim(), 150);
  const { data: datasets } = useQuery(datasetsQuery());
  const hits = useQuery(itemHitsQuery(settled));
  const isLong = typed.trim().length >= 2;
  return {
    datasets: {
      title: 'Datasets',
      items: (datasets?.datasets ?? []).map(({ name }) => ({
        id: `dataset ${name}`,
        label: name,
        hint: 'dataset',
        icon: 'grid',
        run: () => void navigate({ to: '/datasets/$name', params: { name } }),
      })),
    },
    items: {
      title: 'Conversations',
      items: (isLong ? (hits.data ?? []) : []).map(({ dataset, id, question }) => ({
        id: `item ${JSON.stringify([dataset, id])}`,
        label: question === '' ? id : question,
        hint: `${dataset} · ${id}`,
        icon: 'chat',
        run: () => void navigate({ to: '/review/$dataset/$id', params: { dataset, id } }),
      })),
    },
    isSearching: isLong && (hits.isFetching || settled !== typed.trim()),
  };
}
