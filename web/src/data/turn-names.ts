import { hasHistory, type Talk, toTurns } from '../../../src/curate/conversation-view.ts';

/** Names of the two turns that an item without history is shown as. They keep them when it gets a history. */
export const questionTurnId = 'question';
export const answerTurnId = 'answer';

/** What the turns of an item are called, in their order. */
export function listTurnNames(item: Talk): readonly string[] {
  if (hasHistory(item)) return item.history.map(({ id }, index) => id ?? toPlaceName(index));
  return toTurns(item).map(({ role }) => (role === 'assistant' ? answerTurnId : questionTurnId));
}

/** The name of a turn without an id. */
export function toPlaceName(index: number): string {
  return `turn-${index + 1}`;
}
