import { useQuery } from '@tanstack/react-query';
import { myItemsQuery } from '../../data/assignments.ts';

/** How many conversations the person holds. undefined: not known yet. */
export function useWaiting(): number | undefined {
  return useQuery({ ...myItemsQuery(), refetchInterval: 30_000, select: ({ items }) => items.length }).data;
}
