import { z } from 'zod';
import type { Snapshot } from '../../data/snapshots.ts';
import { toPlainOrder } from '../text/plain-order.ts';

const Words = z.array(z.string()).optional().catch(undefined);
const Word = z.string().optional().catch(undefined);

const Filter = z.object({
  status: Words,
  dataset: Words,
  tags: Words,
  excludeTags: Words,
  turnTags: Words,
  itemId: Word,
  refUrl: Word,
  keyword: Word,
  assignedTo: Word,
});

/** The filter of a snapshot as text: "approved items of support, with topic:refunds". */
export function toFilterWords({ filters }: Pick<Snapshot, 'filters'>): string {
  const { status, dataset, ...rest } = Filter.parse(filters);
  const items = `${toList(status ?? []) || 'all'} conversations in ${toList(dataset ?? []) || 'all datasets'}`;
  const more: readonly (readonly [string, string | undefined])[] = [
    ['with', rest.tags && toList(rest.tags)],
    ['without', rest.excludeTags && toList(rest.excludeTags)],
    ['with turn tags', rest.turnTags && toList(rest.turnTags)],
    ['with IDs starting with', rest.itemId],
    ['with references to', rest.refUrl],
    ['containing', rest.keyword],
    ['assigned to', rest.assignedTo],
  ];
  const said = more.flatMap(([word, value]) => (value === undefined || value === '' ? [] : [`${word} ${value}`]));
  return toPlainOrder([items, ...said].join(', '));
}

function toList(words: readonly string[]): string {
  return new Intl.ListFormat('en').format(words);
}

/** Whether the snapshot may contain items of the dataset. */
export function isOfDataset({ filters }: Pick<Snapshot, 'filters'>, name: string): boolean {
  const { dataset } = Filter.parse(filters);
  return dataset === undefined || dataset.includes(name);
}

/** Whether two snapshots have the same filter. Comparing them shows the changes of the same items. */
function isSameFilter(one: Pick<Snapshot, 'filters'>, other: Pick<Snapshot, 'filters'>): boolean {
  return toFilterWords(one) === toFilterWords(other);
}

/** The default snapshot to compare with: the latest earlier one of the same filter, otherwise the previous one. */
export function findPredecessor(snapshots: readonly Snapshot[], id: string): Snapshot | undefined {
  const place = snapshots.findIndex((snapshot) => snapshot.id === id);
  const own = snapshots[place];
  if (own === undefined) return undefined;
  const older = snapshots.slice(place + 1);
  return older.find((snapshot) => isSameFilter(snapshot, own)) ?? older[0];
}
