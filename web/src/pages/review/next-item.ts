import type { ItemKey } from '../../data/item-key.ts';

/** An item of the queue, as the server lists it. */
export interface QueuedItem {
  readonly datasetName: string;
  readonly id: string;
}

/** What to go on with after an item is done: the next of the queue, round its end; undefined: nothing is left. */
export function findNextItem(queue: readonly QueuedItem[], { dataset, id }: ItemKey): ItemKey | undefined {
  const isThis = (item: QueuedItem) => item.datasetName === dataset && item.id === id;
  const at = queue.findIndex(isThis);
  const next = [...queue.slice(at + 1), ...queue.slice(0, Math.max(at, 0))].find((item) => !isThis(item));
  return next === undefined ? undefined : { dataset: next.datasetName, id: next.id };
}
