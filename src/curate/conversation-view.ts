import type { Item, Turn } from '../conversation/item/item.ts';

export type Talk = Pick<Item, 'synthQuestion' | 'editedQuestion' | 'answer' | 'refs' | 'history'>;

/**
 * The turns of an item: its history, else its question and answer as two turns, the refs of the item behind the answer.
 * Only a view: nothing is rewritten. Without a question or an answer there is no such turn.
 */
export function toTurns(item: Talk): readonly Turn[] {
  if (hasHistory(item)) return item.history;
  const question = item.editedQuestion ?? item.synthQuestion;
  const turns: Turn[] = question === undefined ? [] : [{ role: 'user', msg: question, tags: [] }];
  if (item.answer === undefined) return turns;
  const refs = item.refs.length === 0 ? {} : { refs: item.refs };
  return [...turns, { role: 'assistant', msg: item.answer, ...refs, tags: [] }];
}

/** The founding curator writes an empty history for single-turn items. */
export function hasHistory<T extends Pick<Item, 'history'>>(item: T): item is T & { history: Turn[] } {
  return item.history !== undefined && item.history.length > 0;
}

/** The last turn of a role, which `editedQuestion` (user) or `answer` (assistant) repeats. */
export function findLastTurn(turns: readonly Turn[] | undefined, role: 'user' | 'assistant'): Turn | undefined {
  return turns?.findLast((turn) => turn.role === role);
}
