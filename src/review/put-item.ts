import { definedOnly } from '../base/defined-only.ts';
import { Fault, toError } from '../base/fault.ts';
import type { Item, ItemStatus, Turn } from '../conversation/item/item.ts';
import { checkKeyPatterns } from '../conversation/item/parse-item.ts';
import { type ApprovalRules, findBlocks, type MissingThing, withApprovalReason } from '../curate/approval.ts';
import { checkTagEdit } from '../curate/check-tags.ts';
import { withAssistantRoles } from '../curate/conversation-view.ts';
import { applyPatch, type EditedItem } from '../curate/edit-item.ts';
import { fromBody, toItemContent } from '../curate/item-content.ts';
import { checkSettlements, type ItemPatch, type SentPatch, toItemPatch } from '../curate/item-patch.ts';
import { hasReturningTurn } from '../curate/reply-marks.ts';
import { canBeGraded } from '../curate/warnings.ts';
import type { ItemKey, ItemRecord, ItemWrite } from '../store/item-port.ts';
import { changeItem, type ItemRequest } from './change-item.ts';
import { assertNoIssues, getParsed } from './item-faults.ts';
import { type LoadedRules, loadApprovalRules, type ReviewContext } from './review-context.ts';

export interface PutRequest extends ItemRequest {
  readonly patch: SentPatch;
  /** Refuses the change if the item is assigned to someone else. */
  readonly mustBeAssignee?: boolean;
  /** Assigns the item to the actor if the patch makes it a draft and it is unassigned. */
  readonly claim?: boolean;
  /** The action in the revision history, if it is more than an edit. */
  readonly action?: 'restore';
  /** Ids of turns whose failing reply is an open question again. */
  readonly reopened?: readonly string[];
}

/**
 * Changes the fields of the patch, and the status. Saves everything or nothing. A patch that changes nothing leaves the
 * item and its ETag as they are.
 */
export async function putItem(context: ReviewContext, request: PutRequest): Promise<ItemRecord> {
  const rules = await loadApprovalRules(context);
  const former = await listFormerTurns(context, request.key, request.patch.fields.history ?? []);
  return changeItem(context, request, {
    mustBeAssignee: request.mustBeAssignee ?? false,
    sent: toSentFields(request.patch),
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
  const patch = getParsed(toItemPatch(request.patch, before));
  const { newTurnId } = context;
  const assistantRoles = rules.assistantRolesOf(current.dataset);
  const edited = applyPatch(before, patch, { newTurnId, former, reopened: request.reopened ?? [], assistantRoles });
  assertNoIssues(checkSettlements(edited.item, patch.settle));
  assertNoIssues(checkTagEdit(before, withAssistantRoles(edited.item, assistantRoles), rules.schema));
  assertNoIssues(checkKeyPatterns(edited.item, rules.findPattern));
  const change = toStatusChange(current.status, patch.status, edited);
  const { action = 'edit' } = request;
  const said = toReason(patch);
  if (change === undefined)
    return edited.isChanged ? { ...toEdit(edited, { current, assistantRoles }), action, ...said } : undefined;
  const overruled = change === 'approved' ? assertApprovable(edited.item, rules, patch) : [];
  const final = withApprovalReason(edited, overruled.length === 0 ? undefined : said.reason);
  const isAsked = patch.status !== undefined;
  const isClaimed = isAsked && request.claim === true && current.assignedTo === undefined;
  const status = toStatusWrite({ status: change, isAsked, claimant: isClaimed ? request.actor : undefined, at });
  return { ...toEdit(final, { current, assistantRoles }, change), action, ...said, ...status };
}

/** The reason for the audit log: that of the PUT, else those of its settlements. */
function toReason({ reason = '', settle = [] }: ItemPatch): { readonly reason?: string } {
  const words = reason.trim() === '' ? settle.map((one) => one.reason.trim()).join(' ') : reason.trim();
  return words === '' ? {} : { reason: words };
}

interface EditedRecord {
  readonly current: ItemRecord;
  readonly assistantRoles: readonly string[];
}

function toEdit(
  { item, isChanged }: EditedItem,
  { current, assistantRoles }: EditedRecord,
  status = current.status,
): Omit<ItemWrite, 'action'> {
  // Whether anything can grade it is a warning of approved items alone, and warnings are kept with the content.
  const isWarned =
    (status === 'approved') !== (current.status === 'approved') &&
    !canBeGraded(withAssistantRoles(item, assistantRoles));
  const content = isChanged || isWarned ? toItemContent({ ...item, status }, assistantRoles) : undefined;
  return { status, ...definedOnly({ content }) };
}

/** The status to set, if any. An approved item whose content changes is approved again or becomes a draft. */
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
  /** True: the caller requested the status. False: it follows from an edit. */
  readonly isAsked: boolean;
  /** The reviewer who gets the item if it becomes a draft. */
  readonly claimant: string | undefined;
  readonly at: string;
}

/** Approving or skipping an item unassigns it. The time of an approval is cleared when the status changes. */
function toStatusWrite({ status, isAsked, claimant, at }: StatusChange): Partial<ItemWrite> {
  if (status === 'approved') return { action: 'approve', reviewedAt: at, assignedTo: null };
  if (status === 'skipped') return { action: 'skip', reviewedAt: null, assignedTo: null, isSkippedByActor: true };
  return { ...(isAsked ? { action: 'draft' } : {}), reviewedAt: null, ...definedOnly({ assignedTo: claimant }) };
}

/** Throws if something blocks the approval. Returns what a reason overrules. */
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

const pageSize = 50;

/**
 * Turns of earlier revisions that carry a failing reply and are not in the item now, latest first. They are looked for
 * only when a PUT brings a turn that the item does not have: it may be one of them coming back. Read before the change:
 * while the ETag that the caller read is still right, no revision was added since.
 */
async function listFormerTurns(
  { store }: ReviewContext,
  key: ItemKey,
  sent: readonly Turn[],
): Promise<readonly Turn[]> {
  if (sent.length === 0) return [];
  const record = await store.items.find(key);
  if (record === undefined) return [];
  const { history = [] } = fromBody(record.body, record.status);
  if (!hasReturningTurn(history, sent)) return [];
  const known = new Set(history.map(({ id }) => id));
  const former = new Map<string | undefined, Turn>();
  for (let before: number | undefined = record.revision; before !== undefined; ) {
    const page = await store.items.revisions(key, { limit: pageSize, before });
    for (const { body, status } of page) {
      // Most revisions have no marks, and the body says so faster than the item.
      const turns = body.includes('"replyUnderTest":') ? (fromBody(body, status).history ?? []) : [];
      for (const turn of turns) {
        const isNew = turn.replyUnderTest !== undefined && !known.has(turn.id) && !former.has(turn.id);
        if (isNew) former.set(turn.id, turn);
      }
    }
    before = page.length < pageSize ? undefined : page.at(-1)?.revision;
  }
  return [...former.values()];
}

/** The fields of a patch as the item would have them. */
function toSentFields({ fields, flat }: SentPatch): Readonly<Record<string, unknown>> {
  const refs = flat?.refs?.map(({ ref, turnIndex }) => definedOnly({ ...ref, turnIndex }));
  return { ...fields, ...definedOnly({ refs }) };
}
