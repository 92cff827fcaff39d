import type { Item } from '../../../../../../src/conversation/item/item.ts';
import { toTurnNumber } from '../../../../../../src/conversation/turn-number.ts';
import { type ShownTurn, toShownTurns } from '../../../../parts/conversation/shown-turns.ts';
import type { PanelName } from '../../selection.ts';
import { fieldPlaces } from '../field-places.ts';

/** Where the page shows and edits a JSON path of an item. */
export interface ItemPlace {
  /** For people: "Turn 3, answer key". */
  readonly name: string;
  /** undefined: the whole conversation. */
  readonly turnId: string | undefined;
  /** The panel to open; undefined: it is in the conversation. */
  readonly panel: PanelName | undefined;
  readonly path: string;
  /** What gets the focus there, by its `data-place`; undefined: the turn. */
  readonly focus: string | undefined;
  /** A text that is to be written: it is opened. */
  readonly isToWrite: boolean;
}

/** A path and its message. */
export interface Remarked {
  readonly path: string;
  readonly message?: string;
}

const turnPath = /^history\[(\d+)\](?:\.(\w+)(?:\[(\d+)\])?)?/;
const refPath = /^refs\[(\d+)\]/;

/** The place of a path, as approval rules, warnings and the server name it. */
export function toItemPlace(item: Item, { path, message }: Remarked): ItemPlace {
  const turn = turnPath.exec(path);
  if (turn !== null) return toTurnPlace(item, path, turn);
  const plain = { turnId: undefined, path, focus: path, isToWrite: false };
  const ref = refPath.exec(path);
  if (ref !== null) return { ...plain, name: `Reference ${toNumber(ref[1])}`, panel: 'refs' };
  if (path.startsWith('manualTags')) return { ...plain, name: 'Tags', panel: 'tags', focus: toTagPlace(path, message) };
  if (path === 'comment') return { ...plain, name: 'Comment', panel: 'comment' };
  if (path === 'editedQuestion' || path === 'synthQuestion') return toFieldPlace(item, path, 'user');
  if (path === 'answer') return toFieldPlace(item, path, 'assistant');
  const focus = path === 'history' ? fieldPlaces.addTurn : undefined;
  return { ...plain, name: 'Conversation', panel: undefined, focus };
}

/** All tag rules have the same path, so the place includes the message. */
export function toTagPlace(path: string, message: string | undefined): string {
  return message === undefined ? path : `manualTags ${message}`;
}

function toTurnPlace(item: Item, path: string, [, index, field, place]: RegExpExecArray): ItemPlace {
  const name = `Turn ${toTurnNumber(Number(index))}`;
  const turn = toShownTurns(item)[Number(index)];
  const there = { turnId: turn?.id, path, focus: path, isToWrite: false };
  if (field === 'refs') {
    const which = place === undefined ? 'references' : `reference ${toNumber(place)}`;
    return { ...there, name: `${name}, ${which}`, panel: 'refs' };
  }
  if (field === 'tags') return { ...there, name: `${name}, tags`, panel: 'tags' };
  const focus = path.endsWith('.contextChanged') ? path : undefined;
  const isToWrite = field === 'msg' && isBlank(turn);
  const shown = field === 'answerKey' ? `${name}, answer key` : name;
  return { ...there, name: shown, panel: undefined, focus, isToWrite };
}

/** The question and the answer are shown as the last turn of their role. A missing one has no turn. */
function toFieldPlace(item: Item, path: string, role: 'user' | 'assistant'): ItemPlace {
  const name = role === 'user' ? 'Question' : 'Answer';
  const turn = toShownTurns(item).findLast((one) => one.role === role);
  const focus = turn === undefined ? fieldPlaces.addTurn : undefined;
  return { name, turnId: turn?.id, panel: undefined, path, focus, isToWrite: isBlank(turn) };
}

function isBlank(turn: ShownTurn | undefined): boolean {
  return turn !== undefined && turn.msg.trim() === '';
}

/** People count from 1. */
function toNumber(index: string | undefined): number {
  return Number(index) + 1;
}
