import type { Turn } from '../../../../src/conversation/item/item.ts';
import { hasHistory, type Talk, toTurns } from '../../../../src/curate/conversation-view.ts';
import { answerTurnId, questionTurnId, toPlaceName } from '../../data/turn-names.ts';

/** A turn with an ID. */
export type ShownTurn = Turn & { readonly id: string };

/** The turns of an item, each with an ID. A turn that has one stays the same object. */
export function toShownTurns(item: Talk): readonly ShownTurn[] {
  if (!hasHistory(item)) {
    return toTurns(item).map((turn) => ({ ...turn, id: turn.role === 'assistant' ? answerTurnId : questionTurnId }));
  }
  return item.history.map((turn, index) => (isNamed(turn) ? turn : { ...turn, id: toPlaceName(index) }));
}

function isNamed(turn: Turn): turn is ShownTurn {
  return turn.id !== undefined;
}
