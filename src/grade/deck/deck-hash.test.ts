import { describe, expect, it } from 'vitest';
import type { Deck } from '../../conversation/judge/deck.ts';
import { toDeckHash } from './deck-hash.ts';

const deck: Deck = {
  file: 'tone.deck.md',
  text: '# Judge',
  scale: { min: -3, max: 3, step: 1 },
  pass: 1,
  sees: 'history',
  contexts: [{ name: 'fullConversation', assistantQuestion: 'Which?', file: 'tone.toml' }],
  samples: [],
  files: ['tone.deck.md', 'tone.toml'],
};
const [context] = deck.contexts;

describe('toDeckHash', () => {
  it.each<[string, Partial<Deck>]>([
    ['text', { text: '# Judge!' }],
    ['scale', { scale: { min: -3, max: 3, step: 0 } }],
    ['passing score', { pass: 2 }],
    ['what is seen', { sees: 'turn' }],
    ['window', { window: 4 }],
    [
      'question of a context',
      { contexts: [{ name: 'fullConversation', assistantQuestion: 'What?', file: 'tone.toml' }] },
    ],
    ['default of a context', { contexts: deck.contexts.map((own) => ({ ...own, default: 'x' })) }],
    ['contexts', { contexts: [] }],
  ])('changes with the %s', (_what, change) => {
    expect(toDeckHash({ ...deck, ...change })).not.toBe(toDeckHash(deck));
  });

  it('stays when only paths, the target or notes for people change', () => {
    const other: Deck = {
      ...deck,
      ...{ file: 'b.deck.md', files: [], samples: [], target: 'gpt', gate: { tnr: 0.8 } },
      contexts: context === undefined ? [] : [{ ...context, file: 'b.toml', description: 'd', example: 'e' }],
    };
    expect(toDeckHash(other)).toBe(toDeckHash(deck));
  });
});
