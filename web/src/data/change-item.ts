import { ImportAnswer } from '../../../src/contract/import.ts';
import { ItemAnswer } from '../../../src/contract/item-answer.ts';
import { askApi } from './ask-api.ts';
import { type ItemKey, toItemPath } from './item-key.ts';

/** Fields of an item to change. null clears an optional field. */
export type ItemFields = Readonly<Record<string, unknown>>;

interface Stamped {
  readonly key: ItemKey;
  /** `_etag` of the item that was read. */
  readonly etag: string;
}

/**
 * Changes only the fields that are sent. A stale ETag is an `ApiFault` 412 with the current item in its body. Making an
 * item a draft again asks for it, so that it is in your queue unless it is assigned to someone else.
 */
export function putItem({ key, etag, fields }: Stamped & { readonly fields: ItemFields }): Promise<ItemAnswer> {
  const path = `${toItemPath(key)}${fields.status === 'draft' ? '?claim=true' : ''}`;
  return askApi({ schema: ItemAnswer, path, method: 'PUT', body: fields, headers: ifMatch(etag) });
}

export function deleteItem({ key, etag }: Stamped): Promise<ItemAnswer> {
  return askApi({ schema: ItemAnswer, path: toItemPath(key), method: 'DELETE', headers: ifMatch(etag) });
}

export function restoreItem({ key, etag }: Stamped): Promise<ItemAnswer> {
  const path = `${toItemPath(key)}/restore`;
  return askApi({ schema: ItemAnswer, path, method: 'POST', headers: ifMatch(etag) });
}

/** Restores the content of a revision. */
export function restoreRevision({ key, etag, revision }: Stamped & { readonly revision: number }): Promise<ItemAnswer> {
  const path = `${toItemPath(key)}/revisions/${revision}/restore`;
  return askApi({ schema: ItemAnswer, path, method: 'POST', headers: ifMatch(etag) });
}

/** A retry with the same idempotency key makes no second copy. */
export function duplicateItem(key: ItemKey, idempotencyKey: string): Promise<ItemAnswer> {
  const path = `${toItemPath(key)}/duplicate`;
  return askApi({ schema: ItemAnswer, path, method: 'POST', headers: { 'idempotency-key': idempotencyKey } });
}

function ifMatch(etag: string): Readonly<Record<string, string>> {
  return { 'if-match': `"${etag}"` };
}

/** The server refused the new item, and said why. */
export class RefusedItem extends Error {
  override readonly name = 'RefusedItem';
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

/** Creates a conversation with a first question and an empty answer. A repeated request creates it once. */
export async function makeItem({ dataset, id }: ItemKey, question: string): Promise<ItemKey> {
  const history = [
    { role: 'user', msg: question },
    { role: 'assistant', msg: '' },
  ];
  const body = { id, datasetName: dataset, history };
  const { results } = await askApi({ schema: ImportAnswer, path: '/v1/ground-truths', method: 'POST', body });
  const problem = results.find(({ verdict }) => verdict === 'failed')?.problems?.[0];
  if (problem !== undefined) throw new RefusedItem(problem.code, problem.message);
  return { dataset, id };
}
