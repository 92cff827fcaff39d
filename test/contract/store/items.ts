import type { Item, Turn } from '../../../src/conversation/item/item.ts';
import { type ItemContent, toItemContent } from '../../../src/curate/item-content.ts';
import type { CurationStore } from '../../../src/store/curation-port.ts';
import type { ItemChange, ItemKey, ItemRecord, ItemWrite } from '../../../src/store/item-port.ts';

export function makeTurn(role: string, msg: string, changes: Partial<Turn> = {}): Turn {
  return { id: `${role}-${msg}`.slice(0, 20), role, msg, tags: [], ...changes };
}

export function makeContent({ dataset, id }: ItemKey, changes: Partial<Item> = {}): ItemContent {
  const history = [makeTurn('user', `Where is order ${id}?`), makeTurn('assistant', 'On its way.')];
  const item = { id, datasetName: dataset, status: 'draft', refs: [], history, manualTags: [], meta: {}, ...changes };
  return toItemContent(item as Item);
}

export function toKey(id: string, dataset = 'desk'): ItemKey {
  return { dataset, id };
}

export interface Saving {
  readonly actor?: string;
  readonly changes?: Partial<Item>;
  readonly write?: Partial<ItemWrite>;
}

/** A change that writes the item, whatever was stored before. */
export function toSaving(key: ItemKey, { actor = 'ann', changes, write }: Saving = {}): ItemChange<string> {
  return {
    key,
    actor,
    decide: (current) => ({
      result: current === undefined ? 'created' : 'updated',
      write: {
        action: current === undefined ? 'create' : 'edit',
        status: 'draft',
        content: makeContent(key, changes),
        ...write,
      },
    }),
  };
}

/** Writes the item and gives it as it is kept. */
export async function saveItem(store: CurationStore, key: ItemKey, saving: Saving = {}): Promise<ItemRecord> {
  const { record } = await store.items.change(toSaving(key, saving));
  if (record === undefined) throw new Error('Nothing was kept.');
  return record;
}

/** Changes the status and leaves the content. */
export async function setStatus(
  store: CurationStore,
  key: ItemKey,
  write: Omit<ItemWrite, 'content'> & { readonly actor?: string },
): Promise<ItemRecord> {
  const { actor = 'ann', ...rest } = write;
  const { record } = await store.items.change({ key, actor, decide: () => ({ result: undefined, write: rest }) });
  if (record === undefined) throw new Error('Nothing was kept.');
  return record;
}

export async function* toBatches<Value>(...batches: readonly Value[]): AsyncGenerator<Value> {
  yield* batches;
}

export function toIds(records: readonly ItemKey[]): readonly string[] {
  return records.map((record) => record.id);
}
