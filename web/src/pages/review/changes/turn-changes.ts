import type { AnswerKey } from '../../../../../src/conversation/answer-key.ts';
import type { Item } from '../../../../../src/conversation/item/item.ts';
import { withContextChanged } from '../../../../../src/curate/context-changed.ts';
import { hasHistory } from '../../../../../src/curate/conversation-view.ts';
import { answerTurnId, questionTurnId } from '../../../data/turn-names.ts';
import { withTurn } from './turn-history.ts';

/** The item with another text of a turn. In an item without history, that text is a field. */
export function withTurnText(item: Item, turnId: string, text: string): Item {
  if (hasHistory(item)) return withTurn(item, turnId, (turn) => ({ ...turn, msg: text }));
  if (turnId === questionTurnId) return { ...item, editedQuestion: text };
  return turnId === answerTurnId ? { ...item, answer: text } : item;
}

/** A blank role is none. */
export function withTurnRole(item: Item, turnId: string, role: string): Item {
  const word = role.trim();
  return word === '' ? item : withTurn(item, turnId, (turn) => ({ ...turn, role: word }));
}

/** Each tag once, without white space at its ends. */
export function withTurnTags(item: Item, turnId: string, tags: readonly string[]): Item {
  const words = [...new Set(tags.map((tag) => tag.trim()).filter((tag) => tag !== ''))];
  return withTurn(item, turnId, (turn) => ({ ...turn, tags: words }));
}

/** Fields of a key that are to change; an empty one is taken away. */
export type KeyChange = Partial<Omit<AnswerKey, 'contextChanged'>>;

/** The turn with some fields of its key changed. A key without fields is removed. Changing a key counts as a recheck. */
export function withTurnKey(item: Item, turnId: string, change: KeyChange): Item {
  return withTurn(item, turnId, ({ answerKey, ...turn }) => {
    const { contextChanged: _seen, ...key } = { ...answerKey, ...change };
    const said = Object.entries(key).filter(([, value]) => value !== undefined && value.length > 0);
    return said.length === 0 ? turn : { ...turn, answerKey: Object.fromEntries(said) };
  });
}

/** A reviewer says that the answer is right, although its reply failed in a run. The server keeps it when it is saved. */
export function withReplySettled(item: Item, turnId: string, reason: string): Item {
  return withTurn(item, turnId, (turn) => {
    if (turn.replyUnderTest === undefined) return turn;
    return { ...turn, replyUnderTest: { ...turn.replyUnderTest, settled: { as: 'answer-was-right', reason } } };
  });
}

/** A reviewer rechecked the key: it fits the changed context. */
export function withTurnRechecked(item: Item, turnId: string): Item {
  return withTurn(item, turnId, (turn) => withContextChanged(turn, false));
}
