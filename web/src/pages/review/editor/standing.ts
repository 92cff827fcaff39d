import type { ItemAnswer } from '../../../../../src/contract/item-answer.ts';
import type { Item } from '../../../../../src/conversation/item/item.ts';
import { mergeItems } from '../../../../../src/curate/merge-items.ts';
import { isSameJson } from '../../../../../src/curate/same-json.ts';
import { isEdited } from '../../../data/changed-fields.ts';
import type { KeptChoices } from '../../../data/drafts/kept-choice.ts';
import { toEditedItem, withSameParts } from '../../../data/edited-item.ts';
import { listRechecked, withoutFlags } from './context-flags.ts';
import type { MergeWork } from './item-editor.ts';

/** How far an edit has come: what the server has, what was typed, what is on its way. */
export interface Standing {
  readonly stored: ItemAnswer;
  /** What mine was made from: the stored item, or, while two edits collide, the state that both began with. */
  readonly base: Item;
  readonly mine: Item;
  /** Sent, and never answered, newest last: the server may have them. */
  readonly sent: readonly Item[];
  /**
   * Turns of which the key was looked at again and its flag taken off, since the last answer. The server takes a flag
   * off that it has; one that came back by an undo it has not, and flags the key anew.
   */
  readonly rechecked?: readonly string[];
  /** Newer than the stored item, and in the way of mine. */
  readonly theirs?: ItemAnswer;
  /** What was decided of the collision so far: it outlives the view of it, and what theirs changes meanwhile. */
  readonly choices?: KeptChoices | undefined;
}

/** What became of an edit when the item turned out to be newer. `own`: it was this edit that had arrived. */
export type Meeting = 'nothing-new' | 'own' | 'taken' | 'merged' | 'conflict';

/** Enough for an answer that was lost, and for those after it. */
const mostSent = 3;

/** Nothing typed yet. */
export function startStanding(stored: ItemAnswer): Standing {
  const item = toEditedItem(stored);
  return { stored, base: item, mine: item, sent: [] };
}

export function isUnsent({ base, mine }: Standing): boolean {
  return isEdited(base, mine);
}

/** What is to be kept on this computer: the server may not have it, or not all of it. */
export function isAtRisk(standing: Standing): boolean {
  return isUnsent(standing) || standing.theirs !== undefined || standing.sent.length > 0;
}

/** Not sent by itself: it would make an approved item a draft again; a deleted one has to be restored first. */
export function isHeld({ stored }: Standing): boolean {
  return stored.status === 'approved' || stored.status === 'deleted';
}

export function withMine(standing: Standing, edited: Item): Standing {
  const mine = withSettledMarks(standing.base, edited);
  const rechecked = listRechecked(standing, mine);
  const next = { ...standing, mine, rechecked };
  // A collision that has been typed away is none.
  return standing.theirs === undefined ? next : join(next, standing.theirs).standing;
}

/** What is settled on the server stays settled: an undo cannot take back the reason that was given there. */
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

/** Mine is on its way. */
export function withSent(standing: Standing): Standing {
  const { sent, mine } = standing;
  return sent.at(-1) === mine ? standing : { ...standing, sent: [...sent, mine].slice(-mostSent) };
}

/** The server answered what was sent with `sent` typed. More may have been typed since. */
export function withAnswer(standing: Standing, answer: ItemAnswer, sent: Item): Standing {
  const base = withSameParts(standing.mine, toEditedItem(answer));
  const merged = standing.mine === sent ? base : mergeItems(sent, standing.mine, base).item;
  const mine = withoutFlags(merged, standing.rechecked ?? []);
  return { stored: answer, base, mine: withSameParts(standing.mine, mine), sent: [] };
}

interface Met {
  readonly standing: Standing;
  readonly what: Meeting;
}

/** The server may have another item than the stored one. */
export function meet(standing: Standing, answer: ItemAnswer): Met {
  const known = [standing.stored, standing.theirs].map((item) => item?._etag);
  return known.includes(answer._etag) ? { standing, what: 'nothing-new' } : join(standing, answer);
}

function join(standing: Standing, answer: ItemAnswer): Met {
  const { mine } = standing;
  const theirs = toEditedItem(answer);
  const arrived = findArrived(standing, theirs);
  const from = arrived ?? standing.base;
  const merged = mergeItems(from, mine, theirs);
  if (merged.conflicts.length > 0) {
    return { standing: { ...standing, base: from, theirs: answer }, what: 'conflict' };
  }
  const item = withSameParts(mine, merged.item);
  const what = arrived === undefined ? toMeeting(standing, theirs) : 'own';
  return { standing: { stored: answer, base: withSameParts(item, theirs), mine: item, sent: [] }, what };
}

function toMeeting(standing: Standing, theirs: Item): Meeting {
  if (!isEdited(standing.base, theirs) && standing.base.status === theirs.status) return 'nothing-new';
  return isUnsent(standing) ? 'merged' : 'taken';
}

/**
 * What was sent without an answer and evidently arrived: everything that it changed is in theirs. Without this, who
 * loses a connection and types on would collide with their own edit.
 */
function findArrived({ base, sent }: Standing, theirs: Item): Item | undefined {
  return sent.findLast((mine) => {
    const { item, conflicts } = mergeItems(base, mine, theirs);
    return conflicts.length === 0 && isSameJson(item, theirs);
  });
}

/** There while two edits collide. */
export function findMergeWork({ base, mine, theirs, choices = {} }: Standing): MergeWork | undefined {
  if (theirs === undefined) return undefined;
  const item = toEditedItem(theirs);
  const { updatedBy: theirsBy, updatedAt: theirsAt } = theirs;
  return { base, mine, theirs: item, theirsBy, theirsAt, merged: mergeItems(base, mine, item), choices };
}

/** The person has decided: `item` is what both edits become. */
export function settle({ stored, theirs }: Standing, item: Item): Standing {
  const newest = theirs ?? stored;
  return { stored: newest, base: toEditedItem(newest), mine: item, sent: [] };
}

/** Takes over what another edit of the item had typed and could not send. Undefined: the two collide. */
export function findJoined(standing: Standing, other: Standing): Standing | undefined {
  const { item, conflicts } = mergeItems(other.base, other.mine, standing.mine);
  return conflicts.length > 0 ? undefined : { ...standing, mine: item };
}
