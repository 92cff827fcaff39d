import { contentFields, fromBody } from '../curate/item-content.ts';
import type { ItemPatch } from '../curate/item-patch.ts';
import { isUnsettled } from '../curate/reply-marks.ts';
import type { ItemRecord } from '../store/item-port.ts';
import type { ItemRequest } from './change-item.ts';
import { getRevision } from './item-history.ts';
import { putItem } from './put-item.ts';
import type { ReviewContext } from './review-context.ts';

export interface RevisionRequest extends ItemRequest {
  readonly revision: number;
}

const restored = contentFields.filter((field) => field !== 'id' && field !== 'datasetName');

/** Makes an item say again what it said in a revision, as a change like any other: an approved item is a draft then. */
export async function restoreRevision(context: ReviewContext, request: RevisionRequest): Promise<ItemRecord> {
  const { body, status } = await getRevision(context, request.key, request.revision);
  const item = fromBody(body, status);
  // Every field is that of an item, and only an optional one is ever absent.
  const fields = Object.fromEntries(restored.map((field) => [field, item[field] ?? null])) as ItemPatch;
  const reopened = (item.history ?? []).filter(isUnsettled).flatMap(({ id }) => id ?? []);
  return putItem(context, { ...request, patch: { fields }, action: 'restore', reopened });
}
