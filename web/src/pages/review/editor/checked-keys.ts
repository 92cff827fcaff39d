import type { Item, Turn } from '../../../../../src/conversation/item/item.ts';

interface Checked {
  readonly mine: Item;
  readonly checked?: readonly string[];
}

/** Turns of which the key was looked at again, counting what was typed last. */
export function listChecked({ mine, checked = [] }: Checked, next: Item): readonly string[] {
  const flagged = (mine.history ?? []).filter(isFlagged).map(({ id }) => id);
  if (flagged.length === 0 && checked.length === 0) return checked;
  const candidates = new Set([...checked, ...flagged]);
  return (next.history ?? []).flatMap(({ id, answerKey }) =>
    id !== undefined && candidates.has(id) && answerKey !== undefined && answerKey.contextChanged !== true ? [id] : [],
  );
}

/** The item with the keys of these turns as looked at. */
export function withoutFlags(item: Item, turnIds: readonly string[]): Item {
  const { history } = item;
  if (history === undefined || turnIds.length === 0) return item;
  const isChecked = (turn: Turn) => isFlagged(turn) && turnIds.includes(turn.id ?? '');
  return { ...item, history: history.map((turn) => (isChecked(turn) ? withoutFlag(turn) : turn)) };
}

function withoutFlag(turn: Turn): Turn {
  const { contextChanged: _seen, ...answerKey } = turn.answerKey ?? {};
  return { ...turn, answerKey };
}

function isFlagged({ answerKey }: Turn): boolean {
  return answerKey?.contextChanged === true;
}
