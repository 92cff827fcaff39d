import { Fault, toError } from '../base/fault.ts';
import type { Item, ItemStatus, Turn } from '../conversation/item/item.ts';
import { checkKeyPatterns } from '../conversation/item/parse-item.ts';
import type { ApprovalRules, MissingThing } from '../curate/approval.ts';
import { findBlocks, withApprovalReason } from '../curate/approval-reason.ts';
import { checkTagEdit } from '../curate/check-tags.ts';
import { applyPatch, type EditedItem } from '../curate/edit-item.ts';
import { fromBody, toItemContent } from '../curate/item-content.ts';
import type { ItemPatch } from '../curate/item-patch.ts';
import { checkSettlements, parsePatch } from '../curate/patch.ts';
import { canBeGraded } from '../curate/warnings.ts';
import type { ItemRecord, ItemWrite } from '../store/item-port.ts';
import { type LoadedRules, loadApprovalRules } from './approval-rules.ts';
import { changeItem, type ItemRequest } from './change-item.ts';
import { listFormerTurns } from './former-turns.ts';
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
  /** Ids of turns whose failing reply is an open question again. */
  readonly reopened?: readonly string[];
}

/**
 * Changes the fields that the patch carries, and the status. Nothing is saved unless all of it can be. A patch that
 * changes nothing leaves the item as it is, its ETag too.
 */
export async function putItem(context: ReviewContext, request: PutRequest): Promise<ItemRecord> {
  const rules = await loadApprovalRules(context);
  const former = await listFormerTurns(context, request.key, request.patch);
  return changeItem(context, request, {
    mustHold: request.mustHold ?? false,
    sent: request.patch,
    decide: (current, at) => toWrite({ context, request, rules, former, current }, at),
  });
}

interface PutCase {
  readonly context: ReviewContext;
  readonly request: PutRequest;
  readonly rules: LoadedRules;
  readonly former: readonly Turn[];
  readonly current: ItemRecord;
}

function toWrite({ context, request, rules, former, current }: PutCase, at: string): ItemWrite | undefined {
  if (current.status === 'deleted') throw toDeleted(current);
  const before = fromBody(current.body, current.status);
  const { value: patch, issues } = parsePatch(request.patch, { key: request.key, refs: request.refs, current: before });
  assertNoIssues(issues);
  if (patch === undefined) return undefined;
  const { newTurnId } = context;
  const edited = applyPatch(before, patch, { newTurnId, former, reopened: request.reopened ?? [] });
  assertNoIssues(checkSettlements(edited.item, patch.settle));
  assertNoIssues(checkTagEdit(before, edited.item, rules.schema));
  assertNoIssues(checkKeyPatterns(edited.item, rules.findPattern));
  const change = toStatusChange(current.status, patch.status, edited);
  const { action = 'edit' } = request;
  const said = toSaid(patch);
  if (change === undefined) return edited.isChanged ? { ...toEdit(edited, current), action, ...said } : undefined;
  const overruled = change === 'approved' ? assertApprovable(edited.item, rules, patch) : [];
  const final = withApprovalReason(edited, overruled.length === 0 ? undefined : said.reason);
  const isAsked = patch.status !== undefined;
  const taker = isAsked && request.mustHold === true ? request.actor : undefined;
  const status = toStatusWrite({ status: change, isAsked, taker, at });
  return { ...toEdit(final, current, change), action, ...said, ...status };
}

/** Why it was done: the reason of the PUT, else what was said about its failing replies. */
function toSaid({ reason = '', settle = [] }: ItemPatch): { readonly reason?: string } {
  const words = reason.trim() === '' ? settle.map((one) => one.reason.trim()).join(' ') : reason.trim();
  return words === '' ? {} : { reason: words };
}

function toEdit(
  { item, isChanged }: EditedItem,
  current: ItemRecord,
  status = current.status,
): Omit<ItemWrite, 'action'> {
  // Whether anything can grade it is a warning of approved items alone, and warnings are kept with the content.
  const isWarned = (status === 'approved') !== (current.status === 'approved') && !canBeGraded(item);
  return { status, ...(isChanged || isWarned ? { content: toItemContent({ ...item, status }) } : {}) };
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

/** Throws what blocks the approval; returns what a reason overrules. */
function assertApprovable(item: Item, rules: ApprovalRules, patch: ItemPatch): readonly MissingThing[] {
  const { overruled, missing } = findBlocks(item, rules, patch);
  if (missing.length === 0) return overruled;
  const problems = missing.length === 1 ? '1 problem' : `${missing.length} problems`;
  throw new Fault([
    toError({
      code: 'APPROVAL_BLOCKED',
      message: `The item cannot be approved yet: ${problems} to fix. Nothing was saved.`,
    }),
    ...missing.map((thing) => toError(thing)),
  ]);
}

function toDeleted({ id }: ItemRecord): Fault {
  const message = `The item "${id}" is deleted.`;
  return new Fault({ code: 'ITEM_DELETED', message, hint: 'Restore it first: POST …/restore.' });
}
