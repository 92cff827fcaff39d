import { ItemAnswer } from '../../../src/contract/item-answer.ts';
import { askApi } from './ask-api.ts';
import { type ItemKey, toItemPath } from './item-key.ts';

/** Fields of an item that are to change; null clears an optional one. */
export type ItemFields = Readonly<Record<string, unknown>>;

interface Stamped {
  readonly key: ItemKey;
  /** `_etag` of the item as it was read. */
  readonly etag: string;
}

/**
 * Changes only the fields that are sent. A stale ETag is an `ApiFault` 412 with the current item in its body. An item that
 * you make a draft again is in your queue again, unless it is assigned to someone else.
 */
export function putItem({ key, etag, fields }: Stamped & { readonly fields: ItemFields }): Promise<ItemAnswer> {
  const path = `${toItemPath(key)}?claim=true`;
  return askApi({ schema: ItemAnswer, path, method: 'PUT', body: fields, headers: ifMatch(etag) });
}

export function deleteItem({ key, etag }: Stamped): Promise<ItemAnswer> {
  return askApi({ schema: ItemAnswer, path: toItemPath(key), method: 'DELETE', headers: ifMatch(etag) });
}

export function restoreItem({ key, etag }: Stamped): Promise<ItemAnswer> {
  const path = `${toItemPath(key)}/restore`;
  return askApi({ schema: ItemAnswer, path, method: 'POST', headers: ifMatch(etag) });
}

/** Makes the item say again what it said in a revision. */
export function restoreRevision({ key, etag, revision }: Stamped & { readonly revision: number }): Promise<ItemAnswer> {
  const path = `${toItemPath(key)}/revisions/${revision}/restore`;
  return askApi({ schema: ItemAnswer, path, method: 'POST', headers: ifMatch(etag) });
}

/** `once`: a name for this very request; sent again it makes no second copy. */
export function duplicateItem(key: ItemKey, once: string): Promise<ItemAnswer> {
  const path = `${toItemPath(key)}/duplicate`;
  return askApi({ schema: ItemAnswer, path, method: 'POST', headers: { 'idempotency-key': once } });
}

function ifMatch(etag: string): Readonly<Record<string, string>> {
  return { 'if-match': `"${etag}"` };
}
