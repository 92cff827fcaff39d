import { ItemStatus } from '../conversation/item/item.ts';
import { fromBody, type ItemContent, toItemContent } from '../curate/item-content.ts';
import type { DatasetRecord, DatasetSettings, Replacement } from '../store/curation-port.ts';
import type { ItemChange, ItemRecord } from '../store/item-port.ts';
import type { ReviewContext } from './review-context.ts';

const itemsAtOnce = 200;

/**
 * Changes the settings of a dataset. What is computed from its assistant roles is computed again for every item: tags and
 * warnings. Statuses stay, because an approval is a person's decision. Undefined: no such dataset.
 */
export async function changeDataset(
  { store }: Pick<ReviewContext, 'store'>,
  name: string,
  replacement: Replacement<DatasetSettings>,
): Promise<DatasetRecord | undefined> {
  const record = await store.datasets.replace(name, replacement);
  const roles = replacement.value.assistantRoles;
  if (record === undefined || roles === undefined) return record;
  const outdated = listOutdated(
    store.items.all({ datasets: [name], statuses: ItemStatus.options }, { mayChange: true }),
    roles,
  );
  const changes = toChanges(outdated, roles, replacement.actor);
  for await (const _outcomes of store.items.changeMany(changes)) {
    // Each batch is on disk before the next one is read.
  }
  return record;
}

/** The content that an item has with these roles. Undefined: what it has already. */
function toNewContent({ body, status }: ItemRecord, roles: readonly string[]): ItemContent | undefined {
  const content = toItemContent(fromBody(body, status), roles);
  return content.body === body ? undefined : content;
}

async function* listOutdated(
  records: AsyncIterable<ItemRecord>,
  roles: readonly string[],
): AsyncGenerator<readonly ItemRecord[]> {
  let batch: ItemRecord[] = [];
  for await (const record of records) {
    if (toNewContent(record, roles) === undefined) continue;
    batch.push(record);
    if (batch.length < itemsAtOnce) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

async function* toChanges(
  batches: AsyncIterable<readonly ItemRecord[]>,
  roles: readonly string[],
  actor: string,
): AsyncGenerator<readonly ItemChange<undefined>[]> {
  for await (const records of batches) {
    yield records.map(({ dataset, id }) => ({
      key: { dataset, id },
      actor,
      decide: (current) => {
        const content = current === undefined ? undefined : toNewContent(current, roles);
        if (current === undefined || content === undefined) return { result: undefined };
        return { result: undefined, write: { action: 'edit', status: current.status, content } };
      },
    }));
  }
}
