import type { Deck } from '../../src/conversation/judge/deck.ts';
import type { Sample } from '../../src/conversation/sample.ts';

/** A deck of −3…3 that is shown the conversation and nothing else. */
export function makeDeck(changes: Partial<Deck> = {}): Deck {
  return {
    file: 'tone.deck.md',
    text: '# Judge the tone.',
    scale: { min: -3, max: 3, step: 1 },
    pass: 1,
    sees: 'history',
    contexts: [{ name: 'fullConversation', assistantQuestion: 'What was said?', file: 'tone.deck.toml' }],
    samples: [],
    files: ['tone.deck.md'],
    ...changes,
  };
}

/** A sample of two user turns, each with a reply. */
export function makeSample(id: string, changes: Partial<Sample> = {}): Sample {
  const messages = [
    { role: 'user', content: `Hello, I am ${id}.` },
    { role: 'assistant', content: 'What is it?' },
    { role: 'user', content: 'My book came late.' },
    { role: 'assistant', content: `The refund for ${id} is on its way.` },
  ];
  return { id, messages, score: 2, tags: [], split: 'tune', meta: {}, ...changes };
}
