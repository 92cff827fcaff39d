import type { FaultCode } from '../base/fault-codes.ts';
import { renderJsonPath } from '../base/json-value.ts';
import type { FindPattern } from '../base/patterns.ts';
import type { PathSegment } from '../base/schema-check.ts';
import { type AnswerKey, type KeyFinding, testAnswerKey } from '../conversation/answer-key.ts';
import type { Item, Turn } from '../conversation/item/item.ts';
import { listCitedUrls, toUrlKey } from '../conversation/url.ts';
import { checkTagRules } from './check-tags.ts';
import { isContextChanged } from './context-changed.ts';
import { type AssistantRolesOf, hasHistory, toTurns, withAssistantRoles } from './conversation-view.ts';
import type { EditedItem } from './edit-item.ts';
import type { ItemPatch } from './item-patch.ts';
import { cutText } from './passage.ts';
import { isUnsettled } from './reply-marks.ts';
import type { TagSchema } from './tag-schema.ts';

/** Something that blocks an approval, at a JSON path of the item. */
export interface MissingThing {
  readonly path: string;
  readonly code: FaultCode;
  readonly message: string;
}

/** What an approval depends on besides the item. */
export interface ApprovalRules {
  readonly schema: TagSchema;
  /** Undefined: patterns are not tested, because the engine is not loaded. Only a page may do so; the server decides. */
  readonly findPattern: FindPattern | undefined;
  /** Absent: no dataset names any. */
  readonly assistantRolesOf?: AssistantRolesOf | undefined;
}

/** Everything that blocks the approval of an item. */
export function listMissing(given: Item, rules: ApprovalRules): readonly MissingThing[] {
  const { schema, findPattern, assistantRolesOf } = rules;
  const item = withAssistantRoles(given, assistantRolesOf?.(given.datasetName) ?? []);
  const turns = toTurns(item);
  const pathOf = (index: number) => toTurnPath(item, turns[index], index);
  const topKeys = item.refs.map((ref) => toUrlKey(ref.url));
  return [
    ...checkSpeakers(item, turns),
    ...turns.flatMap((turn, index) => checkText(turn, pathOf(index))),
    ...turns.flatMap((turn, index) => checkReply(turn, pathOf(index))),
    ...turns.flatMap((turn, index) => checkKey(turn, pathOf(index), topKeys)),
    ...turns.flatMap((turn, index) => checkOwnKey(turn, pathOf(index), findPattern)),
    ...checkTagRules(item, schema).map(({ path, code = 'ITEM_BAD_VALUE', message, hint }) =>
      toMissing(code, path, hint === undefined ? message : `${message} ${hint}`),
    ),
  ];
}

/** Whether a reviewer can still approve it with a reason. */
export function isOverruledByReason({ code }: Pick<MissingThing, 'code'>): boolean {
  return code === 'APPROVAL_FAILS_KEY';
}

/** A turn of an item without history is one of its fields. */
function toTurnPath(item: Item, turn: Turn | undefined, index: number): readonly PathSegment[] {
  if (hasHistory(item)) return ['history', index];
  if (turn?.role === 'assistant') return ['answer'];
  return [item.editedQuestion === undefined ? 'synthQuestion' : 'editedQuestion'];
}

function checkSpeakers(item: Item, turns: readonly Turn[]): readonly MissingThing[] {
  const has = (role: string) => turns.some((turn) => turn.role === role);
  const missing: MissingThing[] = [];
  if (!has('user')) {
    const path = [hasHistory(item) ? 'history' : 'editedQuestion'];
    missing.push(toMissing('APPROVAL_NO_USER_TURN', path, 'There is no user turn.'));
  }
  if (!has('assistant')) {
    const path = [hasHistory(item) ? 'history' : 'answer'];
    missing.push(toMissing('APPROVAL_NO_ASSISTANT_TURN', path, 'There is no assistant turn.'));
  }
  return missing;
}

function checkText(turn: Turn, path: readonly PathSegment[]): readonly MissingThing[] {
  const hasCalls = turn.tool_calls !== undefined && turn.tool_calls.length > 0;
  if (hasCalls || /\S/.test(turn.msg)) return [];
  const at = path[0] === 'history' ? [...path, 'msg'] : path;
  return [toMissing('APPROVAL_EMPTY_TURN', at, 'The turn has no text and no tool calls.')];
}

/** A failing reply of a run never becomes ground truth unnoticed. */
function checkReply(turn: Turn, path: readonly PathSegment[]): readonly MissingThing[] {
  if (!isUnsettled(turn)) return [];
  const run = turn.replyUnderTest?.run;
  const message = `The reply failed in run ${run}. Fix the answer or its key, or explain why the answer is right.`;
  return [toMissing('APPROVAL_UNSETTLED_REPLY', path, message)];
}

function checkOwnKey(
  turn: Turn,
  path: readonly PathSegment[],
  findPattern: FindPattern | undefined,
): readonly MissingThing[] {
  const hasText = /\S/.test(turn.msg) || (turn.tool_calls ?? []).length > 0;
  if (turn.role !== 'assistant' || !hasText) return [];
  return testAnswerKey(turn.msg, turn.answerKey, findPattern)
    .filter(({ isKept }) => isKept === false)
    .map((rule) => toMissing('APPROVAL_FAILS_KEY', [...path, 'answerKey'], explainBroken(rule)));
}

function explainBroken({ wanted, isPattern, isForbidden }: KeyFinding): string {
  const shown = cutText(wanted, longestShown);
  return isForbidden
    ? `The answer ${isPattern ? 'matches' : 'contains'} "${shown}", which its answer key forbids.`
    : `The answer does not ${isPattern ? 'match' : 'contain'} "${shown}", which its answer key requires.`;
}

const longestShown = 200;

function checkKey(turn: Turn, path: readonly PathSegment[], topKeys: readonly string[]): readonly MissingThing[] {
  const { answerKey, refs } = turn;
  if (answerKey === undefined) return [];
  const at = [...path, 'answerKey'];
  const known = new Set([...topKeys, ...(refs ?? []).map((ref) => toUrlKey(ref.url))]);
  const missing = listUnknownUrls(answerKey, known).map((url) =>
    toMissing(
      'APPROVAL_MISSING_REF',
      at,
      `The answer key cites ${url}, which is not a reference of this turn or conversation.`,
    ),
  );
  if (!isContextChanged(turn)) return missing;
  const message = 'An earlier turn was edited after the answer key was written. Check the key.';
  return [...missing, toMissing('APPROVAL_CONTEXT_CHANGED', [...at, 'contextChanged'], message)];
}

function toMissing(code: FaultCode, path: readonly PathSegment[], message: string): MissingThing {
  return { path: renderJsonPath(path), code, message };
}

/** The URLs that an answer key cites and that are not in `known` (keys of `toUrlKey`), each once. */
export function listUnknownUrls(key: AnswerKey, known: ReadonlySet<string>): readonly string[] {
  const texts = [key.reference, key.outcome, ...(key.mustMention ?? [])];
  const cited = texts.flatMap((text) => (text === undefined ? [] : listCitedUrls(text, known)));
  return [...new Set(cited.filter((one) => one.key === undefined).map(({ url }) => url))];
}

/** What blocks an approval, and what a reason overrules. */
export interface Blocks {
  readonly missing: readonly MissingThing[];
  readonly overruled: readonly MissingThing[];
}

/**
 * What blocks an approval by a PUT. Its `reason` overrules answers that fail their own key. A settlement of a failing reply
 * is a reason for its turn.
 */
export function findBlocks(item: Item, rules: ApprovalRules, patch: Pick<ItemPatch, 'reason' | 'settle'>): Blocks {
  const hasReason = (patch.reason ?? '').trim() !== '';
  const settled = new Set((patch.settle ?? []).map(({ turnId }) => turnId));
  const paths = (item.history ?? []).flatMap(({ id }, index) =>
    id !== undefined && settled.has(id) ? [`history[${index}].answerKey`] : [],
  );
  return divide(listMissing(item, rules), ({ path }) => hasReason || paths.includes(path));
}

/** What blocks the approval of an imported item. Its reason is part of the item. */
export function findImportBlocks(item: Item, rules: ApprovalRules): Blocks {
  const reason = item.meta[reasonKey];
  return divide(listMissing(item, rules), () => typeof reason === 'string' && reason.trim() !== '');
}

function divide(things: readonly MissingThing[], hasReason: (thing: MissingThing) => boolean): Blocks {
  const isOverruled = (thing: MissingThing) => isOverruledByReason(thing) && hasReason(thing);
  return { missing: things.filter((thing) => !isOverruled(thing)), overruled: things.filter(isOverruled) };
}

/** Kept under `meta`, so that it travels with the approved item into exports and snapshots. */
const reasonKey = 'approvalReason';

/** The item with the reason of its approval, or without the reason of an earlier one. */
export function withApprovalReason(edited: EditedItem, reason: string | undefined): EditedItem {
  const { [reasonKey]: before, ...rest } = edited.item.meta;
  if (before === reason) return edited;
  const meta = reason === undefined ? rest : { ...rest, [reasonKey]: reason };
  return { ...edited, item: { ...edited.item, meta }, isChanged: true };
}
