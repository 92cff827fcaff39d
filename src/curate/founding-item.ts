import type { Item, ItemAudit, ItemStatus } from '../conversation/item/item.ts';
import { auditKeys } from '../conversation/item/written-item.ts';
import { contentFields } from './item-content.ts';

/** An item in the shape of founding document 003. */
export type FoundingItem = Readonly<Record<string, unknown>>;

/**
 * The shape of founding document 003, keys always in the same order. It has no words for the two middle states: they are
 * written as draft, with the truth under `meta`. Content only; with `audit`, who changed it and when.
 */
export function toFoundingItem(
  content: Omit<Item, 'status' | 'audit'>,
  status: ItemStatus,
  audit?: ItemAudit,
): FoundingItem {
  const isMiddle = status === 'in-review' || status === 'awaiting-adjudication';
  const written: Record<string, unknown> = {};
  for (const field of contentFields) {
    // Where the field stands in the shape: behind the names, before the content.
    if (field === 'docType') written.status = isMiddle ? 'draft' : status;
    if (field === 'meta') addMeta(written, content.meta, isMiddle ? status : undefined);
    else if (content[field] !== undefined) written[field] = content[field];
  }
  for (const key of auditKeys) if (audit?.[key] !== undefined) written[key] = audit[key];
  return written;
}

function addMeta(written: Record<string, unknown>, meta: Item['meta'], middle: ItemStatus | undefined): void {
  const { status: _told, ...rest } = meta;
  const shown = middle === undefined ? meta : { ...rest, status: middle };
  if (Object.keys(shown).length > 0) written.meta = shown;
}
