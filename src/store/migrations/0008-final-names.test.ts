import { hostname } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it, onTestFinished } from 'vitest';
import {
  type Insert,
  insertOldRun,
  insertOldVerdict,
  makeOldDatabase,
  oldRunSpec,
} from '../../../test/support/old-database.ts';
import { makeProject } from '../../../test/support/temp-project.ts';
import { systemClock as clock } from '../../base/clock.ts';
import { toCanonicalJson } from '../../base/hash.ts';
import { openSqliteStore } from '../sqlite/open-sqlite-store.ts';

async function makeFile(fill: (insert: Insert) => void): Promise<string> {
  const file = join(makeProject(), 'a.db');
  await makeOldDatabase(file, fill);
  return file;
}

async function openStore(file: string) {
  const store = await openSqliteStore(file, { clock });
  onTestFinished(() => store.close());
  return store;
}

function query(file: string, sql: string): unknown[] {
  const database = new DatabaseSync(file);
  const rows = database.prepare(sql).all();
  database.close();
  return rows;
}

const toTarget = (spec: object) => ({ file: 'targets.yaml', spec: { id: 'bot', provider: 'builtin', ...spec } });

describe('the spec of an older run', () => {
  it('gets the new names of evals and built-in targets', async () => {
    const rules = [{ turn: 0, reply: 'a' }, { reply: 'b' }];
    const targets = [toTarget({ model: 'scripted', rules }), toTarget({ id: 'e', model: 'echo', rules })];
    const file = await makeFile((insert) => insertOldRun(insert, { spec: { ...oldRunSpec, targets } }));
    const store = await openStore(file);
    const renamed = [{ reply_number: 1, reply: 'a' }, { reply: 'b' }];
    expect((await store.runs.find('run-1'))?.spec).toMatchObject({
      files: [{ name: 'shop' }],
      targets: [{ spec: { model: 'rules', rules: renamed } }, { spec: { model: 'echo', rules: renamed } }],
    });
    expect((await store.runs.findConversation('run-1', 1))?.start).toMatchObject({ eval: 'shop', id: 'case-1' });
  });

  it('is read page by page, however many runs there are', async () => {
    const file = await makeFile((insert) => {
      for (let no = 1; no <= 205; no += 1) insertOldRun(insert, { no });
    });
    const runs = await (await openStore(file)).runs.list({ limit: 1000 });
    expect(runs).toHaveLength(205);
    expect(new Set(runs.map(({ spec }) => spec.files[0]?.name))).toEqual(new Set(['shop']));
  });

  it('stops the migration when this version could not read it, and names the run', async () => {
    const odd = { ...oldRunSpec, options: { repeat: 'twice' } };
    const file = await makeFile((insert) => {
      insertOldRun(insert);
      insertOldRun(insert, { no: 2, spec: odd });
    });
    await expect(openSqliteStore(file, { clock })).rejects.toMatchObject({
      code: 'STORE_UNREADABLE',
      message: 'The database cannot be updated: the spec of run run-2 is invalid at options.repeat.',
      problems: [{ file, hint: expect.stringContaining('turnwise runs rm run-2') }],
    });
    expect(query(file, 'select max(number) as last from migrations')).toEqual([{ last: 7 }]);
    expect(query(file, 'select spec from runs where no = 1')).toEqual([{ spec: JSON.stringify(oldRunSpec) }]);
  });

  it('stops the migration when it has a key of no version', async () => {
    const targets = [toTarget({ model: 'echo', speed: 1 })];
    const file = await makeFile((insert) => insertOldRun(insert, { spec: { ...oldRunSpec, targets } }));
    await expect(openSqliteStore(file, { clock })).rejects.toMatchObject({
      message: 'The database cannot be updated: the spec of run run-1 is invalid at targets[0].spec.speed.',
    });
  });

  it('stops it of a grading too', async () => {
    const grading = { run_no: 1, started_at: '', start_sequence: 6 };
    const file = await makeFile((insert) => {
      insertOldRun(insert);
      insert('gradings', { ...grading, number: 1, spec: toCanonicalJson({ hash: 7 }) });
    });
    await expect(openSqliteStore(file, { clock })).rejects.toMatchObject({
      message: 'The database cannot be updated: the spec of a grading of run run-1 is invalid at hash.',
    });
  });

  it('stays as it is when it was damaged before', async () => {
    const file = await makeFile((insert) => {
      insertOldRun(insert);
      insertOldRun(insert, { no: 2 });
    });
    query(file, `update runs set spec = '{"files":' where no = 2`);
    const store = await openStore(file);
    expect((await store.runs.list()).map(({ id }) => id)).toEqual(['run-1']);
  });
});

describe('the graders of an older run', () => {
  const ids = ['command-1', 'contains-2', 'refs-9', 'script-1', 'script-7', 'turn-2/script-1'];

  it('keep the ids they had, in verdicts, specs and gradings', async () => {
    const graders = [{ id: 'script-1', hash: '1' }];
    const files = oldRunSpec.files.map((one) => ({ ...one, graders }));
    const file = await makeFile((insert) => {
      insertOldRun(insert, { spec: { ...oldRunSpec, files } });
      for (const [index, grader] of ids.entries()) insertOldVerdict(insert, { grader, sequence: index + 2 });
      const spec = toCanonicalJson({ graders: ['turn-2/script-1'], hash: 'h' });
      insert('gradings', { run_no: 1, number: 1, started_at: '', spec, start_sequence: 8 });
    });
    const store = await openStore(file);
    const conversation = await store.runs.findConversation('run-1', 1);
    expect(conversation?.verdicts.map(({ grader }) => grader)).toEqual(ids);
    expect((await store.runs.find('run-1'))?.spec.files[0]?.graders).toEqual(graders);
    expect((await store.runs.gradings('run-1'))[0]?.spec.graders).toEqual(['turn-2/script-1']);
  });

  it('get the new names of their kinds, and nothing else in a verdict changes', async () => {
    const userData = { unit: 1, folds: {}, kind: 'script', hash: 'h', provenance: { kind: 'script', hash: 'h' } };
    const provenance = { at: '', hash: 'h', settings: { nested: userData } };
    const reason = 'It says "kind":"script","hash":.';
    const kinds = ['script', 'refs', 'contains'];
    const file = await makeFile((insert) => {
      insertOldRun(insert);
      for (const [index, kind] of kinds.entries()) {
        const details = { reason, evidence: userData, provenance: { ...provenance, kind } };
        insertOldVerdict(insert, { grader: `g-${index}`, sequence: index + 2, details });
      }
    });
    const conversation = await (await openStore(file)).runs.findConversation('run-1', 1);
    expect(conversation?.verdicts).toMatchObject(
      ['command', 'citations', 'contains'].map((kind) => ({
        ...{ reason, evidence: userData, provenance: { ...provenance, kind } },
      })),
    );
  });

  it('are renamed on every page of verdicts', async () => {
    const details = { provenance: { at: '', kind: 'script', hash: 'h' } };
    const file = await makeFile((insert) => {
      insertOldRun(insert);
      for (let turn = 0; turn < 2501; turn += 1) {
        for (const grader of ['a', 'b']) insertOldVerdict(insert, { turn, grader, sequence: 2 * turn, details });
      }
    });
    await openStore(file);
    const counted = query(file, 'select count(*) as n from verdicts where details like \'%"kind":"command"%\'');
    expect(counted).toEqual([{ n: 5002 }]);
  });
});

describe('an older process', () => {
  const toOwner = (heartbeatAt: number) => ({
    ...{ holder_process: process.pid, holder_host: hostname(), holder_token: 't', holder_since: '' },
    beat_at: new Date(heartbeatAt).toISOString(),
  });
  const grading = { run_no: 1, number: 1, started_at: '', spec: toCanonicalJson({ hash: 'h' }), start_sequence: 6 };
  const calibration = { no: 3, id: 'cal-1', hash: 'h', started_at: '', spec: '{}', expected: 1 };

  it.each([
    ['writes to run run-1', 'runs', {}],
    ['grades run run-1', 'gradings', grading],
    ['writes to calibration cal-1', 'calibrations', calibration],
  ])('that still %s has to stop before the database is updated', async (what, table, row) => {
    const file = await makeFile((insert) => {
      insertOldRun(insert, table === 'runs' ? { columns: { state: 'running', ...toOwner(Date.now()) } } : {});
      if (table !== 'runs') insert(table, { ...row, ...toOwner(Date.now()) });
    });
    await expect(openSqliteStore(file, { clock })).rejects.toMatchObject({
      code: 'STORE_RUN_HELD',
      message: `The database cannot be updated: process ${process.pid} on host ${hostname()} still ${what}.`,
      problems: [{ file, hint: expect.stringContaining('Stop that process first') }],
    });
    expect(query(file, 'select max(number) as last from migrations')).toEqual([{ last: 7 }]);
  });

  it('whose lease expired can write nothing more', async () => {
    const silent = toOwner(Date.now() - 61_000);
    const file = await makeFile((insert) => {
      insertOldRun(insert, { columns: { state: 'running', ...silent } });
      insert('gradings', { ...grading, ...silent });
      insert('calibrations', { ...calibration, ...silent });
    });
    await openStore(file);
    for (const table of ['runs', 'gradings', 'calibrations']) {
      // Every write of a job ends with this condition, and is rolled back when no row fits.
      expect(query(file, `select * from ${table} where holder_token = 't'`)).toEqual([]);
    }
    expect(query(file, 'select state, beat_at from runs')).toEqual([{ state: 'running', beat_at: null }]);
  });
});
