import { type Problem, toError } from '../base/fault.ts';
import type { Item, ItemStatus } from '../conversation/item/item.ts';
import { checkKeyPatterns } from '../conversation/item/parse-item.ts';
import { findImportBlocks, type MissingThing } from '../curate/approval.ts';
import { withAssistantRoles } from '../curate/conversation-view.ts';
import { isReviewedChanged } from '../curate/edit-item.ts';
import { fromBody, type ItemContent, type ItemWarning, toItemContent } from '../curate/item-content.ts';
import { type ImportOptions, isSameContent, type PreparedItem, prepareImported } from '../curate/prepare-import.ts';
import { canBeGraded } from '../curate/warnings.ts';
import type { ItemRecord, ItemWrite } from '../store/item-port.ts';
import type { ImportVerdict } from './import-report.ts';
import { toItemProblem } from './item-faults.ts';
import type { ParsedItem } from './parse-incoming.ts';
import type { LoadedRules } from './review-context.ts';

/** What holds for a whole import. */
export interface ImportRules {
  readonly mode: 'create' | 'upsert';
  /** Every item is approved, save those that say skipped or deleted; one that may not be fails. */
  readonly approve: boolean;
  readonly approval: LoadedRules;
  readonly newTurnId: () => string;
}

/** An item made ready as if it were new, which nearly all are: only one that is there already is prepared again. */
export interface ReadyItem {
  readonly parsed: ParsedItem;
  readonly prepared: PreparedItem;
  readonly content: ItemContent;
}

export interface ImportDecision {
  readonly verdict: ImportVerdict;
  readonly problems?: readonly Problem[];
  readonly warnings?: readonly ItemWarning[];
}

export interface DecidedImport {
  readonly result: ImportDecision;
  readonly write?: ItemWrite;
}

/** Decides what to do with an imported item, given the stored one. Never throws, so that other items continue. */
export function decideImport(ready: ReadyItem, rules: ImportRules) {
  return (current: ItemRecord | undefined, at: string): DecidedImport =>
    current === undefined ? decideNew(ready, rules, at) : decideKnown({ ready, rules, current, at });
}

function decideNew({ parsed, prepared, content }: ReadyItem, rules: ImportRules, at: string): DecidedImport {
  const standing = toStanding({ item: prepared.item, wanted: toWanted(parsed, rules), otherwise: 'draft' }, rules);
  if (standing.status === undefined) return fail(standing.problems);
  const { status, warnings } = standing;
  const kept = toKeptContent({ item: prepared.item, content, guess: toGuess(parsed, rules) }, status, rules);
  return {
    result: { verdict: 'created', warnings },
    write: { action: 'import', status, content: kept, ...(status === 'approved' ? { reviewedAt: at } : {}) },
  };
}

interface KnownItem {
  readonly ready: ReadyItem;
  readonly rules: ImportRules;
  readonly current: ItemRecord;
  readonly at: string;
}

function decideKnown({ ready, rules, current, at }: KnownItem): DecidedImport {
  const before = fromBody(current.body, current.status);
  const { item } = prepareImported(ready.parsed.item, { ...toPreparing(ready.parsed, rules), before });
  const wanted = toWanted(ready.parsed, rules);
  const isSame = isSameContent(before, item);
  if (rules.mode === 'create') return decideTaken({ current, isSame, wanted });
  const isKept = isSame && (wanted === undefined || wanted === current.status) && current.status !== 'deleted';
  if (isKept) return unchanged;
  const otherwise = toUnsaidStatus(before, item);
  const standing = toStanding({ item, wanted, otherwise }, rules);
  if (standing.status === undefined) return fail(standing.problems);
  const { status, warnings } = standing;
  if (isSame && status === current.status) return { result: { verdict: 'unchanged', warnings } };
  const isWarned = (status === 'approved') !== (current.status === 'approved') && !isGradable(item, rules);
  const content = isSame && !isWarned ? {} : { content: toContent({ ...item, status }, rules) };
  const write: ItemWrite = { action: 'import', status, ...content, ...toReview(status, wanted, at) };
  return { result: { verdict: 'updated', warnings }, write };
}

/** An approval by this import counts from now; one that stays, and one of an item that can be restored, as before. */
function toReview(status: ItemStatus, wanted: ItemStatus | undefined, at: string): Partial<ItemWrite> {
  if (status === 'deleted') return {};
  if (status !== 'approved') return { reviewedAt: null };
  return wanted === 'approved' ? { reviewedAt: at, assignedTo: null } : {};
}

const unchanged: DecidedImport = { result: { verdict: 'unchanged' } };

function fail(problems: readonly Problem[]): DecidedImport {
  return { result: { verdict: 'failed', problems } };
}

interface TakenKey {
  readonly current: ItemRecord;
  readonly isSame: boolean;
  readonly wanted: ItemStatus | undefined;
}

/** Mode `create` never changes a stored item. */
function decideTaken({ current, isSame, wanted }: TakenKey): DecidedImport {
  const { dataset, id, status } = current;
  const isGone = status === 'deleted' && wanted !== 'deleted';
  if (isSame && !isGone) return unchanged;
  const message = isGone
    ? `The dataset "${dataset}" already has an item "${id}", which is deleted.`
    : `The dataset "${dataset}" already has an item "${id}" with different content.`;
  const hint = isGone
    ? 'Restore it, or import with mode upsert to replace it.'
    : 'Import with mode upsert to overwrite it, or rename one.';
  return fail([toError({ code: 'DUPLICATE_ID', path: 'id', message, hint })]);
}

/** The status that an item asks for, if it does. */
function toWanted({ item, hasStatus }: ParsedItem, { approve }: ImportRules): ItemStatus | undefined {
  if (approve && item.status !== 'skipped' && item.status !== 'deleted') return 'approved';
  return hasStatus ? item.status : undefined;
}

/** The status of an imported item that has none. */
function toUnsaidStatus(before: Item, after: Item): ItemStatus {
  if (before.status === 'deleted') return 'draft';
  return before.status === 'approved' && isReviewedChanged(before, after) ? 'draft' : before.status;
}

interface Wish {
  readonly item: Item;
  readonly wanted: ItemStatus | undefined;
  readonly otherwise: ItemStatus;
}

type Standing =
  | { readonly status: ItemStatus; readonly warnings: readonly ItemWarning[] }
  | { readonly status?: undefined; readonly problems: readonly Problem[] };

/** An approval that the rules do not allow fails when it was asked for by name; an item that merely says so is a draft. */
function toStanding({ item, wanted, otherwise }: Wish, { approve, approval }: ImportRules): Standing {
  if (wanted !== 'approved') return { status: wanted ?? otherwise, warnings: [] };
  const { missing } = findImportBlocks(item, approval);
  if (missing.length === 0) return { status: 'approved', warnings: [] };
  const things: readonly MissingThing[] = [toBlock(missing.length), ...missing];
  return approve ? { problems: things.map((thing) => toError(thing)) } : { status: 'draft', warnings: things };
}

function toBlock(count: number): MissingThing {
  const problems = count === 1 ? '1 problem' : `${count} problems`;
  return { path: 'status', code: 'APPROVAL_BLOCKED', message: `The item cannot be approved yet: ${problems} to fix.` };
}

/** Makes an item ready to be decided about. Issues: it must not be kept. */
export function prepareItem(parsed: ParsedItem, rules: ImportRules): ReadyItem | readonly Problem[] {
  const prepared = prepareImported(parsed.item, toPreparing(parsed, rules));
  const issues = [...prepared.issues, ...checkKeyPatterns(prepared.item, rules.approval.findPattern)];
  if (issues.length > 0) return issues.map(toItemProblem);
  return { parsed, prepared, content: toContent({ ...prepared.item, status: toGuess(parsed, rules) }, rules) };
}

function toPreparing({ item }: ParsedItem, { newTurnId, approval }: ImportRules): ImportOptions {
  return { newTurnId, schema: approval.schema, assistantRoles: approval.assistantRolesOf(item.datasetName) };
}

function toContent(item: Item, { approval }: ImportRules): ItemContent {
  return toItemContent(item, approval.assistantRolesOf(item.datasetName));
}

function isGradable(item: Item, { approval }: ImportRules): boolean {
  return canBeGraded(withAssistantRoles(item, approval.assistantRolesOf(item.datasetName)));
}

/** The status that an item will most likely have: its content is made once, with the warnings of that status. */
function toGuess(parsed: ParsedItem, rules: ImportRules): ItemStatus {
  return toWanted(parsed, rules) ?? 'draft';
}

interface GuessedContent {
  readonly item: Item;
  readonly content: ItemContent;
  readonly guess: ItemStatus;
}

function toKeptContent({ item, content, guess }: GuessedContent, status: ItemStatus, rules: ImportRules): ItemContent {
  const isRight = (status === 'approved') === (guess === 'approved') || isGradable(item, rules);
  return isRight ? content : toContent({ ...item, status }, rules);
}
