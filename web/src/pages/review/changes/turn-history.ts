import type { Item, Turn } from '../../../../../src/conversation/item/item.ts';
import { hasHistory } from '../../../../../src/curate/conversation-view.ts';
import { withTurnIds } from '../../../../../src/curate/turn-ids.ts';
import { answerTurnId } from '../../../data/turn-names.ts';
import { toShownTurns } from '../../../parts/conversation/shown-turns.ts';

export type WithHistory = Item & { history: Turn[] };

/**
 * The item with a history. A question and an answer become two turns, and the refs of the item move to the answer. Both
 * fields stay, in step with their turns.
 */
export function withHistory(item: Item): WithHistory {
  if (hasHistory(item)) return item;
  const history = [...toShownTurns(item)];
  const isMoved = history.some(({ id }) => id === answerTurnId);
  return { ...item, history, refs: isMoved ? [] : item.refs };
}

/** The item with one of its turns changed; without that turn, as it was. */
export function withTurn(item: Item, turnId: string, change: (turn: Turn) => Turn): Item {
  const full = withHistory(item);
  if (!full.history.some(({ id }) => id === turnId)) return item;
  return { ...full, history: full.history.map((turn) => (turn.id === turnId ? change(turn) : turn)) };
}

/** The item with an id on every turn. An item that has all ids stays the same object. */
export function withNamedTurns(item: Item, before: Item, newId: () => string): Item {
  const { history } = item;
  if (history === undefined || history.every(({ id }) => id !== undefined)) return item;
  return { ...item, history: withTurnIds(history, before.history, newId) };
}
