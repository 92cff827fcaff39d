import { describe, expect, it } from 'vitest';
import {
  deckName,
  makeSampled,
  makeTurn,
  openDeskStore,
  readDesk,
  recordJudged,
  saveItem,
  toKey,
  toLabel,
} from '../../../test/support/sampled-desk.ts';
import { systemClock as clock } from '../../base/clock.ts';
import type { Store } from '../../store/port.ts';
import { type LabelsRequest, requestLabels } from './request-labels.ts';

const deck = { name: deckName, hash: 'd1', pass: 1 };

function makeRow(
  sample: string,
  { human = null, judge = 2 }: { readonly human?: number | null; readonly judge?: number | null } = {},
) {
  const messages = [
    { role: 'user', content: 'Hello' },
    { role: 'assistant', content: `Said of ${sample}` },
  ];
  return { sample, human, judge, tags: [], turns: 2, messages, again: [], probed: {} };
}

function request(store: Store, changes: Partial<LabelsRequest>) {
  return requestLabels({ needed: [], deck, rows: [], dataset: 'desk', store, actor: 'ann', clock, ...changes });
}

async function listItems(store: Store, dataset = 'desk') {
  const { records } = await store.curation.items.list({ datasets: [dataset], limit: 100, sortBy: 'updatedAt' });
  return records.map(({ body, status }) => ({ ...JSON.parse(body), status }));
}

const projects = new WeakMap<Store, string>();

async function openStore(): Promise<Store> {
  const cwd = makeSampled();
  const store = await openDeskStore(cwd);
  projects.set(store, cwd);
  return store;
}

function projectOf(store: Store): string {
  return projects.get(store) ?? '';
}

const need = (labelClass: 'pass' | 'fail' | 'any', fewest: number) =>
  ({ class: labelClass, labels: { fewest, likely: fewest * 2 } }) as const;

/** Replies of a run, of which the judge fails every fifth. */
const makeReplies = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ reply: `Reply ${index}`, score: index % 5 === 0 ? -2 : 2 }));

async function listPicks(store: Store) {
  const requests = await store.curation.labelRequests.list({ dataset: 'desk', question: deckName });
  return requests.flatMap(({ picks }) => picks);
}

describe('requestLabels', () => {
  it('files samples without a score as drafts that say what to do, and not twice', async () => {
    const store = await openStore();
    const rows = [makeRow('a'), makeRow('b', { human: 1 }), makeRow('c', { judge: -2 }), makeRow('d', { judge: null })];
    const filed = await request(store, { needed: [need('any', 3)], rows });
    expect(filed).toEqual({
      ...{ wanted: 3, failShare: 0, waiting: 3, drawn: 3, population: 3, seed: 1, missing: 0 },
    });
    const items = await listItems(store);
    expect(items.find(({ meta }) => meta.sample === 'a')).toMatchObject({
      status: 'draft',
      history: [
        { role: 'user', msg: 'Hello' },
        { role: 'assistant', msg: 'Said of a' },
      ],
      manualTags: ['needs-label:tone'],
      comment: `Please score this conversation with ${deckName}: turnwise label desk --deck ${deckName}\nIt is the sample "a".`,
    });
    expect(await request(store, { needed: [need('any', 3)], rows })).toMatchObject({ waiting: 3, drawn: 0 });
    const more = await request(store, { needed: [need('any', 9)], rows });
    expect(more).toMatchObject({ wanted: 9, waiting: 3, drawn: 0, population: 0, missing: 6 });
    expect(await listItems(store)).toHaveLength(3);
  });

  it('divides the labels needed of a class by its share', async () => {
    const store = await openStore();
    const rows = [...Array(28).keys()].map((n) => makeRow(`g${n}`, { human: 2 }));
    rows.push(makeRow('p1', { human: -2 }), makeRow('p2', { human: -2 }));
    // 22 ÷ (2/30) = 330; 10 ÷ (28/30) = 10.7.
    expect(await request(store, { needed: [need('fail', 22)], rows })).toMatchObject({
      wanted: 330,
      failShare: 2 / 30,
    });
    expect(await request(store, { needed: [need('pass', 10)], rows })).toMatchObject({ wanted: 11 });
    expect(await request(store, { needed: [need('fail', 22), need('any', 5)], rows })).toMatchObject({ wanted: 330 });
    // None was seen of a class: half of one is assumed. Without labels nothing is known, and one half is assumed.
    expect(await request(store, { needed: [need('fail', 3)], rows: rows.slice(0, 28) })).toMatchObject({ wanted: 168 });
    expect(await request(store, { needed: [need('fail', 3)] })).toMatchObject({ wanted: 6, failShare: null });
    expect(await request(store, { needed: [] })).toMatchObject({ wanted: 0, missing: 0 });
  });

  it('draws without regard to what the judge said', async () => {
    let fails = 0;
    const store = await openStore();
    await recordJudged(store, 'run-1', makeReplies(20));
    for (let seed = 1; seed <= 20; seed++) {
      const own = { ...deck, name: `graders/${seed}.deck.md` };
      await request(store, { draw: 10, seed, dataset: `desk-${seed}`, deck: own });
      const items = await listItems(store, `desk-${seed}`);
      expect(items).toHaveLength(10);
      expect(JSON.stringify(items)).not.toContain('The judge said so.');
      fails += items.filter(({ history }) => Number(history[1].msg.slice(6)) % 5 === 0).length;
    }
    // 20 draws of 10 of 20, of which 4 fail: 40 are expected, with a standard deviation of 4.1.
    expect(fails).toBeGreaterThan(27);
    expect(fails).toBeLessThan(53);
  });

  it('gives every conversation that it could draw the same chance, and keeps it', async () => {
    const store = await openStore();
    await recordJudged(store, 'run-1', makeReplies(20));
    expect(await request(store, { draw: 5 })).toMatchObject({ drawn: 5, population: 20 });
    const [pick] = await listPicks(store);
    const item = pick !== undefined && 'item' in pick.subject ? pick.subject.item : '';
    const [label] = await store.curation.labels.add([toLabel(item, 1)]);
    expect(label?.inclusionProbability).toBe(0.25);
    // 5 of the 15 that are left: 1/4 + 3/4 · 1/3.
    expect(await request(store, { draw: 5 })).toMatchObject({ drawn: 5, population: 15, seed: 2 });
    const read = await readDesk(projectOf(store), { sources: ['dataset:desk'], store });
    expect(read.samples[0]?.sample.selection).toEqual({
      ...{ by: 'draw', inclusionProbability: expect.closeTo(0.5, 12) },
    });
    expect(read.draws).toMatchObject({ drawn: 10, answered: 1, skipped: 0 });
    expect(read.draws?.unansweredWeight).toBeGreaterThanOrEqual(9);
  });

  it('can draw a conversation with a score if a verdict chose it', async () => {
    const store = await openStore();
    await recordJudged(store, 'run-1', [{ reply: 'Said of chosen' }, { reply: 'Said of free' }, { reply: 'New' }]);
    const rows = [
      { ...makeRow('chosen', { human: -2 }), selection: { by: 'verdict' } as const },
      makeRow('free', { human: 2 }),
    ];
    expect(await request(store, { draw: 9, rows })).toMatchObject({ drawn: 2, population: 2 });
    const replies = (await listItems(store)).map(({ history }) => history[1].msg);
    expect(replies.toSorted()).toEqual(['New', 'Said of chosen']);
  });

  it('draws nothing twice, even for another dataset, and combines the chances of all draws that count', async () => {
    const store = await openStore();
    await recordJudged(store, 'run-1', makeReplies(20));
    expect(await request(store, { draw: 5 })).toMatchObject({ drawn: 5, seed: 1 });
    const test = { dataset: 'held', split: 'test' } as const;
    expect(await request(store, { ...test, draw: 5 })).toMatchObject({ drawn: 5, population: 15, seed: 2 });
    const ids = async (dataset: string) => (await listItems(store, dataset)).map(({ id }) => id);
    const [tuned = '', held = ''] = [(await ids('desk'))[0], (await ids('held'))[0]];
    expect((await ids('held')).filter((id) => tuned === id)).toEqual([]);
    const [, label] = await store.curation.labels.add([
      toLabel(tuned, 1),
      toLabel(held, 1, { subject: { dataset: 'held', item: held, revision: 1, turnIndex: null } }),
    ]);
    // 5 of the 15 that the first draw left: 3/4 · 1/3.
    expect(label?.inclusionProbability).toBeCloseTo(0.25, 12);
    const read = async (split: 'tune' | 'test', ...sources: readonly string[]) =>
      (await readDesk(projectOf(store), { sources, split, store })).samples.map(({ sample }) => sample.selection);
    const both = ['dataset:desk', 'dataset:held'];
    const quarter = [{ by: 'draw', inclusionProbability: expect.closeTo(0.25, 12) }];
    expect(await read('test', ...both)).toEqual(quarter);
    expect(await read('tune', ...both)).toEqual(quarter);
    // A second draw of the same split: 1/4, and 5 of the 10 that are left.
    await request(store, { dataset: 'more', draw: 5 });
    const half = [{ by: 'draw', inclusionProbability: expect.closeTo(0.25 + 0.75 * (2 / 3) * 0.5, 12) }];
    const [more = ''] = await ids('more');
    const subject = { dataset: 'more', item: more, revision: 1, turnIndex: null };
    await store.curation.labels.add([toLabel(more, 1, { subject })]);
    expect(await read('tune', 'dataset:desk', 'dataset:more')).toEqual([...half, ...half]);
  });

  it('does not take an item that a person moved to the other split for drawn there', async () => {
    const store = await openStore();
    await recordJudged(store, 'run-1', makeReplies(4));
    await request(store, { draw: 2 });
    const [item] = await listItems(store);
    await saveItem(store.curation, toKey(item.id), { changes: { history: item.history, manualTags: ['split:test'] } });
    await store.curation.labels.add([toLabel(item.id, 1, { revision: 2 })]);
    const { samples } = await readDesk(projectOf(store), { sources: ['dataset:desk'], split: 'test', store });
    expect(samples.map(({ sample }) => sample.selection)).toEqual([undefined]);
  });

  it.each([
    ['a run', 'One', []],
    ['samples', '', [makeRow('s')]],
  ])('gives the same chance to everything when %s has nothing left to draw', async (_, reply, rows) => {
    const store = await openStore();
    await recordJudged(store, 'run-1', [{ reply: reply === '' ? 'Other' : reply }]);
    await recordJudged(store, 'run-2', makeReplies(99 - rows.length));
    // The seed draws the only one: 10 of 100, and then 10 of the 90 that are left.
    const isOnly = ({ frame }: { readonly frame: string }) => frame === (reply === '' ? 'samples' : 'run-1');
    for (let seed = 1; !(await listPicks(store)).some(isOnly); seed++) {
      await request(store, { draw: 10, seed, rows });
    }
    const before = await store.curation.labelRequests.list({ dataset: 'desk', question: deckName });
    const scored = rows.map((row) => ({ ...row, human: 1 }));
    await request(store, { draw: 10, rows: scored });
    const picks = await listPicks(store);
    const labels = await store.curation.labels.add(
      picks.flatMap(({ subject }) => ('item' in subject ? [toLabel(subject.item, 1)] : [])),
    );
    for (const label of labels) {
      expect(label.inclusionProbability).toBeCloseTo((before.length + 1) / 10, 12);
    }
  });

  it('draws the same words once, even for another dataset from another run', async () => {
    const store = await openStore();
    await recordJudged(store, 'run-2', makeReplies(3));
    await request(store, { draw: 3 });
    // The words belong to the oldest run that has them: one that was graded later than the draw.
    await recordJudged(store, 'run-1', makeReplies(3));
    await recordJudged(store, 'run-3', makeReplies(4));
    expect(await request(store, { draw: 9, dataset: 'held', split: 'test' })).toMatchObject({ drawn: 1 });
  });

  it('does not draw what is reserved for the other split, whatever its white space', async () => {
    const store = await openStore();
    await recordJudged(store, 'run-1', [{ reply: 'Said of tuned' }, { reply: 'New' }]);
    const { messages } = makeRow('tuned');
    const reserved = [{ messages: messages.map(({ role, content }) => ({ role, content: ` ${content}\n` })) }];
    expect(await request(store, { draw: 9, reserved, split: 'test' })).toMatchObject({ drawn: 1, population: 1 });
    expect((await listItems(store)).map(({ history }) => history[1].msg)).toEqual(['New']);
  });

  it('knows the chance of a conversation when draws cut strata differently', async () => {
    const store = await openStore();
    const replies = makeReplies(30).map((reply, index) => ({ ...reply, tags: index < 6 ? ['rare'] : [] }));
    await recordJudged(store, 'run-1', replies);
    // 4 of 6 rare ones and 4 of 24 others, then 11 of the 22 that are left.
    await request(store, { draw: 8, strata: 'tags' });
    await request(store, { draw: 11 });
    const picks = await listPicks(store);
    const labels = await store.curation.labels.add(
      picks.flatMap(({ subject }) => ('item' in subject ? [toLabel(subject.item, 1)] : [])),
    );
    const toChance = (share: number) => share + (1 - share) / 2;
    for (const [place, pick] of picks.entries()) {
      const chance = toChance(pick.strata?.tags === 'rare' ? 4 / 6 : 4 / 24);
      expect(labels[place]?.inclusionProbability).toBeCloseTo(chance, 12);
    }
  });

  it('keeps the tags of the case with the sample', async () => {
    const store = await openStore();
    await recordJudged(store, 'run-1', [{ reply: 'One', tags: ['rare', 'topic:tax', 'split:test'] }]);
    await request(store, { draw: 1 });
    const [item] = await listItems(store);
    await store.curation.labels.add([toLabel(item.id, 1)]);
    const { samples } = await readDesk(projectOf(store), { sources: ['dataset:desk'], store });
    expect(samples.map(({ sample }) => sample.tags)).toEqual([['rare', 'topic:tax']]);
  });

  it('does not count a reply that was edited before it was scored as drawn', async () => {
    const store = await openStore();
    await recordJudged(store, 'run-1', makeReplies(4));
    await request(store, { draw: 2 });
    const items = (await listPicks(store)).flatMap(({ subject }) => ('item' in subject ? [subject.item] : []));
    const [edited = '', kept = ''] = items;
    const changes = { history: [makeTurn('user', 'Hello'), makeTurn('assistant', 'A better reply')] };
    await saveItem(store.curation, toKey(edited), { changes });
    await store.curation.labels.add([toLabel(edited, 3, { revision: 2 }), toLabel(kept, 1)]);
    const { samples, draws } = await readDesk(projectOf(store), { sources: ['dataset:desk'], store });
    expect(samples.map(({ sample }) => [sample.id === kept, sample.selection?.by])).toEqual(
      expect.arrayContaining([
        [true, 'draw'],
        [false, undefined],
      ]),
    );
    expect(draws).toMatchObject({ drawn: 2, answered: 1, skipped: 0 });
  });

  it('takes repeats of a case for one conversation', async () => {
    const store = await openStore();
    await recordJudged(store, 'run-1', makeReplies(3));
    await recordJudged(store, 'run-2', [{ reply: 'Another reply of the first case' }]);
    await request(store, { draw: 4 });
    const items = (await listPicks(store)).flatMap(({ subject }) => ('item' in subject ? [subject.item] : []));
    await store.curation.labels.add(items.map((item) => toLabel(item, 1)));
    const { samples } = await readDesk(projectOf(store), { sources: ['dataset:desk'], store });
    // Both runs have a case-1.
    expect(new Set(samples.map(({ sample }) => sample.group)).size).toBe(3);
    expect(samples).toHaveLength(4);
  });

  it('does not take a change that is not blind, of a label that a draw asked for', async () => {
    const store = await openStore();
    await recordJudged(store, 'run-1', makeReplies(1));
    await request(store, { draw: 1 });
    const [pick] = await listPicks(store);
    const item = pick !== undefined && 'item' in pick.subject ? pick.subject.item : '';
    const scoreOf = async () => {
      const { samples } = await readDesk(projectOf(store), { sources: ['dataset:desk'], store });
      return samples[0]?.sample.ratings?.[0]?.score;
    };
    await store.curation.labels.add([toLabel(item, -2)]);
    await store.curation.labels.add([toLabel(item, 2, { blind: false })]);
    expect(await scoreOf()).toBe(-2);
    await store.curation.labels.add([toLabel(item, 1, { blind: true })]);
    expect(await scoreOf()).toBe(1);
  });

  it('draws again what a person asks for with the same seed', async () => {
    const drawn = async () => {
      const store = await openStore();
      await recordJudged(store, 'run-1', makeReplies(30));
      await request(store, { draw: 6, seed: 7 });
      return listPicks(store);
    };
    expect(await drawn()).toEqual(await drawn());
  });

  it('draws equally often from each stratum', async () => {
    const store = await openStore();
    await recordJudged(store, 'run-1', makeReplies(20));
    const rows = Array.from({ length: 4 }, (_, index) => ({ ...makeRow(`s${index}`), tags: ['rare'] }));
    await request(store, { draw: 8, strata: 'tags', rows });
    const picks = await listPicks(store);
    expect(picks.filter(({ stratum }) => stratum === 'rare')).toHaveLength(4);
    expect(picks.filter(({ stratum }) => stratum === 'no tag')).toHaveLength(4);
  });

  it('takes conversations of runs that this deck graded, up to the reply, each once', async () => {
    const store = await openStore();
    await recordJudged(store, 'run-1', [{ reply: 'Old' }, { reply: 'Twice' }]);
    await recordJudged(store, 'run-2', [
      { reply: 'Said of known' },
      { reply: 'Twice', score: -1 },
      { reply: 'By another', hash: 'other' },
      { reply: 'Bad', score: -1 },
    ]);
    const rows = [makeRow('known', { human: 2 }), makeRow('open')];
    expect(await request(store, { draw: 9, rows })).toMatchObject({ drawn: 4, population: 4, missing: 5 });
    const items = await listItems(store);
    expect(items.find(({ history }) => history[1].msg === 'Bad')).toMatchObject({
      history: [{ msg: 'Hello' }, { msg: 'Bad' }],
      comment: expect.stringContaining('It comes from run run-2, case "case-4", target "bot".'),
      meta: { run: { run: 'run-2', case: 'case-4', target: 'bot' } },
    });
    expect(await request(store, { draw: 9, rows })).toMatchObject({ drawn: 0, waiting: 4 });
  });

  it('files what an interrupted command drew and did not file', async () => {
    const store = await openStore();
    await recordJudged(store, 'run-1', makeReplies(4));
    await request(store, { draw: 2 });
    const picks = await listPicks(store);
    const other = await openStore();
    await recordJudged(other, 'run-1', makeReplies(4));
    const source = { dataset: 'desk' };
    const strata = [{ name: '', population: 4, drawn: 2 }];
    const drawn = { by: 'ann', question: deckName, source, seed: 1, frames: ['run-1'], strata };
    await other.curation.labelRequests.add(drawn, picks);
    expect(await request(other, { draw: 0 })).toMatchObject({ drawn: 0, waiting: 2 });
    expect(await listItems(other)).toHaveLength(2);
  });

  it('marks what it files for the test split', async () => {
    const store = await openStore();
    await request(store, { needed: [need('any', 1)], split: 'test', rows: [makeRow('a')] });
    expect((await listItems(store))[0].manualTags).toEqual(['needs-label:tone', 'split:test']);
  });
});
