import type { Item, Turn } from '../../../../../src/conversation/item/item.ts';
import { hasHistory } from '../../../../../src/curate/conversation-view.ts';
import { answerTurnId, questionTurnId } from '../../../data/turn-names.ts';
import { withHistory } from './turn-history.ts';

/** A turn that is to be written. */
export interface NewTurn {
  readonly id: string;
  /** Next to this turn, or at the end if undefined. */
  readonly beside: string | undefined;
  readonly where: 'before' | 'after';
}

/** The item with an empty turn more. Whose turn it is follows from the turns around it. */
export function withTurnInserted(item: Item, { id, beside, where }: NewTurn): Item {
  const full = withHistory(item);
  const found = full.history.findIndex((turn) => turn.id === beside);
  const at = found === -1 ? full.history.length : found + (where === 'after' ? 1 : 0);
  const role = toNextRole(full.history[at - 1]?.role, full.history[at]?.role);
  return { ...full, history: full.history.toSpliced(at, 0, { id, role, msg: '', tags: [] }) };
}

/** The other side of the one before; at the beginning, of the one behind. */
export function toNextRole(before: string | undefined, behind: string | undefined): string {
  if (before === undefined) return behind === 'user' ? 'system' : 'user';
  return before === 'user' || before === 'tool' ? 'assistant' : 'user';
}

/** An empty turn. */
export interface AddedSpeaker {
  readonly item: Item;
  readonly turnId: string;
}

/**
 * The item with an empty turn of the missing speaker: a question goes after the instructions, an answer goes to the end.
 * An item without history gets the field that is shown as that turn.
 */
export function withSpeaker(item: Item, role: 'user' | 'assistant', id: string): AddedSpeaker {
  if (!hasHistory(item)) {
    return role === 'user'
      ? { item: { ...item, editedQuestion: '' }, turnId: questionTurnId }
      : { item: { ...item, answer: '' }, turnId: answerTurnId };
  }
  const { history } = item;
  const spoken = history.findIndex((turn) => turn.role !== 'system');
  const at = role === 'assistant' || spoken === -1 ? history.length : spoken;
  return { item: { ...item, history: history.toSpliced(at, 0, { id, role, msg: '', tags: [] }) }, turnId: id };
}

/** The item without one of its turns, its refs, tags and key. The only turn stays: an item needs one. */
export function withoutTurn(item: Item, turnId: string): Item {
  const full = withHistory(item);
  const history = full.history.filter((turn) => turn.id !== turnId);
  return history.length === 0 || history.length === full.history.length ? item : { ...full, history };
}

/** The item with one of its turns `by` places further down (or up, below 0); at an end it stays. */
export function withTurnMoved(item: Item, turnId: string, by: number): Item {
  const full = withHistory(item);
  const at = full.history.findIndex((turn) => turn.id === turnId);
  const turn = full.history[at];
  const to = at + by;
  if (turn === undefined || to < 0 || to >= full.history.length || by === 0) return item;
  return { ...full, history: full.history.toSpliced(at, 1).toSpliced(to, 0, turn) };
}

/** A turn that was taken away, where it was. */
export function withTurnBack(item: Item, turn: Turn, index: number): Item {
  const full = withHistory(item);
  if (full.history.some(({ id }) => id === turn.id)) return item;
  return { ...full, history: full.history.toSpliced(index, 0, turn) };
}
