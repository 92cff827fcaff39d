import { describe, expect, it } from 'vitest';
import { makeDeck, makeSample } from '../../test/support/calibrating.ts';
import { Fault } from '../base/fault.ts';
import type { Sample } from '../conversation/sample.ts';
import { checkSampleContexts } from './check-sample-contexts.ts';

function check(name: string, samples: readonly Sample[], allowLeak = false) {
  const asked = { name, assistantQuestion: `${name}?`, file: 'tone.deck.toml' };
  const deck = makeDeck({ contexts: [...makeDeck().contexts, asked] });
  const read = { name: 'tone.deck.md', path: '/tone.deck.md', deckHash: '', skipped: [], warnings: [], notes: [] };
  const counts = { keptForTest: 0, reserved: [] };
  const clustered = samples.map((sample) => ({ cluster: sample.id, sample }));
  return checkSampleContexts([{ ...read, ...counts, deck, sources: ['deck'], samples: clustered }], allowLeak);
}

function faultOf(work: () => unknown): Fault {
  try {
    work();
  } catch (error) {
    if (error instanceof Fault) return error;
  }
  throw new Error('There is no Fault.');
}

const scored = (id: string) => makeSample(id, { expected: { score: 1 } });
const answered = (id: string) => makeSample(id, { expected: { score: 1, reference: 'On its way.' } });

describe('checkSampleContexts', () => {
  it('refuses a deck that shows its judge the human score, with one problem for all samples', () => {
    const { code, problems } = faultOf(() => check('expected', ['a', 'b', 'c', 'd', 'e', 'f', 'g'].map(scored)));
    expect(code).toBe('CALIBRATE_LEAK');
    expect(problems.map(({ message }) => message)).toEqual([
      'The deck uses the context "expected", but 7 samples contain only the human score: "a", "b", "c", "d", "e" and 2 more.',
    ]);
    expect(faultOf(() => check('expected', [scored('a'), answered('b')])).message).toContain(
      'but sample "a" contains only the human score',
    );
  });

  it('allows it with --allow-leak', () => {
    expect(check('expected', [scored('a')], true)).toEqual([]);
  });

  it('refuses a deck if no sample provides a context, and warns if some do', () => {
    expect(faultOf(() => check('reference', [scored('a')])).code).toBe('DECK_NOT_CALIBRATABLE');
    expect(check('reference', [answered('a'), scored('b')])).toMatchObject([
      {
        severity: 'warning',
        message: 'The deck uses the context "reference", which 1 of 2 samples do not provide: "b". They stay ungraded.',
      },
    ]);
    expect(check('reference', [answered('a')])).toEqual([]);
  });
});
