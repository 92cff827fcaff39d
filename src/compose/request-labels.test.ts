import { describe, expect, it } from 'vitest';
import {
  deckName,
  makeSampled,
  makeTurn,
  openDeskStore,
  recordJudged,
  saveItem,
  toKey,
  toLabel,
} from '../../test/support/sampled-desk.ts';
import { systemClock as clock } from '../base/clock.ts';
import type { CalibratedRow } from '../calibrate/calibration.ts';
import type { Store } from '../store/port.ts';
import { type LabelsRequest, requestLabels } from './request-labels.ts';

const deck = { name: deckName, hash: 'd1', pass: 1 };

function makeRow(sample: string, { human = null, judge = 2 }: Partial<Pick<CalibratedRow, 'human' | 'judge'>> = {}) {
  const messages = [
    { role: 'user', content: 'Hello' },
    { role: 'assistant', content: `Said of ${sample}` },
  ];
  return { sample, human, judge, tags: [], turns: 2, messages, again: [], probed: {} };
}

function request(store: Store, changes: Partial<LabelsRequest>) {
  return requestLabels({ needed: [], deck, rows: [], dataset: 'desk', store, actor: 'ann', clock, ...changes });
}

async function listItems(store: Store) {
  const { records } = await store.curation.items.list({ datasets: ['desk'], limit: 100, sortBy: 'updatedAt' });
  return records.map(({ body, status }) => ({ ...JSON.parse(body), status }));
}

const openStore = () => openDeskStore(makeSampled());

describe('requestLabels', () => {
  it('files samples nobody scored as drafts that say what to do, and not twice', async () => {
    const store = await openStore();
    const rows = [makeRow('a'), makeRow('b', { human: 1 }), makeRow('c', { judge: -2 }), makeRow('d', { judge: null })];
    const needed = [{ class: 'any', labels: 3 }] as const;
    const filed = await request(store, { needed, rows });
    expect(filed).toEqual({
      ...{ wanted: 3, filed: 3, waiting: 0, missing: 0, elsewhere: [] },
      byClass: { pass: 1, fail: 1, ungraded: 1 },
    });
    const items = await listItems(store);
    expect(items).toHaveLength(3);
    const ofA = items.find(({ meta }) => meta.sample === 'a');
    expect(ofA).toMatchObject({
      status: 'draft',
      history: [
        { role: 'user', msg: 'Hello' },
        { role: 'assistant', msg: 'Said of a' },
      ],
      manualTags: ['needs-label:tone'],
      comment: `Please score this conversation by ${deckName}: turnwise label desk --question ${deckName}\nIt is the sample "a".`,
    });
    expect(await request(store, { needed, rows })).toMatchObject({ filed: 3, waiting: 3, missing: 0 });
    const more = await request(store, { needed: [{ class: 'any', labels: 9 }], rows });
    expect(more).toMatchObject({ wanted: 9, filed: 3, waiting: 3, missing: 6, byClass: { pass: 0 } });
    expect(await listItems(store)).toHaveLength(3);
  });

  it('takes the class that is needed first', async () => {
    const store = await openStore();
    const rows = [...['p1', 'p2', 'p3'].map((id) => makeRow(id)), makeRow('f1', { judge: 0 })];
    const { byClass } = await request(store, { needed: [{ class: 'fail', labels: 2 }], rows });
    expect(byClass).toEqual({ pass: 1, fail: 1, ungraded: 0 });
  });

  it('counts a label once for all figures that want it', async () => {
    const store = await openStore();
    const needed = [
      { class: 'pass', labels: 4 },
      { class: 'pass', labels: 2 },
      { class: 'fail', labels: 3 },
      { class: 'any', labels: 5 },
    ] as const;
    // 4 that pass and 3 that fail are 7, more than any 5.
    expect(await request(store, { needed })).toMatchObject({ wanted: 7, filed: 0, missing: 7 });
    expect(await request(store, { needed: [] })).toMatchObject({ wanted: 0, missing: 0 });
  });

  it('then takes conversations of runs that this deck graded, up to the reply, each once', async () => {
    const store = await openStore();
    await recordJudged(store, 'run-1', [{ reply: 'Old' }, { reply: 'Twice' }]);
    await recordJudged(store, 'run-2', [
      { reply: 'Said of known' },
      { reply: 'Twice', score: -1 },
      { reply: 'By another', hash: 'other' },
      { reply: 'Bad', score: -1 },
    ]);
    const rows = [makeRow('known', { human: 2 }), makeRow('open')];
    const filed = await request(store, { needed: [{ class: 'any', labels: 9 }], rows });
    expect(filed).toMatchObject({ filed: 4, missing: 5, byClass: { pass: 2, fail: 2, ungraded: 0 } });
    const items = await listItems(store);
    const ofRun = items.find(({ history }) => history[1].msg === 'Bad');
    expect(ofRun).toMatchObject({
      history: [{ msg: 'Hello' }, { msg: 'Bad' }],
      comment: expect.stringContaining('It comes from run run-2, case "case-4", target "bot".'),
      meta: { run: { run: 'run-2', case: 'case-4', target: 'bot' } },
    });
    expect(JSON.stringify(items)).not.toContain('The judge said so.');
    const again = await request(store, { needed: [{ class: 'any', labels: 9 }], rows });
    expect(again).toMatchObject({ filed: 4, waiting: 4 });
  });

  it('tells of what waits where the samples come from, and takes none of it', async () => {
    const store = await openStore();
    for (const id of ['x', 'y', 'z']) await saveItem(store.curation, toKey(id));
    await store.curation.labels.add([toLabel('x', 1)]);
    const needed = [{ class: 'any', labels: 3 }] as const;
    const changes = { needed, dataset: 'other', sources: ['deck', 'dataset:desk', 'dataset:gone', 'dataset:other'] };
    expect(await request(store, changes)).toMatchObject({ filed: 0, elsewhere: [{ dataset: 'desk', waiting: 2 }] });
    // y is a sample by its "overall" label.
    const rows = [makeRow('y#turn-4', { human: 1 })];
    expect(await request(store, { ...changes, rows })).toMatchObject({ elsewhere: [{ dataset: 'desk', waiting: 1 }] });
  });

  it('counts items that wait in the dataset, of its split, until they are scored', async () => {
    const store = await openStore();
    for (const id of ['x', 'y', 'z']) await saveItem(store.curation, toKey(id));
    const changes = { manualTags: ['split:test'], history: [makeTurn('user', 'Hello')] };
    await saveItem(store.curation, toKey('t'), { changes });
    await store.curation.labels.add([toLabel('x', 1), toLabel('y', 1, { question: 'overall' })]);
    const needed = [{ class: 'any', labels: 3 }] as const;
    expect(await request(store, { needed })).toMatchObject({ filed: 2, waiting: 2, missing: 1 });
    const test = await request(store, { needed, split: 'test', rows: [makeRow('a')] });
    expect(test).toMatchObject({ filed: 2, waiting: 1, missing: 1 });
    const [item] = (await listItems(store)).filter(({ meta }) => meta.sample === 'a');
    expect(item.manualTags).toEqual(['needs-label:tone', 'split:test']);
  });
});
