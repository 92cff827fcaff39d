import { listLabels } from '../../../samples/sources/all-labels.ts';
import type { CurationStore } from '../../../store/curation-port.ts';
import type { ItemFilter } from '../../../store/item-port.ts';

interface Wanted {
  readonly dataset: string;
  readonly question: string;
  readonly rater: string;
  readonly filter: ItemFilter;
  readonly limit: number;
}

export interface Unlabeled {
  /** Of the first items, at most `limit`. */
  readonly ids: readonly string[];
  /** All of them, those past the limit included. */
  readonly total: number;
}

/** Items that this person has not labeled for this question; labels of single turns aside. */
export async function listUnlabeled(store: CurationStore, wanted: Wanted): Promise<Unlabeled> {
  const { dataset, question, rater, filter, limit } = wanted;
  const labeled = new Set<string>();
  for await (const { subject } of listLabels(store, { dataset, question, rater })) {
    if ('item' in subject && subject.turnIndex === null) labeled.add(subject.item);
  }
  const ids: string[] = [];
  let total = 0;
  for await (const { id } of store.items.all({ ...filter, datasets: [dataset] })) {
    if (labeled.has(id)) continue;
    total += 1;
    if (ids.length < limit) ids.push(id);
  }
  return { ids, total };
}
