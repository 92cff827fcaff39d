import { useAction } from '../../../app/keys/use-action.ts';
import type { ItemKey } from '../../../data/item-key.ts';
import { findNeighbor } from './queue-rows.ts';
import { useQueueRows } from './use-queue-rows.ts';
import { useTakeMore } from './use-take-more.ts';

/** The keys of the queue, which work while it is hidden, too. */
export function useQueueKeys(current: ItemKey | undefined, onOpen: (key: ItemKey) => void): void {
  const { rows } = useQueueRows();
  const { take } = useTakeMore();
  const next = findNeighbor(rows, current, 1);
  const previous = findNeighbor(rows, current, -1);
  useAction('review.next-item', next === undefined ? undefined : () => onOpen(next));
  useAction('review.previous-item', previous === undefined ? undefined : () => onOpen(previous));
  useAction('review.take-more', take);
}
