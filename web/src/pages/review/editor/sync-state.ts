import type { ItemAnswer } from '../../../../../src/contract/item-answer.ts';
import type { Item } from '../../../../../src/conversation/item/item.ts';
import { mergeItems } from '../../../../../src/curate/merge/merge-items.ts';
import { isSameJson } from '../../../../../src/curate/same-json.ts';
import type { KeptChoices } from '../../../data/drafts/kept-choice.ts';
import { isEdited, toEditedItem, withSameParts } from '../../../data/edited-item.ts';
import { listRechecked, withoutFlags } from './context-flags.ts';
import type { MergeWork } from './item-editor.ts';

/** An edit and the server: what the server has, what is typed, what is being sent. */
export interface SyncState {
  readonly stored: ItemAnswer;
  /** The item that `mine` started from: the stored item, or, during a conflict, the common ancestor of both edits. */
  readonly base: Item;
  readonly mine: Item;
  /** Sent without an answer so far, latest last. The server may have it. */
  readonly sent: readonly Item[];
  /**
   * Ids of turns whose key was rechecked since the last answer. The server accepts the removal of a flag only if it has
   * that flag. It does not have a flag that an undo brought back, so it flags such a key again.
   */
  readonly rechecked?: readonly string[];
  /** A newer item than `stored` that conflicts with `mine`. */
  readonly theirs?: ItemAnswer;
  /** Choices made for the conflict so far. They survive closing the merge view, and further changes of `theirs`. */
  readonly choices?: KeptChoices | undefined;
}

/** The result of a rebase. `own`: the newer item is an edit of ours whose answer was lost. */
export type RebaseResult = 'unchanged' | 'own' | 'updated' | 'merged' | 'conflict';

/** Enough for a lost answer and the requests after it. */
const mostSent = 3;

/** The state before anything is typed. */
export function startSync(stored: ItemAnswer): SyncState {
  const item = toEditedItem(stored);
  return { stored, base: item, mine: item, sent: [] };
}

export function isUnsent({ base, mine }: SyncState): boolean {
  return isEdited(base, mine);
}

/** Whether this computer has to keep a draft: the server may not have everything. */
export function isAtRisk(state: SyncState): boolean {
  return isUnsent(state) || state.theirs !== undefined || state.sent.length > 0;
}

/** Not saved automatically: a save would turn an approved item back into a draft, and a deleted item has to be restored first. */
export function isHeld({ stored }: SyncState): boolean {
  return stored.status === 'approved' || stored.status === 'deleted';
}

export function withMine(state: SyncState, edited: Item): SyncState {
  const mine = withSettledMarks(state.base, edited);
  const next = { ...state, mine, rechecked: listRechecked(state, mine) };
  // Typing can resolve a conflict.
  return state.theirs === undefined ? next : rebaseOnto(next, state.theirs).state;
}

/** A failing reply that is settled on the server stays settled: an undo cannot take back the reason given there. */
function withSettledMarks({ history: kept = [] }: Item, mine: Item): Item {
  const settled = new Map(
    kept.flatMap(({ id, replyUnderTest }) => (replyUnderTest?.settled === undefined ? [] : [[id, replyUnderTest]])),
  );
  if (settled.size === 0 || mine.history === undefined) return mine;
  const history = mine.history.map((turn) => {
    const mark = settled.get(turn.id);
    const isOlder = mark !== undefined && !isSameJson(mark, turn.replyUnderTest);
    return isOlder ? { ...turn, replyUnderTest: mark } : turn;
  });
  return history.every((turn, at) => turn === mine.history?.[at]) ? mine : { ...mine, history };
}

/** The state while `mine` is being sent. */
export function withSent(state: SyncState): SyncState {
  const { sent, mine } = state;
  return sent.at(-1) === mine ? state : { ...state, sent: [...sent, mine].slice(-mostSent) };
}

/** The state after the server answered a request that carried `sent`. More may have been typed since. */
export function withAnswer(state: SyncState, answer: ItemAnswer, sent: Item): SyncState {
  const base = withSameParts(state.mine, toEditedItem(answer));
  const merged = state.mine === sent ? base : mergeItems(sent, state.mine, base).item;
  const mine = withoutFlags(merged, state.rechecked ?? []);
  return { stored: answer, base, mine: withSameParts(state.mine, mine), sent: [] };
}

interface Rebase {
  readonly state: SyncState;
  readonly result: RebaseResult;
}

/** Moves the edit onto what the server has now. If both changed the same fields, the state has a conflict. */
export function rebase(state: SyncState, answer: ItemAnswer): Rebase {
  const known = [state.stored, state.theirs].map((item) => item?._etag);
  return known.includes(answer._etag) ? { state, result: 'unchanged' } : rebaseOnto(state, answer);
}

function rebaseOnto(state: SyncState, answer: ItemAnswer): Rebase {
  const { mine } = state;
  const theirs = toEditedItem(answer);
  const arrived = findArrived(state, theirs);
  const from = arrived ?? state.base;
  const merged = mergeItems(from, mine, theirs);
  if (merged.conflicts.length > 0) {
    return { state: { ...state, base: from, theirs: answer }, result: 'conflict' };
  }
  const item = withSameParts(mine, merged.item);
  const result = arrived === undefined ? toResult(state, theirs) : 'own';
  return { state: { stored: answer, base: withSameParts(item, theirs), mine: item, sent: [] }, result };
}

function toResult(state: SyncState, theirs: Item): RebaseResult {
  if (!isEdited(state.base, theirs) && state.base.status === theirs.status) return 'unchanged';
  return isUnsent(state) ? 'merged' : 'updated';
}

/**
 * A request whose answer was lost although it arrived: everything that it changed is in `theirs`. Without this check, a
 * person who loses the connection and keeps typing would conflict with their own edit.
 */
function findArrived({ base, sent }: SyncState, theirs: Item): Item | undefined {
  return sent.findLast((mine) => {
    const { item, conflicts } = mergeItems(base, mine, theirs);
    return conflicts.length === 0 && isSameJson(item, theirs);
  });
}

/** Defined during a conflict. */
export function findMergeWork({ base, mine, theirs, choices = {} }: SyncState): MergeWork | undefined {
  if (theirs === undefined) return undefined;
  const item = toEditedItem(theirs);
  const { updatedBy: theirsBy, updatedAt: theirsAt } = theirs;
  return { base, mine, theirs: item, theirsBy, theirsAt, merged: mergeItems(base, mine, item), choices };
}

/** The state after a person resolved the conflict: `item` is what both edits become. */
export function withResolved({ stored, theirs }: SyncState, item: Item): SyncState {
  const newest = theirs ?? stored;
  return { stored: newest, base: toEditedItem(newest), mine: item, sent: [] };
}

/** The state with another unsent edit of the same item merged in. Undefined if the two conflict. */
export function findMerged(state: SyncState, other: SyncState): SyncState | undefined {
  const { item, conflicts } = mergeItems(other.base, other.mine, state.mine);
  return conflicts.length > 0 ? undefined : { ...state, mine: item };
}
