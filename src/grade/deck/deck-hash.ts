import { hashJson } from '../../base/hash.ts';
import { type Deck, judgeRequestFormat } from '../../conversation/judge/deck.ts';

/**
 * Tells two decks apart by what a judge is asked and how its answer is read: text, scale, passing score, what it sees,
 * contexts, and the format in which requests are built. Samples, paths, the target and notes for people change none of that.
 */
export function toDeckHash({ text, scale, pass, sees, window, contexts }: Deck): string {
  const asked = contexts.map(({ name, assistantQuestion, default: value, type }) => {
    return { name, assistantQuestion, default: value, type };
  });
  return hashJson({ format: judgeRequestFormat, text, scale, pass, sees, window, contexts: asked });
}
