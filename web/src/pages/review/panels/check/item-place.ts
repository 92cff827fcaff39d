import type { Item } from '../../../../../../src/conversation/item.ts';
import { hasHistory } from '../../../../../../src/curate/conversation-view.ts';
import { answerTurnId, questionTurnId, toShownTurns } from '../../../../parts/conversation/shown-turns.ts';
import type { PanelName } from '../../selection.ts';

/** Where on the page a JSON path of an item is seen and changed. */
export interface ItemPlace {
  /** For people: "Turn 3, answer key". */
  readonly name: string;
  /** undefined: the whole conversation. */
  readonly turnId: string | undefined;
  /** The panel to open; undefined: it is in the conversation. */
  readonly panel: PanelName | undefined;
  /** The path itself: the field in the panel has it as `data-place`. */
  readonly path: string;
}

const turnPath = /^history\[(\d+)\](?:\.(\w+)(?:\[(\d+)\])?)?/;
const refPath = /^refs\[(\d+)\]/;

/** The place of a path, as approval rules, warnings and the server name it. */
export function toItemPlace(item: Item, path: string): ItemPlace {
  const turn = turnPath.exec(path);
  if (turn !== null) return toTurnPlace(item, path, turn);
  const ref = refPath.exec(path);
  if (ref !== null) return { name: `Reference ${toNumber(ref[1])}`, turnId: undefined, panel: 'refs', path };
  if (path.startsWith('manualTags')) return { name: 'Tags', turnId: undefined, panel: 'tags', path };
  if (path === 'comment') return { name: 'Comment', turnId: undefined, panel: 'comment', path };
  if (path === 'editedQuestion' || path === 'synthQuestion') return toFieldPlace(item, path, 'user');
  if (path === 'answer') return toFieldPlace(item, path, 'assistant');
  return { name: 'Conversation', turnId: undefined, panel: undefined, path };
}

function toTurnPlace(item: Item, path: string, [, index, field, place]: RegExpExecArray): ItemPlace {
  const name = `Turn ${toNumber(index)}`;
  const turnId = toShownTurns(item)[Number(index)]?.id;
  if (field === 'refs') {
    const which = place === undefined ? 'references' : `reference ${toNumber(place)}`;
    return { name: `${name}, ${which}`, turnId, panel: 'refs', path };
  }
  if (field === 'tags') return { name: `${name}, tags`, turnId, panel: 'tags', path };
  return { name: field === 'answerKey' ? `${name}, answer key` : name, turnId, panel: undefined, path };
}

/** A question or an answer beside a history speaks of the last turn of its role. */
function toFieldPlace(item: Item, path: string, role: 'user' | 'assistant'): ItemPlace {
  const name = role === 'user' ? 'Question' : 'Answer';
  if (!hasHistory(item)) {
    return { name, turnId: role === 'user' ? questionTurnId : answerTurnId, panel: undefined, path };
  }
  const turnId = toShownTurns(item).findLast((turn) => turn.role === role)?.id;
  return { name, turnId, panel: undefined, path };
}

/** People count from 1. */
function toNumber(index: string | undefined): number {
  return Number(index) + 1;
}
