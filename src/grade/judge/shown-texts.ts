import type { Deck } from '../../conversation/judge/deck.ts';
import type { RenderedDeck } from '../deck/render-deck.ts';
import type { JudgeValues } from './judge-values.ts';

/** Every text the judge was shown that is not the deck's own, as it was rendered. A judge that quotes quotes one of these. */
export function toShownTexts(deck: Deck, values: JudgeValues, { messages }: RenderedDeck): readonly string[] {
  return deck.contexts.flatMap(({ name }, index) => {
    // The deck's text, then a question and a value for each context.
    const shown = messages[2 * index + 2]?.content;
    return shown === undefined || !Object.hasOwn(values, name) ? [] : [shown];
  });
}
