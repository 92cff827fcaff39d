import { describe, expect, it } from 'vitest';
import { makeProject } from '../../test/support/temp-project.ts';
import type { ItemStatus } from '../conversation/item/item.ts';
import { parseItem } from '../conversation/item/parse-item.ts';
import { toItemContent } from '../curate/item-content.ts';
import type { CaseReading } from '../files/eval/case-reader.ts';
import { openEval } from '../files/eval/read-eval.ts';
import type { DatasetRecord } from '../store/curation-port.ts';
import type { ItemFilter, ItemRecord, ItemStore } from '../store/item-port.ts';
import { openDatasetCases } from './dataset-cases.ts';

const talk = [
  { role: 'user', msg: 'Hello' },
  { role: 'assistant', msg: 'Good day.' },
];

function makeRecord(id: string, { status = 'approved' as ItemStatus, revision = 1, history = talk } = {}): ItemRecord {
  const { value } = parseItem({ id, datasetName: 'desk', status, history });
  if (value === undefined) throw new Error('not an item');
  const at = '2025-01-01T00:00:00.000Z';
  const audit = { etag: id, createdAt: at, updatedAt: at, updatedBy: 'ann' };
  return { dataset: 'desk', id, status, revision, ...audit, body: toItemContent(value).body };
}

function open(
  yaml: string,
  records: readonly ItemRecord[],
  datasets: readonly Partial<DatasetRecord>[] = [],
  roles: readonly string[] = [],
) {
  const cwd = makeProject({ 'a.eval.yaml': yaml });
  const asked: ItemFilter[] = [];
  const items: Pick<ItemStore, 'all'> = {
    async *all(filter) {
      asked.push(filter);
      yield* records;
    },
  };
  const evalFile = openEval('a.eval.yaml', cwd);
  if (evalFile.fromDataset === undefined) throw new Error('no dataset');
  // Reading cases only lists items and datasets.
  const store = {
    items,
    datasets: { list: async () => datasets, assistantRoles: async () => () => roles },
  } as unknown as Parameters<typeof openDatasetCases>[2];
  return { asked, evalFile, source: openDatasetCases(evalFile, evalFile.fromDataset, store) };
}

async function list(readings: AsyncIterable<CaseReading>) {
  const found: unknown[] = [];
  for await (const { position, evalCase } of readings) found.push([position, evalCase?.id]);
  return found;
}

const plain = 'cases: {dataset: desk}';

describe('openDatasetCases', () => {
  it('reads approved items by default, or those that the file selects', async () => {
    const first = open(plain, []);
    await list(first.source.readCases());
    expect(first.asked).toEqual([{ datasets: ['desk'], statuses: ['approved'], tags: [] }]);
    const second = open('cases: {dataset: desk, status: draft, tags: [" Topic : Late "]}', []);
    await list(second.source.readCases());
    expect(second.asked).toEqual([{ datasets: ['desk'], statuses: ['draft'], tags: ['topic:late'] }]);
  });

  it('plays turns of the roles that the dataset names as assistant turns', async () => {
    const history = [
      { role: 'user', msg: 'Hello' },
      { role: 'output-agent', msg: 'Good day.' },
      { role: 'user', msg: 'And now?' },
      { role: 'output-agent', msg: 'Tell me more.' },
    ];
    const { source } = open(plain, [makeRecord('a', { history })], [], ['output-agent']);
    const readings = await Array.fromAsync(source.readCases());
    expect(readings.map(({ evalCase }) => evalCase)).toMatchObject([
      {
        play: ['every-turn'],
        input_messages: [{ role: 'user' }, { role: 'assistant', content: 'Good day.' }, { role: 'user' }],
        expected_messages: [{ role: 'assistant', content: 'Tell me more.' }],
      },
    ]);
  });

  it('has another hash when the dataset names other roles', async () => {
    const hashOf = async (roles: readonly string[]) =>
      (await open(plain, [makeRecord('a')], [], roles).source.visitCases()).hash;
    expect(await hashOf(['output-agent'])).not.toBe(await hashOf([]));
  });

  it('gives each item a position, even if others are skipped', async () => {
    const mute = makeRecord('b', { history: [{ role: 'assistant', msg: 'Hi' }] });
    const { source } = open(plain, [makeRecord('a'), mute, makeRecord('c'), makeRecord('d')]);
    expect(await list(source.readCases())).toEqual([
      [0, 'a'],
      [2, 'c'],
      [3, 'd'],
    ]);
    expect(await list(source.readCases({ skip: (position) => position < 3 }))).toEqual([[3, 'd']]);
  });

  it('reports skipped items, and what the dataset contained', async () => {
    const mute = makeRecord('b', { history: [{ role: 'assistant', msg: 'Hi' }] });
    const { source } = open(plain, [makeRecord('a'), mute]);
    const visited: CaseReading[] = [];
    const state = await source.visitCases((reading) => visited.push(reading));
    expect(visited.map(({ id, evalCase }) => [id, evalCase?.id])).toEqual([
      ['a', 'a'],
      ['b', undefined],
    ]);
    expect(visited[1]?.problems).toMatchObject([
      { severity: 'warning', code: 'EVAL_NO_TURNS', file: 'a.eval.yaml', line: 1 },
    ]);
    expect(state).toEqual({ dataset: 'desk', items: 2, hash: expect.stringMatching(/^[\da-f]{64}$/) });
    expect(await source.visitCases()).toEqual(state);
  });

  it('warns of an item that cannot be played in every mode, and keeps it', async () => {
    const history = [
      { role: 'tool', msg: 'order 7' },
      { role: 'assistant', msg: 'It is on its way.' },
    ];
    const many = Array.from({ length: 30 }, (_, index) => makeRecord(`i${index}`, { history }));
    const { source } = open(`play: [every-turn, script]\n${plain}`, [makeRecord('a'), ...many]);
    const visited: CaseReading[] = [];
    await source.visitCases((reading) => visited.push(reading));
    expect(visited.map(({ evalCase }) => evalCase?.play.length)).toEqual([2, ...many.map(() => 1)]);
    expect(visited.flatMap(({ problems }) => problems)).toHaveLength(20);
    expect(visited[1]?.problems).toMatchObject([
      {
        severity: 'warning',
        code: 'EVAL_NO_TURNS',
        message: 'The item "i0" is not played as a script because its user turns are empty.',
      },
    ]);
  });

  it('limits the number of warnings', async () => {
    const mute = Array.from({ length: 50 }, (_, index) =>
      makeRecord(`m${index}`, { history: [{ role: 'assistant', msg: 'Hi' }] }),
    );
    const visited: CaseReading[] = [];
    await open(plain, mute).source.visitCases((reading) => visited.push(reading));
    expect(visited).toHaveLength(20);
  });

  it.each([
    ['another revision', [makeRecord('a', { revision: 2 }), makeRecord('b')]],
    ['another item', [makeRecord('a'), makeRecord('c')]],
    ['one more', [makeRecord('a'), makeRecord('b'), makeRecord('c')]],
  ])('has another hash with %s', async (_title, records) => {
    const before = await open(plain, [makeRecord('a'), makeRecord('b')]).source.visitCases();
    expect((await open(plain, records).source.visitCases()).hash).not.toBe(before.hash);
  });

  it.each([
    ['the nearest name', plain, [{ name: 'desks' }], 'DATASET_UNKNOWN', 'Did you mean "desks"?'],
    ['how to import', plain, [], 'DATASET_UNKNOWN', 'Run: turnwise import <file> --dataset desk'],
    [
      'what it holds',
      plain,
      [{ name: 'desk', counts: { draft: 3, deleted: 1 } }],
      'RUN_NOTHING_SELECTED',
      'It has 3 draft. Approve some, or select another status.',
    ],
    ['an empty dataset', plain, [{ name: 'desk', counts: {} }], 'RUN_NOTHING_SELECTED', 'The dataset has no items.'],
  ])('explains why there are no cases: %s', async (_title, yaml, datasets, code, hint) => {
    expect(await open(yaml, [], datasets).source.explainEmpty()).toMatchObject({
      code,
      hint,
      file: 'a.eval.yaml',
      line: 1,
    });
  });
});
