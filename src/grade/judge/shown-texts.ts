import type { Deck } from '../../conversation/deck.ts';
import type { RenderedDeck } from '../deck/render-deck.ts';
import type { JudgeValues } from './judge-values.ts';

/**
 * Every text the judge was shown that is not the deck's own: each value as it was rendered, as compact JSON, and each
 * text inside it as it was written. A judge that quotes quotes one of these.
 */
export function toShownTexts(deck: Deck, values: JudgeValues, { messages }: RenderedDeck): readonly string[] {
  const shown = new Set<string>();
  for (const [index, { name }] of deck.contexts.entries()) {
    const value = Object.hasOwn(values, name) ? values[name] : undefined;
    if (value === undefined) continue;
    // The deck's text, then a question and a value for each context.
    shown.add(messages[2 * index + 2]?.content ?? '');
    if (typeof value === 'object') shown.add(JSON.stringify(value));
    for (const text of listTexts(value)) shown.add(text);
  }
  // Only what holds an object can hide one.
  return [...shown].filter((text) => text.includes('{'));
}

function* listTexts(value: unknown): Generator<string> {
  const open: unknown[] = [value];
  while (open.length > 0) {
    const next = open.pop();
    if (typeof next === 'string') yield next;
    else if (typeof next === 'object' && next !== null) for (const inner of Object.values(next)) open.push(inner);
  }
}
