import { describe, expect, it } from 'vitest';
import type { Sample } from '../../conversation/sample.ts';
import { toSampleContext } from './sample-context.ts';

const messages = [{ role: 'user', content: 'Hi', name: 'Ann' }];

function makeSample(truth: Partial<Sample> = {}): Sample {
  return { id: 's', messages, tags: [], split: 'tune', meta: {}, ...truth };
}

const declaring = (...names: readonly string[]) => ({
  file: 'x.deck.md',
  contexts: names.map((name) => ({ name, assistantQuestion: 'Q', file: 'c.toml' })),
});
const asking = declaring('fullConversation', 'expected');

describe('toSampleContext', () => {
  it('offers the messages as written and expected without the human answer', () => {
    const expected = { score: 2, reason: 'R', ratings: [], reference: '4' };
    expect(toSampleContext(makeSample({ expected, score: 2 }), { deck: asking })).toEqual({
      fullConversation: messages,
      expected: { reference: '4' },
    });
  });

  it.each([[{ score: 2, reason: 'R' }], [2], [{ '1': 2 }], [{}], [undefined]])(
    'is a Fault when the deck asks for expected and only the answer is there: %j',
    (expected) => {
      const sample = makeSample({ expected });
      expect(() => toSampleContext(sample, { deck: asking })).toThrow(
        expect.objectContaining({ code: 'CALIBRATE_LEAK' }),
      );
      expect(toSampleContext(sample, { deck: declaring('fullConversation') })).toEqual({ fullConversation: messages });
    },
  );

  it('passes everything when leaks are allowed', () => {
    const sample = makeSample({ expected: { score: 2, reason: 'R' } });
    expect(toSampleContext(sample, { deck: asking, allowLeak: true })).toEqual({
      fullConversation: messages,
      expected: { score: 2, reason: 'R' },
    });
  });

  it('leaves a deck its default for expected', () => {
    const deck = { ...asking, contexts: asking.contexts.map((context) => ({ ...context, default: 'none' })) };
    expect(toSampleContext(makeSample({ expected: 1 }), { deck })).toEqual({ fullConversation: messages });
  });
});
