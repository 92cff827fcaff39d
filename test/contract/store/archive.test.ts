import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { definedOnly } from '../../../src/base/defined-only.ts';
import { readArchive } from '../../../src/store/archive/read-archive.ts';
import { writeArchive } from '../../../src/store/archive/write-archive.ts';
import type { ArchiveRow } from '../../../src/store/archive-port.ts';
import { migrations } from '../../../src/store/migrations/migrations.ts';
import type { Store } from '../../../src/store/port.ts';
import { beginCalibration, deckPath, makeResult } from './calibration-records.ts';
import { engines } from './engines.ts';
import { makeTurn, saveItem, toKey } from './items.ts';
import {
  createRun,
  isAlive,
  makeGraded,
  makeJudgment,
  makeOwner,
  makeStart,
  makeVerdict,
  recordConversation,
  toList,
} from './records.ts';

const key = toKey('a');

/**
 * A store with something in every corner: a run that was graded again, a calibration, items with a past, labels, settings,
 * a snapshot.
 */
async function fill(store: Store): Promise<void> {
  const { items, labels, labelRequests, tags, snapshots, idempotency, datasets } = store.curation;
  const run = await createRun(store);
  await recordConversation(run);
  const judged = run.begin(makeStart({ position: 1, conversationId: 'talk-1' }));
  await run.recordVerdicts(judged, [makeVerdict(1, 'tone')], [makeJudgment(1, 'tone')]);
  await run.startAttempt(judged, { attempt: 2, abandoned: { attempt: 1, reason: 'stopped', keepsRecords: false } });
  await run.recordVerdicts(judged, [makeVerdict(1, 'tone')], [makeJudgment(1, 'tone')]);
  await run.endConversation(judged, { status: 'pass' });
  await run.close('completed');
  await gradeAgain(store, judged);
  await calibrate(store);
  for (const id of ['a', 'b', 'last']) {
    await saveItem(store.curation, toKey(id), { changes: { history: say(`Where is order ${id}?`) } });
  }
  const changes = { history: say('Where is my parcel? \ud800\u0000') };
  await saveItem(store.curation, key, { changes, write: { status: 'approved' } });
  await items.purge(toKey('last'), 'ann');
  const subject = { dataset: key.dataset, item: key.id, revision: 2, turnIndex: null };
  await labels.add([{ subject, question: 'overall', rater: 'ann', score: 2, reason: 'good', blind: true }]);
  await labelRequests.add(
    { by: 'ann', question: 'tone.deck.md', source: { dataset: key.dataset }, seed: 1, frames: ['run-1'], strata: [] },
    [{ unit: '1:2', frame: 'run-1', stratum: '', replyShare: 1, subject: { dataset: key.dataset, item: key.id } }],
  );
  await tags.add(['topic:x'], 'ann');
  await tags.replaceGlossary({ value: { entries: { topic: 'What it is about.' } }, actor: 'ann' });
  await datasets.replace(key.dataset, { value: { assistantRoles: ['output-agent'] }, actor: 'ann' });
  await datasets.replaceInstructions(key.dataset, { value: '# How', actor: 'ann' });
  const filter = { statuses: ['approved'] as const };
  await snapshots.save(
    { id: 's-1', hash: 'h', createdBy: 'ann', filter, count: 1 },
    (async function* () {
      yield { ...key, revision: 2 };
    })(),
  );
  await idempotency.save({ key: 'k', actor: 'ann', request: 'r' }, { status: 200, answer: '{}' });
  await store.curation.queue.serve('ben', 1);
}

/** A grading of everything, and one of a single grader that builds on it. */
async function gradeAgain(store: Store, conversation: number): Promise<void> {
  for (const spec of [{ hash: 'all' }, { hash: 'tone', base: 1, graders: ['tone'] }]) {
    const writer = await store.runs.grade('run-1', { spec, owner: makeOwner('grader') }, isAlive);
    const verdict = makeVerdict(1, 'tone');
    const provenance = { grading: writer.number, at: '2026-01-02T03:04:05.000Z', kind: 'judge', hash: 'h' };
    const judgments = [makeJudgment(1, 'tone', `Said in ${writer.number}`)];
    await writer.record(conversation, makeGraded({ verdicts: [{ ...verdict, provenance }], judgments }));
    await writer.close('completed');
  }
}

/** Two on the test samples, of which one is removed; the other was stopped. */
async function calibrate(store: Store): Promise<void> {
  const testSetUses = [{ judge: 'abababab', at: '2026-01-02', place: 0, samples: ['5a5a5a5a'] }];
  const gone = await beginCalibration(store, { id: 'cal-0', spec: { hash: 'gone', split: 'test' }, testSetUses });
  await gone.close('completed');
  await store.calibrations.remove('cal-0', isAlive);
  const writer = await beginCalibration(store, { spec: { split: 'test' } });
  await writer.record(makeResult('a'));
  const cause = 'no-judge' as const;
  const verdict = { grader: 'tone', turnIndex: null, status: 'ungraded', cause } as const;
  await writer.record({ judge: 1, sample: 'b', repeat: 0, variant: 'injected', verdict });
  await writer.close('stopped');
}

function say(msg: string) {
  return [
    makeTurn('user', msg, { tags: ['intro'] }),
    makeTurn('assistant', 'On its way.', { refs: [{ url: 'https://docs.example.com/parcels' }] }),
  ];
}

async function* toStream<Value>(values: readonly Value[]): AsyncGenerator<Value> {
  yield* values;
}

/** A row with the names that columns and tables had before version 8. */
function withEarlierNames({ table, row }: ArchiveRow): ArchiveRow {
  const { normalized_score: unit, aggregate: folds, ...rest } = row;
  const name = table === 'judgments' ? 'judgements' : table;
  return { table: name, row: { ...rest, ...definedOnly({ unit, folds }) } };
}

/** The columns of a row that are to be others. */
type Forge = (row: ArchiveRow['row']) => ArchiveRow['row'];

async function packed(store: Store): Promise<Buffer> {
  const pieces = writeArchive(store.archive, { createdAt: '2026-11-15T00:00:00.000Z', count: { rows: 0 } });
  return Buffer.concat(await toList(pieces));
}

function unpacked(bytes: Uint8Array): Promise<readonly ArchiveRow[]> {
  return toList(readArchive(toStream([bytes]), { file: 'x.backup', version: migrations.length }));
}

describe.each(engines)('the archive of $name', (engine) => {
  it('brings everything to another database, including the search index', async () => {
    const [from, to] = [await engine.makeDatabase().open(), await engine.makeDatabase().open()];
    await fill(from);
    await to.archive.load(readArchive(toStream([await packed(from)]), { file: 'x', version: to.archive.version }));
    expect(await toList(to.archive.dump())).toEqual(await toList(from.archive.dump()));
    for (const store of [from, to]) {
      const { items, labels, audit, tags, snapshots } = store.curation;
      expect((await items.list({ keyword: 'parcel', limit: 10 })).records.map(({ id }) => id)).toEqual(['a']);
      expect((await items.list({ refUrl: 'EXAMPLE.com/par', limit: 10 })).records).toHaveLength(2);
      expect(await items.find(key)).toEqual(await from.curation.items.find(key));
      expect(await items.revisions(key)).toHaveLength(2);
      expect((await labels.list({}, { limit: 10 })).labels).toHaveLength(1);
      expect((await audit.list({}, { limit: 100 })).length).toBeGreaterThan(5);
      expect((await tags.glossary()).value.entries).toEqual({ topic: 'What it is about.' });
      expect(await toList(snapshots.items('s-1'))).toHaveLength(1);
      for (const grading of [0, 1, 2]) {
        expect(await toList(store.runs.conversations('run-1', { grading }))).toEqual(
          await toList(from.runs.conversations('run-1', { grading })),
        );
        expect(await store.runs.judgments('run-1', 2, { grading })).toHaveLength(1);
      }
      expect(await store.runs.find('run-1')).toEqual(await from.runs.find('run-1'));
      expect((await store.runs.find('run-1'))?.grading?.number).toBe(2);
      expect(await store.calibrations.find('cal-1')).toEqual(await from.calibrations.find('cal-1'));
      expect(await toList(store.calibrations.samples('cal-1'))).toHaveLength(4);
      expect(await toList(store.calibrations.results('cal-1'))).toEqual(
        await toList(from.calibrations.results('cal-1')),
      );
      expect(await store.calibrations.testSetUses(['5a5a5a5a'])).toHaveLength(1);
      expect(await store.curation.labelRequests.list({})).toMatchObject([{ picks: [{ unit: '1:2' }] }]);
      expect((await store.runs.findConversation('run-1', 2))?.start.conversationId).toBe('talk-1');
    }
    expect((await beginCalibration(to)).id).toBe('cal-1');
  });

  it('is of one moment, while others write', async () => {
    const store = await engine.makeDatabase().open();
    await fill(store);
    const whole = await toList(store.archive.dump());
    const rows = store.archive.dump()[Symbol.asyncIterator]();
    const seen = [(await rows.next()).value];
    await saveItem(store.curation, toKey('later'));
    for (let next = await rows.next(); next.done !== true; next = await rows.next()) seen.push(next.value);
    expect(seen).toEqual(whole);
  });

  it('continues the numbers where they were, even those of deleted items', async () => {
    const [from, to] = [await engine.makeDatabase().open(), await engine.makeDatabase().open()];
    await fill(from);
    await to.archive.load(from.archive.dump());
    const made = await Promise.all([from, to].map(({ curation }) => saveItem(curation, toKey('last'))));
    expect(made[1]?.etag).toBe(made[0]?.etag);
    expect(made[1]?.etag).not.toBe('3-1');
  });

  it('is refused by a database that is not empty', async () => {
    const store = await engine.makeDatabase().open();
    await saveItem(store.curation, key);
    await expect(store.archive.load(toStream([]))).rejects.toMatchObject({ code: 'STORE_NOT_EMPTY' });
  });

  it.each<[string, readonly ArchiveRow[]]>([
    ['a table that is none of ours', [{ table: 'sqlite_master', row: { a: 1 } }]],
    ['a column that is not there', [{ table: 'raters', row: { name: 'a', odd: 1 } }]],
    ['a row without what it needs', [{ table: 'raters', row: { name: 'a' } }]],
    ['a row twice', [1, 2].map(() => ({ table: 'removals', row: { run_no: 1 } }))],
    ['a row of nothing', [{ table: 'items', row: {} }]],
    ['a number that is none', [{ table: 'removals', row: { run_no: 'x' } }]],
    ['a last number that leaves none', [{ table: 'last_numbers', row: { table: 'items', last: 9.3e18 } }]],
    ['a last number of a table that has none', [{ table: 'last_numbers', row: { table: 'messages', last: 1 } }]],
    [
      'a setting that is none',
      [{ table: 'settings', row: { name: 'tag-schema', version: 1, at: '', by: '', value: '7' } }],
    ],
  ])('refuses %s, and keeps nothing', async (_title, rows) => {
    const store = await engine.makeDatabase().open();
    const good = { table: 'raters', row: { name: 'good', labels: 1 } };
    await expect(store.archive.load(toStream([good, ...rows]))).rejects.toMatchObject({
      code: 'BACKUP_UNREADABLE',
      message: expect.stringMatching(/^Row \d of the backup/),
    });
    await store.archive.load(toStream([{ table: 'counters', row: { name: 'sequence', value: 7 } }]));
  });

  it.each<[string, string, Forge]>([
    ['a link that runs', 'bodies', ({ body }) => ({ body: String(body).replaceAll('https://', 'javascript:') })],
    ['an ETag in a content', 'bodies', ({ body }) => ({ body: String(body).replace('{', '{"_etag":"1-1",') })],
    ['a status in a content', 'bodies', ({ body }) => ({ body: String(body).replace('{', '{"status":"draft",') })],
    ['the content of another item', 'bodies', ({ body }) => ({ body: String(body).replace('"id":"b"', '"id":"a"') })],
    ['the content of another dataset', 'bodies', ({ body }) => ({ body: String(body).replaceAll('"desk"', '"x"') })],
    ['an id that moves the cursor', 'items', ({ id }) => ({ id: `${id}\u001b[2J` })],
    ['an item of no dataset', 'items', () => ({ dataset_no: 77 })],
    ['an item without its last revision', 'items', () => ({ revision: 9 })],
    ['an item with a revision to come', 'items', () => ({ revision: 1 })],
    ['an item of a status it was never given', 'items', () => ({ status: 'skipped' })],
    ['a revision without content', 'revisions', () => ({ body_no: 99 })],
    ['a revision of no item', 'revisions', ({ item_no: no = 0 }) => ({ item_no: no === 2 ? 99 : no })],
    ['a label of another person', 'labels', () => ({ rater: 'ben' })],
    ['a glossary that is none', 'settings', () => ({ value: '{"entries":[]}' })],
    ['a filter that is none', 'snapshots', () => ({ filter: '{"statuses":7}' })],
    ['a snapshot of another item', 'snapshot_items', () => ({ id: 'b' })],
    ['a message under the hash of another', 'messages', ({ no }) => ({ hash: new Uint8Array([Number(no)]) })],
    ['a run that is removed too', 'removals', () => ({})],
    ['a grading of no run', 'gradings', () => ({ run_no: 77 })],
    ['a grading that stands on itself', 'gradings', () => ({ spec: '{"hash":"h","base":2,"graders":[]}' })],
    ['a verdict of no grading', 'verdicts', () => ({ grading: 9 })],
    ['a judgment of no grading', 'judgments', () => ({ grading: 9 })],
    ['a conversation graded by no grading', 'graded_conversations', () => ({ grading: 9 })],
    ['a request that is none', 'judgments', () => ({ request: '[["system","1"]]' })],
    ['a calibration with the number of a run', 'calibrations', () => ({ no: 1 })],
    ['a calibration under the hash of another', 'calibrations', () => ({ hash: 'other' })],
    ['a sample of no calibration', 'calibration_samples', () => ({ calibration_no: 77 })],
    ['a sample without a name', 'calibration_samples', () => ({ sample: '{}' })],
    ['a result of a judge that was not asked', 'calibration_results', ({ judge }) => ({ judge: Number(judge) + 1 })],
    ['a result of no sample', 'calibration_results', () => ({ position: 9 })],
    ['a verdict that is none', 'calibration_results', () => ({ verdict: '{"score":1}' })],
    ['a variant that is none', 'calibration_results', () => ({ variant: 'upside-down' })],
  ])('refuses %s', async (_title, table, forge) => {
    const [from, to] = [await engine.makeDatabase().open(), await engine.makeDatabase().open()];
    await fill(from);
    const rows = [...(await toList(from.archive.dump())), { table: 'removals', row: { run_no: 50 } }];
    const forged = rows.map((row) => (row.table === table ? { table, row: { ...row.row, ...forge(row.row) } } : row));
    if (table === 'removals') forged.push({ table, row: { run_no: 1 } });
    await expect(to.archive.load(toStream(forged))).rejects.toMatchObject({ code: 'BACKUP_UNREADABLE' });
    await to.archive.load(toStream(rows));
  });

  it('derives again what follows from items and labels, whatever the file says about it', async () => {
    const [from, to] = [await engine.makeDatabase().open(), await engine.makeDatabase().open()];
    await fill(from);
    const whole = await toList(from.archive.dump());
    const forged = whole.flatMap((row) => {
      if (row.table === 'counters') return [{ ...row, row: { ...row.row, value: 0 } }];
      if (row.table === 'bodies') return [{ ...row, row: { ...row.row, found_by: '{}' } }];
      if (row.table === 'items') return [{ ...row, row: { ...row.row, tag_count: 99, total_references: 99 } }];
      if (row.table === 'dataset_counts' || row.table === 'raters') return [];
      if (row.table === 'tags') return [{ ...row, row: { ...row.row, items: 99 } }];
      return row.table === 'item_tags' || row.table === 'questions' ? [] : [row];
    });
    await to.archive.load(toStream(forged));
    // The last number that was taken may belong to nothing now.
    const isKept = ({ table }: ArchiveRow) => table !== 'counters';
    expect((await toList(to.archive.dump())).filter(isKept)).toEqual(whole.filter(isKept));
    const written = await saveItem(to.curation, key, { changes: { history: say('Still there?') } });
    expect(written.revision).toBe(3);
  });

  it('takes in a backup of the version that had no gradings', async () => {
    const [from, to] = [await engine.makeDatabase().open(), await engine.makeDatabase().open()];
    await fill(from);
    const rows = (await toList(from.archive.dump())).flatMap((given): ArchiveRow[] => {
      if (['gradings', 'graded_conversations', 'judgments'].includes(given.table)) return [];
      if (given.table === 'verdicts' && given.row.grading !== 0) return [];
      const { conversation_id: _, ...row } = given.row;
      return [given.table === 'conversations' ? { ...given, row } : given];
    });
    const old = { version: 2, dump: () => toStream(rows.map(withEarlierNames)), load: async () => {} };
    const bytes = Buffer.concat(await toList(writeArchive(old, { createdAt: 'then', count: { rows: 0 } })));
    await to.archive.load(readArchive(toStream([bytes]), { file: 'x', version: to.archive.version }));
    const [first, second] = await toList(to.runs.conversations('run-1'));
    expect(first).toEqual((await toList(from.runs.conversations('run-1', { grading: 0 })))[0]);
    expect(second?.start).not.toHaveProperty('conversationId');
    expect(await to.runs.gradings('run-1')).toEqual([]);
    await gradeAgain(to, 2);
    expect(await to.runs.judgments('run-1', 2)).toMatchObject([{ reply: 'Said in 2' }]);
  });

  it('takes in a backup of the version that had no calibrations', async () => {
    const [from, to] = [await engine.makeDatabase().open(), await engine.makeDatabase().open()];
    await fill(from);
    const added = ['calibrations', 'calibration_samples', 'calibration_results', 'test_set_uses'];
    const rows = (await toList(from.archive.dump())).filter(({ table }) => !added.includes(table));
    const old = { version: 3, dump: () => toStream(rows.map(withEarlierNames)), load: async () => {} };
    const bytes = Buffer.concat(await toList(writeArchive(old, { createdAt: 'then', count: { rows: 0 } })));
    await to.archive.load(readArchive(toStream([bytes]), { file: 'x', version: to.archive.version }));
    expect(await to.calibrations.list()).toEqual([]);
    await calibrate(to);
    expect(await toList(to.calibrations.results('cal-1'))).toEqual(await toList(from.calibrations.results('cal-1')));
  });

  it('takes in a backup of the version that counted looks', async () => {
    const to = await engine.makeDatabase().open();
    const looks = { table: 'looks', row: { deck: deckPath, calibration: 'cal-1', at: '', number: 1 } };
    await to.archive.load(toStream([{ table: 'counters', row: { name: 'sequence', value: 1 } }, looks]));
    expect(await to.calibrations.list()).toEqual([]);
  });

  it('takes in a backup of the version that had no attempts', async () => {
    const [from, to] = [await engine.makeDatabase().open(), await engine.makeDatabase().open()];
    const writer = await createRun(from);
    await recordConversation(writer);
    await writer.close('completed');
    const rows = (await toList(from.archive.dump())).map((given) => {
      const { attempt: _, ...row } = given.row;
      return given.table === 'conversations' ? { ...given, row } : given;
    });
    await to.archive.load(toStream(rows));
    const wanted = await toList(from.runs.conversations('run-1'));
    expect(await toList(to.runs.conversations('run-1'))).toEqual(wanted);
  });

  it('brings a calibration of which a part is removed, and the rest of it goes', async () => {
    const [from, to] = [await engine.makeDatabase().open(), await engine.makeDatabase().open()];
    await calibrate(from);
    const whole = await toList(from.archive.dump());
    const no = Number(whole.find(({ table }) => table === 'calibrations')?.row.no);
    const rows = whole.filter(({ table }) => table !== 'calibrations');
    await to.archive.load(toStream([...rows, { table: 'removals', row: { run_no: no } }]));
    await to.compact();
    const left = new Set((await toList(to.archive.dump())).map(({ table }) => table));
    expect([...left].sort()).toEqual(['counters', 'last_numbers', 'test_set_uses']);
  });

  it('brings a run of which a part is removed, and the rest of it goes', async () => {
    const [from, to] = [await engine.makeDatabase().open(), await engine.makeDatabase().open()];
    await fill(from);
    await from.calibrations.remove('cal-1', isAlive);
    const rows = (await toList(from.archive.dump())).filter(({ table }) => !['runs', 'gradings'].includes(table));
    await to.archive.load(toStream([...rows, { table: 'removals', row: { run_no: 1 } }]));
    await to.compact();
    const left = new Set((await toList(to.archive.dump())).map(({ table }) => table));
    for (const table of ['conversations', 'messages', 'verdicts', 'judgments', 'graded_conversations', 'removals']) {
      expect(left).not.toContain(table);
    }
    await createRun(to);
    expect(await to.runs.gradings('run-1')).toEqual([]);
  });

  it('keeps nothing of a file that was cut off or changed anywhere', async () => {
    const store = await engine.makeDatabase().open();
    await fill(store);
    const bytes = await packed(store);
    expect((await unpacked(bytes)).length).toBeGreaterThan(20);
    await fc.assert(
      fc.asyncProperty(fc.nat(bytes.length - 1), fc.boolean(), async (at, isCut) => {
        const changed = Buffer.from(isCut ? bytes.subarray(0, at) : bytes);
        // Bytes 3 to 9 are the date, flags and system of the gzip head, which mean nothing.
        if (!isCut) changed[at < 10 ? 10 : at] = (changed[at < 10 ? 10 : at] ?? 0) ^ 0x55;
        await expect(unpacked(changed)).rejects.toMatchObject({ code: 'BACKUP_UNREADABLE' });
      }),
    );
  });
});

it('says when a backup is of a newer version', async () => {
  const bytes = await toList(
    writeArchive(
      { version: 99, dump: () => toStream<ArchiveRow>([]), load: async () => {} },
      { createdAt: 'now', count: { rows: 0 } },
    ),
  );
  await expect(unpacked(Buffer.concat(bytes))).rejects.toMatchObject({ code: 'STORE_NEWER' });
});
