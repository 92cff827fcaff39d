import { Fault } from '../base/fault.ts';
import { diffItems, type ItemDiff } from '../curate/diff-items.ts';
import { contentFields, fromBody } from '../curate/item-content.ts';
import type { ItemPatch } from '../curate/item-patch.ts';
import { isUnsettled } from '../curate/reply-marks.ts';
import type { ItemKey, ItemRecord, RevisionRecord } from '../store/item-port.ts';
import type { ItemRequest } from './change-item.ts';
import { putItem } from './put-item.ts';
import { getItem } from './read-item.ts';
import type { ReviewContext } from './review-context.ts';

/** A revision without the content of the item. */
export type RevisionEntry = Omit<RevisionRecord, 'body'>;

export interface RevisionPage {
  readonly revisions: readonly RevisionEntry[];
  /** Where the next page of older revisions begins. null on the last page. */
  readonly before: number | null;
}

/** Newest first. `before`: only older ones than this number. */
export async function listRevisions(
  context: ReviewContext,
  key: ItemKey,
  { limit, before }: { readonly limit: number; readonly before?: number },
): Promise<RevisionPage> {
  await getItem(context, key);
  const found = await context.store.items.revisions(key, { limit, ...(before === undefined ? {} : { before }) });
  const last = found.at(-1)?.revision ?? 1;
  return {
    revisions: found.map(({ body: _body, ...entry }) => entry),
    before: found.length < limit || last === 1 ? null : last,
  };
}

export async function getRevision(context: ReviewContext, key: ItemKey, revision: number): Promise<RevisionRecord> {
  const found = await context.store.items.findRevision(key, revision);
  if (found !== undefined) return found;
  const { revision: latest } = await getItem(context, key);
  const message = `The item "${key.id}" has no revision ${revision}.`;
  throw new Fault({ code: 'ITEM_BAD_REVISION', message, hint: `It has revisions 1 to ${latest}.` });
}

export interface RevisionDiff extends ItemDiff {
  readonly from: number;
  readonly to: number;
}

/** The differences between two revisions. Default: the latest and the one before it. */
export async function diffRevisions(
  context: ReviewContext,
  key: ItemKey,
  { from, to }: { readonly from?: number; readonly to?: number },
): Promise<RevisionDiff> {
  const until = to ?? (await getItem(context, key)).revision;
  const since = from ?? Math.max(1, until - 1);
  const [before, after] = [await getRevision(context, key, since), await getRevision(context, key, until)];
  const diff = diffItems(fromBody(before.body, before.status), fromBody(after.body, after.status));
  return { from: since, to: until, ...diff };
}

export interface RevisionRequest extends ItemRequest {
  readonly revision: number;
}

const restored = contentFields.filter((field) => field !== 'id' && field !== 'datasetName');

/** Restores the content of a revision as a new revision. As after any edit, an approved item becomes a draft. */
export async function restoreRevision(context: ReviewContext, request: RevisionRequest): Promise<ItemRecord> {
  const { body, status } = await getRevision(context, request.key, request.revision);
  const item = fromBody(body, status);
  // Every field is that of an item, and only an optional one is ever absent.
  const fields = Object.fromEntries(restored.map((field) => [field, item[field] ?? null])) as ItemPatch;
  const reopened = (item.history ?? []).filter(isUnsettled).flatMap(({ id }) => id ?? []);
  return putItem(context, { ...request, patch: { fields }, action: 'restore', reopened });
}
