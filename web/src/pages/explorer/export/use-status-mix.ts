import { useQueries } from '@tanstack/react-query';
import { ItemStatus } from '../../../../../src/conversation/item/item.ts';
import { type ItemFilter, itemCountQuery } from '../../../data/items.ts';
import type { StatusCount } from './status-mix.ts';

/** Approved first: it is what most exports are for. Without a word, what is deleted does not fit. */
const shownFirst = ItemStatus.options.filter((status) => status !== 'deleted').toSorted(byApproval);

/** How many fit of each status that the filter lets through; undefined: not all are counted yet. */
export function useStatusMix(filter: ItemFilter): readonly StatusCount[] | undefined {
  const statuses = filter.status?.toSorted(byApproval) ?? shownFirst;
  const counts = useQueries({ queries: statuses.map((status) => itemCountQuery({ ...filter, status: [status] })) });
  const mix = statuses.flatMap((status, at) => {
    const count = counts[at]?.data;
    return count === undefined ? [] : [{ status, count }];
  });
  return mix.length === statuses.length ? mix : undefined;
}

function byApproval(one: ItemStatus, other: ItemStatus): number {
  return Number(other === 'approved') - Number(one === 'approved');
}
