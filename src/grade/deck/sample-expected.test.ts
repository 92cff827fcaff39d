import { describe, expect, it } from 'vitest';
import type { Sample } from '../../conversation/sample.ts';
import { toSampleExpected } from './sample-expected.ts';

const messages = [{ role: 'user', content: 'Hi', name: 'Ann' }];

function makeSample(truth: Partial<Sample> = {}): Sample {
  return { id: 's', messages, tags: [], split: 'tune', meta: {}, ...truth };
}

const declaring = (...names: readonly string[]) => ({
  file: 'x.deck.md',
  contexts: names.map((name) => ({ name, assistantQuestion: 'Q', file: 'c.toml' })),
});
const asking = declaring('fullConversation', 'expected');

describe('toSampleExpected', () => {
  it('offers expected without the human answer', () => {
    const expected = { score: 2, reason: 'R', ratings: [], reference: '4' };
    expect(toSampleExpected(makeSample({ expected, score: 2 }), { deck: asking })).toEqual({ reference: '4' });
  });

  it.each([[{ score: 2, reason: 'R' }], [2], [{ '1': 2 }], [{}], [undefined]])(
    'is a Fault when the deck asks for expected and only the answer is there: %j',
    (expected) => {
      const sample = makeSample({ expected });
      expect(() => toSampleExpected(sample, { deck: asking })).toThrow(
        expect.objectContaining({ code: 'CALIBRATE_LEAK' }),
      );
      expect(toSampleExpected(sample, { deck: declaring('fullConversation') })).toBeUndefined();
    },
  );

  it('passes everything when leaks are allowed', () => {
    const sample = makeSample({ expected: { score: 2, reason: 'R' } });
    expect(toSampleExpected(sample, { deck: asking, allowLeak: true })).toEqual({ score: 2, reason: 'R' });
  });

  it('leaves a deck its default for expected', () => {
    const deck = { ...asking, contexts: asking.contexts.map((context) => ({ ...context, default: 'none' })) };
    expect(toSampleExpected(makeSample({ expected: 1 }), { deck })).toBeUndefined();
  });
});
