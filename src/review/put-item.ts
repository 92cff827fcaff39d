import { Fault, toError } from '../base/fault.ts';
import type { Item, ItemStatus } from '../conversation/item.ts';
import { listMissing } from '../curate/approval.ts';
import { checkTagEdit } from '../curate/check-tags.ts';
import { applyPatch, type EditedItem } from '../curate/edit-item.ts';
import { fromBody, toItemContent } from '../curate/item-content.ts';
import { parsePatch } from '../curate/patch.ts';
import type { TagSchema } from '../curate/tag-schema.ts';
import type { ItemRecord, ItemWrite } from '../store/item-port.ts';
import { changeItem, type ItemRequest } from './change-item.ts';
import { assertNoIssues } from './item-faults.ts';
import type { ReviewContext } from './review-context.ts';

export interface PutRequest extends ItemRequest {
  /** The body as it came, parsed from JSON. */
  readonly patch: unknown;
  readonly refs: 'nested' | 'flat';
  /** The actor has to hold the item, or nobody. */
  readonly mustHold?: boolean;
  /** What the history says of it, where it is more than an edit. */
  readonly action?: 'restore';
}

/**
 * Changes the fields that the patch carries, and the status. Nothing is saved unless all of it can be. A patch that
 * changes nothing leaves the item as it is, its ETag too.
 */
export async function putItem(context: ReviewContext, request: PutRequest): Promise<ItemRecord> {
  const { value: schema } = await context.store.tags.schema();
  return changeItem(context, request, {
    mustHold: request.mustHold ?? false,
    sent: request.patch,
    decide: (current, at) => toWrite({ context, request, schema, current }, at),
  });
}

interface PutCase {
  readonly context: ReviewContext;
  readonly request: PutRequest;
  readonly schema: TagSchema;
  readonly current: ItemRecord;
}

function toWrite({ context, request, schema, current }: PutCase, at: string): ItemWrite | undefined {
  if (current.status === 'deleted') throw toDeleted(current);
  const before = fromBody(current.body, current.status);
  const { value: patch, issues } = parsePatch(request.patch, { key: request.key, refs: request.refs, current: before });
  assertNoIssues(issues);
  if (patch === undefined) return undefined;
  const edited = applyPatch(before, patch, context);
  assertNoIssues(checkTagEdit(before, edited.item, schema));
  const change = toStatusChange(current.status, patch.status, edited);
  const { action = 'edit' } = request;
  if (change === undefined) return edited.isChanged ? { ...toEdit(edited, current.status), action } : undefined;
  if (change === 'approved') assertApprovable(edited.item, schema);
  const isAsked = patch.status !== undefined;
  const taker = isAsked && request.mustHold === true ? request.actor : undefined;
  return { ...toEdit(edited, change), action, ...toStatusWrite({ status: change, isAsked, taker, at }) };
}

function toEdit({ item, isChanged }: EditedItem, status: ItemStatus): Omit<ItemWrite, 'action'> {
  return { status, ...(isChanged ? { content: toItemContent(item) } : {}) };
}

/** The status to be set, if one is: an approved item whose content changes is either approved anew or a draft again. */
function toStatusChange(
  before: ItemStatus,
  wanted: ItemStatus | undefined,
  { isContentChanged }: EditedItem,
): ItemStatus | undefined {
  const isReopened = before === 'approved' && isContentChanged;
  if (wanted === undefined || wanted === before) return isReopened ? (wanted ?? 'draft') : undefined;
  return wanted;
}

interface StatusChange {
  readonly status: ItemStatus;
  /** Whether the caller named the status, or it follows from an edit. */
  readonly isAsked: boolean;
  /** Who reopens the item as work of their own. */
  readonly taker: string | undefined;
  readonly at: string;
}

/** Who approves or skips an item is done with it; an approval counts until the item is something else. */
function toStatusWrite({ status, isAsked, taker, at }: StatusChange): Partial<ItemWrite> {
  if (status === 'approved') return { action: 'approve', reviewedAt: at, assignedTo: null };
  if (status === 'skipped') return { action: 'skip', reviewedAt: null, assignedTo: null, isSkippedByActor: true };
  const taken = taker === undefined ? {} : { assignedTo: taker };
  return { ...(isAsked ? { action: 'draft' } : {}), reviewedAt: null, ...taken };
}

function assertApprovable(item: Item, schema: TagSchema): void {
  const missing = listMissing(item, schema);
  if (missing.length === 0) return;
  const count = missing.length === 1 ? 'one thing is' : `${missing.length} things are`;
  throw new Fault([
    toError({
      code: 'APPROVAL_BLOCKED',
      message: `The item cannot be approved yet: ${count} missing. Nothing was saved.`,
    }),
    ...missing.map((thing) => toError(thing)),
  ]);
}

function toDeleted({ id }: ItemRecord): Fault {
  const message = `The item "${id}" is deleted.`;
  return new Fault({ code: 'ITEM_DELETED', message, hint: 'Restore it first: POST …/restore.' });
}
