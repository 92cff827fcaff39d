import { describe, expect, it } from 'vitest';
import {
  deckName,
  getSample,
  listIds,
  makeSampled,
  makeTurn,
  openDeskStore,
  readDesk,
  saveItem,
  setStatus,
  toKey,
  toLabel,
} from '../../../test/support/sampled-desk.ts';
import { toItemCluster } from '../../conversation/cluster.ts';
import { toHumanScore } from '../../conversation/sample.ts';
import type { NewLabel } from '../../store/curation-port.ts';

const sources = ['dataset:desk'];

async function openDesk(labels: readonly NewLabel[] = [], deck?: string) {
  const cwd = makeSampled(deck === undefined ? {} : { [deckName]: deck });
  const store = await openDeskStore(cwd);
  const history = [
    makeTurn('user', 'Hello'),
    makeTurn('assistant', 'Yes?', { tags: ['greeting'], answerKey: { outcome: 'Asks back.', contextChanged: true } }),
    makeTurn('user', 'Refund!'),
    makeTurn('assistant', 'Of course.'),
  ];
  for (const id of ['a', 'b']) {
    await saveItem(store.curation, toKey(id), { changes: { history, manualTags: ['topic:money'] } });
  }
  if (labels.length > 0) await store.curation.labels.add(labels);
  return { cwd, store };
}

describe('the labels of a dataset as samples', () => {
  it('are marked if a verdict selected them: filed by an earlier version, or imported by status', async () => {
    const { cwd, store } = await openDesk();
    const history = [makeTurn('user', 'Hello'), makeTurn('assistant', 'Yes?')];
    const filed = 'unlabeled-0123456789ab';
    const run = { run: 'run-1', case: 'c', dataset: 'd', status: 'fail' };
    await saveItem(store.curation, toKey(filed), { changes: { history } });
    await saveItem(store.curation, toKey('imported'), { changes: { history, meta: { run } } });
    await store.curation.labels.add([toLabel(filed, 1), toLabel('imported', 1), toLabel('a', 1)]);
    const found = await readDesk(cwd, { sources, store });
    expect(getSample(found, filed).selection).toEqual({ by: 'verdict' });
    expect(getSample(found, 'imported').selection).toEqual({ by: 'verdict', run: 'run-1' });
    expect(getSample(found, 'a').selection).toBeUndefined();
  });

  it('are one sample per scored turn, up to that turn, and one for the whole conversation', async () => {
    const { cwd, store } = await openDesk([
      toLabel('a', 2, { turn: 1, reason: 'kind' }),
      toLabel('a', -1),
      toLabel('b', 3),
      toLabel('b', 1, { rater: 'ben' }),
      toLabel('b', 0, { rater: 'ben' }),
    ]);
    const found = await readDesk(cwd, { sources, store });
    expect(listIds(found)).toEqual(['a#turn-2', 'a', 'b']);
    expect(found.sources).toEqual(['dataset:desk']);
    expect(found.samples.map(({ cluster }) => cluster)).toEqual(['a', 'a', 'b'].map((id) => toItemCluster(toKey(id))));
    expect(getSample(found, 'a#turn-2')).toEqual({
      id: 'a#turn-2',
      messages: [
        { role: 'user', content: 'Hello' },
        { role: 'assistant', content: 'Yes?' },
      ],
      expected: { outcome: 'Asks back.' },
      score: 2,
      ratings: [{ rater: 'ann', score: 2, reason: 'kind' }],
      tags: ['topic:money', 'greeting'],
      split: 'tune',
      meta: { dataset: 'desk', item: 'a', turnIndex: 1 },
    });
    expect(getSample(found, 'a').messages).toHaveLength(4);
    const { ratings } = getSample(found, 'b');
    expect(ratings).toEqual([
      { rater: 'ann', score: 3 },
      { rater: 'ben', score: 0 },
    ]);
    expect(toHumanScore(getSample(found, 'b'))).toBe(0);
  });

  it('expect the key and refs of the turn, and for the whole conversation those of the last reply', async () => {
    const { cwd, store } = await openDesk();
    const answerKey = { reference: 'Gladly.', mustMention: ['refund'] };
    const refs = [{ url: 'https://docs.example.com/refunds', title: 'Refunds' }];
    const history = [
      ...[makeTurn('user', 'Hello'), makeTurn('assistant', 'Yes?', { refs })],
      ...[makeTurn('user', 'Refund!'), makeTurn('assistant', 'Gladly.', { answerKey, refs })],
    ];
    await saveItem(store.curation, toKey('c'), { changes: { history } });
    await store.curation.labels.add([toLabel('c', 2, { turn: 1 }), toLabel('c', 2, { turn: 3 }), toLabel('c', 2)]);
    const found = await readDesk(cwd, { sources, store });
    expect(getSample(found, 'c#turn-2').expected).toEqual({ refs });
    expect(getSample(found, 'c#turn-4').expected).toEqual({ ...answerKey, refs });
    expect(getSample(found, 'c').expected).toEqual({ ...answerKey, refs });
  });

  it('are test samples if the item has the tag split:test', async () => {
    const { cwd, store } = await openDesk([toLabel('a', 2)]);
    const changes = { manualTags: ['split:test', 'topic:x'], history: [makeTurn('user', 'Other')] };
    await saveItem(store.curation, toKey('t'), { changes });
    await store.curation.labels.add([toLabel('t', 1)]);
    expect(listIds(await readDesk(cwd, { sources, store }))).toEqual(['a']);
    const found = await readDesk(cwd, { sources, store, split: 'test', tags: ['Topic: X'] });
    expect(getSample(found, 't').tags).toEqual(['topic:x']);
  });

  it('use the newest scored text, and leave out scores of earlier texts', async () => {
    const { cwd, store } = await openDesk([toLabel('a', 2), toLabel('a', 1, { rater: 'cy', turn: 0 })]);
    await setStatus(store.curation, toKey('a'), { action: 'approve', status: 'approved' });
    await store.curation.labels.add([toLabel('a', 3, { rater: 'ben', revision: 2 })]);
    const same = await readDesk(cwd, { sources, store });
    expect(getSample(same, 'a').ratings?.map(({ rater }) => rater)).toEqual(['ann', 'ben']);
    const history = [makeTurn('user', 'Hello'), makeTurn('assistant', 'Mended.')];
    await saveItem(store.curation, toKey('a'), { changes: { history, manualTags: ['topic:money'] } });
    expect(getSample(await readDesk(cwd, { sources, store }), 'a')).toEqual(getSample(same, 'a'));
    await store.curation.labels.add([
      toLabel('a', -2, { rater: 'ann', revision: 3 }),
      toLabel('a', -2, { rater: 'cy', turn: 0, revision: 3 }),
    ]);
    const found = await readDesk(cwd, { sources, store });
    expect(getSample(found, 'a')).toMatchObject({
      messages: [{ content: 'Hello' }, { content: 'Mended.' }],
      ratings: [{ rater: 'ann', score: -2 }],
    });
    // The first turn is unchanged.
    expect(getSample(found, 'a#turn-1').ratings).toEqual([{ rater: 'cy', score: -2 }]);
    expect(found.notes).toEqual(['1 label is for an earlier version of the item and not used.']);
  });

  it('are the labels for "overall" if the deck has none and the scale is the same', async () => {
    const { cwd, store } = await openDesk([toLabel('a', 2, { question: 'overall' })]);
    const found = await readDesk(cwd, { sources, store });
    expect(getSample(found, 'a').score).toBe(2);
    expect(found.notes).toEqual([expect.stringContaining('Turnwise uses its "overall" labels')]);
    await store.curation.labels.add([toLabel('b', 1)]);
    expect(listIds(await readDesk(cwd, { sources, store }))).toEqual(['b']);
  });

  it('are not the labels for "overall" if the scale differs', async () => {
    const deck = '+++\nscale = [1, 5]\n+++\nGrade.\n\n![c](contexts.toml)\n';
    const { cwd, store } = await openDesk([toLabel('a', 2, { question: 'overall' })], deck);
    await expect(readDesk(cwd, { sources, store })).rejects.toMatchObject({
      code: 'DATASET_NO_LABELS',
      message: expect.stringContaining('the scale -3…3, but the deck has 1…5'),
    });
  });

  it('leave deleted items out, and skip invalid samples and scores off the scale', async () => {
    const { cwd, store } = await openDesk([toLabel('a', 2), toLabel('b', 1)]);
    await setStatus(store.curation, toKey('b'), { action: 'delete', status: 'deleted' });
    await saveItem(store.curation, toKey('empty'), { changes: { history: [makeTurn('user', '')] } });
    await saveItem(store.curation, toKey('high'));
    await store.curation.labels.add([toLabel('empty', 1), toLabel('high', 9)]);
    const found = await readDesk(cwd, { sources, store });
    expect(listIds(found)).toEqual(['a']);
    expect(found.notes).toEqual(['1 labeled item is deleted and not used.']);
    expect(found.skipped).toEqual([
      { file: 'dataset:desk', line: 0, id: 'empty', reason: 'messages[0].content is empty' },
      { file: 'dataset:desk', line: 0, id: 'high', reason: 'the score 9 is outside the scale -3…3' },
    ]);
    await expect(readDesk(cwd, { sources, store, strict: true })).rejects.toMatchObject({ code: 'SAMPLE_SKIPPED' });
  });

  it('name the scale as the reason if all scores are off it', async () => {
    const { cwd, store } = await openDesk([toLabel('a', 9), toLabel('b', -8)]);
    await expect(readDesk(cwd, { sources, store })).rejects.toMatchObject({
      code: 'SAMPLES_NONE_VALID',
      message: expect.stringContaining("their scores are not on the deck's scale -3…3"),
    });
  });

  it('report that labels on runs are left out', async () => {
    const subject = { run: 'r', case: 'c', target: 't', repeat: 0, turnIndex: null };
    const { cwd, store } = await openDesk([toLabel('a', 2), toLabel('a', 1, { subject })]);
    expect((await readDesk(cwd, { sources, store })).notes).toEqual([
      expect.stringContaining('1 label on conversations of runs is not used.'),
    ]);
  });

  it.each([
    ['dataset:dask', 'DATASET_UNKNOWN', 'Did you mean "desk"?'],
    ['dataset:desk', 'DATASET_NO_LABELS', `Run: turnwise label desk --deck ${deckName}`],
  ])('suggest a command if %s has none', async (source, code, hint) => {
    const { cwd, store } = await openDesk();
    const refused = readDesk(cwd, { sources: [source], store });
    await expect(refused).rejects.toMatchObject({ code, problems: [{ hint }] });
  });

  it('need a database', async () => {
    await expect(readDesk(makeSampled(), { sources })).rejects.toMatchObject({ code: 'DATASET_UNKNOWN' });
  });
});
