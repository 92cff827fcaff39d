import { definedOnly } from '../base/defined-only.ts';
import type { ItemAudit } from '../conversation/item/item.ts';
import { type ItemBody, toFoundingItem } from '../curate/item-content.ts';
import type { SnapshotItem } from '../store/curation-port.ts';
import type { ItemFilter, ItemRecord } from '../store/item-port.ts';
import type { ReviewContext } from './review-context.ts';

/**
 * Items in the shape of document 003, one JSON line each, sorted by dataset and id. Content only: the same items give the
 * same bytes, also after an import elsewhere. `withAudit` adds who changed, held and reviewed each, and when.
 */
export async function* exportItems(
  { store }: ReviewContext,
  filter: ItemFilter,
  { withAudit = false }: { readonly withAudit?: boolean } = {},
): AsyncGenerator<string> {
  for await (const record of store.items.all(filter)) {
    yield `${renderItem(record, withAudit ? toAudit(record) : undefined)}\n`;
  }
}

/** An item of a store as one line of JSON, without the newline. */
export function renderItem({ body, status }: Pick<SnapshotItem, 'body' | 'status'>, audit?: ItemAudit): string {
  // Our own writing, made by `toItemContent`.
  return JSON.stringify(toFoundingItem(JSON.parse(body) as ItemBody, status, audit));
}

function toAudit({ assignedTo, assignedAt, updatedAt, updatedBy, reviewedAt }: ItemRecord): ItemAudit {
  return definedOnly({ assignedTo, assignedAt, updatedAt, updatedBy, reviewedAt });
}
