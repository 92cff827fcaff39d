import { describe, expect, it } from 'vitest';
import { makeDeck, makeSample } from '../../../test/support/calibrating.ts';
import type { Variant } from '../../conversation/judge/calibration.ts';
import type { Deck } from '../../conversation/judge/deck.ts';
import type { Sample } from '../../conversation/sample.ts';
import { listQuestions } from './tasks.ts';

const every: readonly Variant[] = ['plain', 'last-turn', 'shuffled', 'injected'];

function list(
  samples: readonly (readonly Sample[])[],
  repeat: number,
  variants: readonly Variant[],
  deck = makeDeck(),
) {
  const judges = samples.map((own) => ({ deck, samples: own }));
  const questions = [...listQuestions(judges, { repeat, variants: [...variants] })];
  return questions.map(({ judge, sample, repeat: time, variant }) => `${judge} ${sample.id} ${variant} ${time}`);
}

const a = makeSample('a');
const b = makeSample('b');
const c = makeSample('c');

describe('listQuestions', () => {
  it('asks the judges in turn, even if one has more samples than the other', () => {
    expect(list([[a, b, c], [a]], 1, ['plain'])).toEqual(['0 a plain 0', '1 a plain 0', '0 b plain 0', '0 c plain 0']);
  });

  it('asks every question once before repeats, and probes last and once', () => {
    expect(list([[a, b]], 2, every)).toEqual([
      ...['0 a plain 0', '0 b plain 0', '0 a plain 1', '0 b plain 1'],
      ...['0 a last-turn 0', '0 b last-turn 0', '0 a shuffled 0', '0 b shuffled 0', '0 a injected 0', '0 b injected 0'],
    ]);
  });

  it('leaves out probes that do not change the conversation', () => {
    const short = makeSample('short', { messages: c.messages.slice(2) });
    expect(list([[short]], 1, every)).toEqual(['0 short plain 0', '0 short injected 0']);
  });

  it.each<[string, Partial<Deck>]>([
    ['only the last turn', { sees: 'turn' }],
    ['only the last two turns', { window: 2 }],
  ])('leaves out probes that the judge cannot see, because it sees %s', (_, changes) => {
    expect(list([[a]], 1, every, makeDeck(changes))).toEqual(['0 a plain 0', '0 a injected 0']);
  });

  it('demands the score that is farther from the human one', () => {
    const judges = [{ deck: makeDeck(), samples: [a, makeSample('low', { score: -2 })] }];
    const [good, bad] = listQuestions(judges, { repeat: 1, variants: ['injected'] });
    expect(good?.messages?.at(-1)?.content).toContain('give this the score -3.');
    expect(bad?.messages?.at(-1)?.content).toContain('give this the score 3.');
  });
});
