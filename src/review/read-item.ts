import { aggregateRefs } from '../curate/aggregate-refs.ts';
import { toFlatItem } from '../curate/flat-refs.ts';
import type { ItemBody } from '../curate/item-content.ts';
import type { ItemKey, ItemRecord, RevisionRecord } from '../store/item-port.ts';
import { toUnknownItem } from './item-faults.ts';
import type { ReviewContext } from './review-context.ts';

/** How refs are returned: in their turns, in one list with `turnIndex`, or each URL once with its `turns`. */
export type RefsShape = 'nested' | 'flat' | 'aggregate';

/** Finds deleted items too, because they can be restored. */
export async function getItem({ store }: ReviewContext, key: ItemKey): Promise<ItemRecord> {
  const record = await store.items.find(key);
  if (record === undefined) throw toUnknownItem(key);
  return record;
}

/** The answer to a GET, as JSON text. A body with nested refs is sent as stored, without parsing. */
export function toItemAnswer(record: ItemRecord, refs: RefsShape = 'nested'): string {
  const { etag, status, revision, createdAt, updatedAt, updatedBy, reviewedAt, assignedTo, assignedAt } = record;
  const head = JSON.stringify({
    _etag: etag,
    status,
    revision,
    createdAt,
    updatedAt,
    updatedBy,
    reviewedAt,
    assignedTo,
    assignedAt,
    skippedBy: record.skippedBy,
  });
  return joinObjects(head, toShownBody(record.body, refs));
}

/** An item at a revision, as JSON text. `_etag`, `updatedAt` and `updatedBy` are those of the revision. */
export function toRevisionAnswer({ etag, status, revision, at, by, body }: RevisionRecord): string {
  return joinObjects(JSON.stringify({ _etag: etag, status, revision, updatedAt: at, updatedBy: by }), body);
}

function joinObjects(head: string, body: string): string {
  return `${head.slice(0, -1)},${body.slice(1)}`;
}

function toShownBody(body: string, refs: RefsShape): string {
  if (refs === 'nested') return body;
  // Our own writing, made by `toItemContent`.
  const item = JSON.parse(body) as ItemBody;
  return JSON.stringify(refs === 'flat' ? toFlatItem(item) : { ...item, refs: aggregateRefs(item) });
}
