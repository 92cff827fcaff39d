import { describe, expect, it } from 'vitest';
import { makeProject } from '../../../../test/support/temp-project.ts';
import { definedOnly } from '../../../base/defined-only.ts';
import type { Label } from '../../../conversation/label.ts';
import type { CurationStore } from '../../../store/curation-port.ts';
import { readLabelRatings } from './label-ratings.ts';

type Given = Partial<Pick<Label, 'question' | 'rater' | 'score'>> & {
  readonly item?: string;
  readonly revision?: number;
  readonly turnIndex?: number | null;
};

function storeOf(given: readonly Given[]): CurationStore {
  const labels = given.map(({ item = 'a', revision = 1, turnIndex = null, ...rest }, index) => ({
    id: String(index),
    subject: { dataset: 'shop', item, revision, turnIndex },
    ...{ question: 'overall', rater: 'ann', score: 1, reason: '', blind: true, at: '2026-01-01T00:00:00Z' },
    ...rest,
  }));
  // Nothing but the list of labels is read.
  return { labels: { list: async () => ({ labels }) } } as unknown as CurationStore;
}

function read(given: readonly Given[], question?: string) {
  const cwd = makeProject();
  const wanted = { dataset: 'shop', cwd, root: cwd, ...definedOnly({ question }) };
  return readLabelRatings(storeOf(given), wanted);
}

describe('readLabelRatings', () => {
  it('takes the newest label of a rater, whatever the revision', async () => {
    const { ratings } = await read([{ score: 1 }, { score: 2, revision: 2 }, { rater: 'ben', score: 3 }]);
    expect(ratings).toEqual([
      { unit: 'a', rater: 'ann', score: 2, conversation: 'a' },
      { unit: 'a', rater: 'ben', score: 3, conversation: 'a' },
    ]);
  });

  it('keeps turns apart, and in one conversation', async () => {
    const { ratings } = await read([{ turnIndex: 1 }, { turnIndex: 3 }, {}]);
    expect(ratings.map(({ unit, conversation }) => [unit, conversation])).toEqual([
      ['a#turn-2', 'a'],
      ['a#turn-4', 'a'],
      ['a', 'a'],
    ]);
  });

  it('takes the scores of a deck that no longer exists', async () => {
    const found = await read([{ question: 'gone.deck.md', score: 40 }]);
    expect(found).toMatchObject({ question: 'gone.deck.md', note: expect.stringContaining('gone.deck.md') });
    expect(found.scale).toBeUndefined();
  });

  it('asks which question is meant where there are several', async () => {
    const two = [{ question: 'a.deck.md' }, { question: 'b.deck.md' }];
    await expect(read(two)).rejects.toMatchObject({ code: 'AGREEMENT_NO_LABELS' });
  });

  it('does not answer another question than the one that was asked', async () => {
    await expect(read([{ question: 'a.deck.md' }], 'overall')).rejects.toMatchObject({ code: 'AGREEMENT_NO_LABELS' });
  });

  it('refuses a label off the scale', async () => {
    await expect(read([{ score: 9 }])).rejects.toMatchObject({ code: 'RATINGS_BAD_SCORE' });
  });
});
