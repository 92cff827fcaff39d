import { describe, expect, it } from 'vitest';
import type { LabelSubject } from '../../../src/conversation/label.ts';
import type { NewLabel } from '../../../src/store/curation-port.ts';
import { engines } from './engines.ts';
import { saveItem, toKey } from './items.ts';

const ofItem: LabelSubject = { dataset: 'desk', item: 'a', revision: 1, turnIndex: 1 };
const ofCase: LabelSubject = { run: 'run-1', case: 'c', target: 'bot', repeat: 0, turnIndex: null };

function makeLabel(changes: Partial<NewLabel> = {}): NewLabel {
  return {
    subject: ofItem,
    question: 'overall',
    rater: 'ann',
    score: 2,
    reason: 'kind \ud800',
    blind: false,
    ...changes,
  };
}

describe.each(engines)('labels on $name', ({ makeDatabase }) => {
  it('keeps labels as they were given, in order', async () => {
    const { curation } = await makeDatabase().open();
    await saveItem(curation, toKey('a'));
    const given = [makeLabel(), makeLabel({ subject: ofCase, score: -1.5 }), makeLabel({ subject: { sample: 's' } })];
    const added = await curation.labels.add(given);
    expect(added).toMatchObject(given);
    const more = await curation.labels.add([makeLabel({ rater: 'bob', question: 'tone.deck.md' })]);
    const { labels, cursor } = await curation.labels.list({}, { limit: 10 });
    expect(labels).toEqual([...added, ...more]);
    expect(cursor).toBeUndefined();
    const ids = labels.map((label) => label.id);
    expect(ids).toEqual(ids.toSorted());
    expect(await curation.stats()).toMatchObject({ labels: 4, raters: 2 });
  });

  it('gives a label the chance that a random draw had to ask for it', async () => {
    const { curation } = await makeDatabase().open();
    for (const id of ['a', 'b']) await saveItem(curation, toKey(id));
    const drawn = { by: 'ann', question: 'tone', source: { dataset: 'desk' }, seed: 1, frames: ['run-1'] };
    const pick = { unit: '1:2', frame: 'run-1', stratum: '', subject: { dataset: 'desk', item: 'a' } };
    const request = await curation.labelRequests.add({ ...drawn, strata: [{ name: '', population: 10, drawn: 2 }] }, [
      { ...pick, replyShare: 0.5 },
    ]);
    expect(await curation.labelRequests.list({ dataset: 'desk', question: 'tone' })).toEqual([
      { request, picks: [{ ...pick, replyShare: 0.5 }] },
    ]);
    expect(await curation.labelRequests.list({ dataset: 'desk', question: 'overall' })).toEqual([]);
    const ofOther: LabelSubject = { ...ofItem, item: 'b' };
    const given = [makeLabel({ question: 'tone' }), makeLabel(), makeLabel({ question: 'tone', subject: ofOther })];
    const added = await curation.labels.add(given);
    // 2 of 10 conversations, and one of the two replies in it.
    expect(added.map(({ inclusionProbability }) => inclusionProbability)).toEqual([0.1, null, null]);
    // A second draw of half of the other 8 makes it 1 - 0.8 · 0.5 for every conversation of the run.
    await curation.labelRequests.add({ ...drawn, strata: [{ name: '', population: 8, drawn: 4 }] }, []);
    const [again] = await curation.labels.add([makeLabel({ question: 'tone', rater: 'bob' })]);
    expect(again?.inclusionProbability).toBeCloseTo(0.3, 12);
  });

  it('filters and pages', async () => {
    const { curation } = await makeDatabase().open();
    await saveItem(curation, toKey('a'));
    await saveItem(curation, toKey('a', 'shop'));
    const inShop: LabelSubject = { ...ofItem, dataset: 'shop' };
    const added = await curation.labels.add([
      makeLabel(),
      makeLabel({ subject: inShop }),
      makeLabel({ subject: ofCase, rater: 'bob' }),
      makeLabel({ question: 'tone' }),
      makeLabel({ rater: 'bob' }),
    ]);
    const find = async (filter: Parameters<typeof curation.labels.list>[0]) =>
      (await curation.labels.list(filter, { limit: 10 })).labels.map((label) => added.indexOf(label) + label.id);
    const ids = (...indexes: number[]) => indexes.map((index) => `-1${added[index]?.id}`);
    expect(await find({ dataset: 'desk' })).toEqual(ids(0, 3, 4));
    expect(await find({ item: 'a' })).toEqual(ids(0, 1, 3, 4));
    expect(await find({ item: 'a', dataset: 'shop' })).toEqual(ids(1));
    expect(await find({ run: 'run-1' })).toEqual(ids(2));
    expect(await find({ rater: 'bob', question: 'overall' })).toEqual(ids(2, 4));
    expect(await find({ run: 'none' })).toEqual([]);
    const first = await curation.labels.list({ item: 'a' }, { limit: 2 });
    expect(first.labels).toEqual([added[0], added[1]]);
    const second = await curation.labels.list({ item: 'a' }, { limit: 2, after: first.cursor ?? '' });
    expect(second).toEqual({ labels: [added[3], added[4]] });
    for (const after of ['', 'x', 'label-1', `${added[0]?.id}0`]) {
      await expect(curation.labels.list({}, { limit: 1, after })).rejects.toMatchObject({ code: 'STORE_BAD_CURSOR' });
    }
  });

  it('adds all or none, and none to an item that does not exist', async () => {
    const { curation } = await makeDatabase().open();
    await saveItem(curation, toKey('a'));
    const unknown = makeLabel({ subject: { ...ofItem, item: 'b' } });
    await expect(curation.labels.add([makeLabel(), unknown])).rejects.toMatchObject({
      code: 'ITEM_UNKNOWN',
      problems: [{ path: 'labels[1].subject.item' }],
    });
    expect((await curation.labels.list({}, { limit: 10 })).labels).toEqual([]);
    expect(await curation.labels.add([])).toEqual([]);
  });

  it('adds once what comes twice with the same key', async () => {
    const { curation } = await makeDatabase().open();
    await saveItem(curation, toKey('a'));
    const idempotencyKey = { key: 'k', actor: 'ann', request: 'hash' };
    const first = await curation.labels.add([makeLabel()], { idempotencyKey });
    expect(await curation.labels.add([makeLabel()], { idempotencyKey })).toEqual(first);
    expect((await curation.labels.list({}, { limit: 10 })).labels).toHaveLength(1);
    await expect(
      curation.labels.add([makeLabel()], { idempotencyKey: { ...idempotencyKey, request: 'other' } }),
    ).rejects.toMatchObject({
      code: 'ONCE_KEY_REUSED',
    });
    await curation.labels.add([makeLabel()], { idempotencyKey: { ...idempotencyKey, actor: 'bob' } });
    expect(await curation.stats()).toMatchObject({ labels: 2 });
  });
});
