import { describe, expect, it } from 'vitest';
import { listFaults, openReviewDesk } from '../../../test/support/review-desk.ts';
import { addLabels, type GivenLabel } from './add-labels.ts';

const subject = { dataset: 'demo', item: 'a' };
const label: GivenLabel = { subject, question: 'overall', rater: 'ann', score: 2 };

async function openDesk() {
  const desk = await openReviewDesk();
  await desk.import([
    { id: 'a', history: [{ role: 'user', msg: 'q' }] },
    { id: 'b', synthQuestion: 'q', answer: 'x' },
  ]);
  await desk.put('a', {
    history: [
      { role: 'user', msg: 'q' },
      { role: 'assistant', msg: 'a' },
    ],
  });
  return desk;
}

describe('addLabels', () => {
  it('refers to the current revision and the whole item by default', async () => {
    const desk = await openDesk();
    const [first, second] = await addLabels(desk.context, {
      labels: [label, { ...label, subject: { ...subject, revision: 1, turnIndex: 0 }, reason: 'r', blind: true }],
    });
    expect(first).toMatchObject({ subject: { ...subject, revision: 2, turnIndex: null }, reason: '', blind: false });
    expect(second).toMatchObject({ subject: { ...subject, revision: 1, turnIndex: 0 }, reason: 'r', blind: true });
  });

  it('looks at an item once, however many labels it gets', async () => {
    const { context } = await openDesk();
    let looks = 0;
    const items = {
      ...context.store.items,
      find: (key: Parameters<typeof context.store.items.find>[0]) => {
        looks += 1;
        return context.store.items.find(key);
      },
    };
    const labels = new Array(50).fill(label);
    expect(await addLabels({ ...context, store: { ...context.store, items } }, { labels })).toHaveLength(50);
    expect(looks).toBe(1);
  });

  it('takes cases of runs and samples, and a turn of an item without history', async () => {
    const desk = await openDesk();
    const run = { run: 'r', case: 'c', target: 't', turnIndex: 1 };
    const labels = await addLabels(desk.context, {
      labels: [
        { ...label, subject: run },
        { ...label, subject: { sample: 's' } },
        { ...label, subject: { dataset: 'demo', item: 'b', turnIndex: 1 } },
      ],
    });
    expect(labels.map(({ subject }) => subject)).toMatchObject([{ ...run, repeat: 0 }, { sample: 's' }, { item: 'b' }]);
  });

  it.each([
    [{ score: 4 }, 'LABEL_BAD_SCORE score'],
    [{ score: 0.5 }, 'LABEL_BAD_SCORE score'],
    [{ score: Number.NaN }, 'LABEL_BAD_SCORE score'],
    [{ question: 'x.deck.md', score: Number.POSITIVE_INFINITY }, 'LABEL_BAD_SCORE score'],
    [{ question: 'x.deck.md', score: 7, scale: { min: 1, max: 5, step: 1 } }, 'LABEL_BAD_SCORE score'],
    [{ subject: { ...subject, turnIndex: 2 } }, 'API_BAD_VALUE subject.turnIndex'],
    [{ subject: { ...subject, revision: 1, turnIndex: 1 } }, 'API_BAD_VALUE subject.turnIndex'],
    [{ subject: { ...subject, revision: 9 } }, 'ITEM_BAD_REVISION subject.revision'],
    [{ subject: { ...subject, item: 'none' } }, 'ITEM_UNKNOWN subject.item'],
  ])('refuses %j, and keeps none of its neighbors', async (flaw, problem) => {
    const desk = await openDesk();
    const labels = [label, { ...label, ...flaw }];
    const faults = await listFaults(addLabels(desk.context, { labels, toPath: (index) => `labels[${index}].` }));
    expect(faults).toEqual([problem.replace(' ', ' labels[1].')]);
    expect((await desk.context.store.labels.list({}, { limit: 10 })).labels).toEqual([]);
  });

  it('accepts any number for a deck without a scale', async () => {
    const desk = await openDesk();
    expect(await addLabels(desk.context, { labels: [{ ...label, question: 'x.deck.md', score: 0.25 }] })).toHaveLength(
      1,
    );
  });
});
