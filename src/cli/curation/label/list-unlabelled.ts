import type { Label } from '../../../conversation/label.ts';
import type { CurationStore, LabelFilter } from '../../../store/curation-port.ts';
import type { ItemFilter } from '../../../store/item-port.ts';

const labelsAtOnce = 1000;

/** Labels in the order they were given. */
export async function* listLabels({ labels }: CurationStore, filter: LabelFilter): AsyncGenerator<Label> {
  let after: string | undefined;
  do {
    const page = await labels.list(filter, { limit: labelsAtOnce, ...(after === undefined ? {} : { after }) });
    yield* page.labels;
    after = page.cursor;
  } while (after !== undefined);
}

interface Wanted {
  readonly dataset: string;
  readonly question: string;
  readonly rater: string;
  readonly filter: ItemFilter;
  readonly limit: number;
}

/** Ids of the first items that this person has not labelled for this question; labels of single turns aside. */
export async function listUnlabelled(store: CurationStore, wanted: Wanted): Promise<readonly string[]> {
  const { dataset, question, rater, filter, limit } = wanted;
  const labelled = new Set<string>();
  for await (const { subject } of listLabels(store, { dataset, question, rater })) {
    if ('item' in subject && subject.turnIndex === null) labelled.add(subject.item);
  }
  const ids: string[] = [];
  for await (const { id } of store.items.all({ ...filter, datasets: [dataset] })) {
    if (labelled.has(id)) continue;
    ids.push(id);
    if (ids.length >= limit) break;
  }
  return ids;
}
