import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it, onTestFinished } from 'vitest';
import { systemClock as clock } from '../../src/base/clock.ts';
import type { CaseRecord, RunCounts } from '../../src/conversation/run/run-record.ts';
import { openSqliteStore } from '../../src/store/sqlite/open-sqlite-store.ts';
import { runInProcess } from '../support/run-in-process.ts';
import { makeProject } from '../support/temp-project.ts';

const fixture = fileURLToPath(new URL('../fixtures/before-final-names/', import.meta.url));
const runs = {
  completed: '20261118-132639-uaz5',
  limited: '20261118-132644-ykca',
  interrupted: '20261118-132649-mcxm',
  killed: '20261118-132659-rmaf',
  judged: '20261118-132707-nvnj',
};

/** The project as the version before left it, in a folder of its own. */
function openProject(): string {
  const root = makeProject();
  cpSync(fixture, root, { recursive: true });
  mkdirSync(join(root, '.turnwise'), { recursive: true });
  const database = gunzipSync(readFileSync(join(fixture, 'turnwise.db.gz')));
  writeFileSync(join(root, '.turnwise', 'turnwise.db'), database, { mode: 0o600 });
  return root;
}

interface Printed {
  readonly run: string;
  readonly state: string;
  readonly counts: RunCounts;
  readonly cases: readonly CaseRecord[];
}

async function readJson<Shape>(args: readonly string[], root: string): Promise<Shape> {
  const { out, err } = await runInProcess([...args, '--json'], root);
  return out === '' ? Promise.reject(new Error(err)) : JSON.parse(out);
}

async function readStates(
  root: string,
  ...options: readonly string[]
): Promise<readonly (readonly [string, string])[]> {
  const listed = await readJson<readonly Printed[]>(['runs', ...options], root);
  return listed.map(({ run, state }) => [run, state]);
}

const states = [
  [runs.judged, 'completed'],
  [runs.killed, 'crashed'],
  [runs.interrupted, 'stopped'],
  [runs.limited, 'stopped'],
  [runs.completed, 'completed'],
];

describe('a database of the version before the final names', () => {
  it('lists its runs with their new states', async () => {
    const root = openProject();
    expect(await readStates(root)).toEqual(states);
    const { out } = await runInProcess(['runs'], root);
    expect(out).toMatch(new RegExp(`^${runs.judged}  .* completed, grading 1 +tone `, 'm'));
  });

  it('shows conversations with `aggregate`, `normalizedScore` and `eval`', async () => {
    const { cases } = await readJson<Printed>(['show', runs.completed], openProject());
    const [one, two] = cases;
    expect(one).toMatchObject({ id: 'one', eval: 'refunds', status: 'pass', aggregate: { all: true, mean: 1 } });
    expect(one?.verdicts[0]).toMatchObject({ grader: 'turn-2/contains-1', score: 1, normalizedScore: 1, pass: true });
    expect(two).toMatchObject({ id: 'two', status: 'fail', aggregate: { all: false, mean: 0.5 } });
    expect(JSON.stringify(cases)).not.toMatch(/"(folds|unit|figures|columns)":/);
  });

  it('shows what a later grading and its judge said, with the certificate of then', async () => {
    const { cases, metrics } = await readJson<Printed & { metrics: { judges: readonly unknown[] } }>(
      ['show', runs.judged],
      openProject(),
    );
    expect(cases.map(({ id, status }) => [id, status])).toEqual([
      ['kind', 'pass'],
      ['unkind', 'fail'],
    ]);
    expect(cases[0]?.verdicts[0]).toMatchObject({ normalizedScore: 5 / 6, provenance: { grading: 1, kind: 'judge' } });
    expect(metrics.judges).toMatchObject([{ certificateStatus: 'current', state: 'trusted', labels: 24 }]);
  });

  it.each([
    ['that a limit stopped', runs.limited, '1 of 3', { pass: 2, fail: 1, skipped: 0 }],
    ['that was interrupted', runs.interrupted, '1 of 2', { pass: 1, fail: 1, skipped: 0 }],
    ['that was killed', runs.killed, '0 of 2', { pass: 2, fail: 0, skipped: 0 }],
  ])('resumes a run %s', async (_title, run, done, counts) => {
    const root = openProject();
    const { out, err } = await runInProcess(['run', '--resume', run, '--quiet', '--json'], root);
    expect(err).toContain(`${done} conversations are done`);
    expect((JSON.parse(out) as Printed).counts).toMatchObject(counts);
    expect(await readStates(root)).toContainEqual([run, 'completed']);
  });

  it('grades a run again', async () => {
    const root = openProject();
    const graded = await readJson<Printed>(['grade', runs.judged, '--quiet'], root);
    expect(graded).toMatchObject({ grading: 2, counts: { pass: 1, fail: 1 } });
  });

  it('compares runs', async () => {
    const compared = await readJson(['compare', runs.completed, runs.limited], openProject());
    const unpaired = { onlyA: 0, onlyB: 0, noVerdict: 2 };
    expect(compared).toMatchObject({ pairs: 1, improved: 0, unchanged: 1, regressed: 0, unpaired });
  });

  it('keeps labels, items and snapshots', async () => {
    const root = openProject();
    const labels = await readJson<readonly unknown[]>(['label', 'support', '--list'], root);
    expect(labels).toHaveLength(2);
    expect((await runInProcess(['export', '--dataset', 'support'], root)).out.trim().split('\n')).toHaveLength(2);
    expect((await runInProcess(['export', '--dataset', 'triage'], root)).out).toContain('"replyUnderTest":{');
    expect(await readJson(['snapshot', 'list'], root)).toMatchObject([{ id: 's-ae56313fbd608946', count: 2 }]);
  });

  it('keeps the results of calibrations', async () => {
    const store = await openSqliteStore(join(openProject(), '.turnwise', 'turnwise.db'), { clock });
    onTestFinished(() => store.close());
    const [calibration] = await store.calibrations.list();
    const results = [];
    for await (const { verdict } of store.calibrations.results(calibration?.id ?? '')) results.push(verdict);
    expect(results).toHaveLength(24);
    expect(results[0]).toMatchObject({ status: 'graded', score: 2, normalizedScore: 5 / 6 });
  });
});

describe('a backup of the version before the final names', () => {
  it('is restored with the new names', async () => {
    const root = openProject();
    const restored = await readJson(['restore', 'before.backup', '--db', 'restored.db'], root);
    expect(restored).toEqual({ file: 'before.backup', rows: 271, db: 'restored.db' });
    expect(await readStates(root, '--db', 'restored.db')).toEqual(states);
    const { cases } = await readJson<Printed>(['show', runs.judged, '--db', 'restored.db'], root);
    expect(cases[0]?.verdicts[0]).toMatchObject({ normalizedScore: 5 / 6, provenance: { grading: 1 } });
    expect(await readJson(['label', 'support', '--list', '--db', 'restored.db'], root)).toHaveLength(2);
  });

  it('is what the migrated database backs up', async () => {
    const root = openProject();
    await runInProcess(['restore', 'before.backup', '--db', 'restored.db'], root);
    await runInProcess(['backup', 'a.backup'], root);
    await runInProcess(['backup', 'b.backup', '--db', 'restored.db'], root);
    const [migrated, restored] = ['a.backup', 'b.backup'].map((file) => readRows(join(root, file)));
    expect(migrated).toEqual(restored);
  });
});

/**
 * Without the first line, which has the time of the backup, and the last one, which has a hash of it. A warning is stored
 * with the wording of the version that wrote the item, so only its code and path are compared.
 */
function readRows(file: string): readonly string[] {
  const rows = gunzipSync(readFileSync(file)).toString('utf8').trimEnd().split('\n').slice(1, -1);
  return rows.map((row) => row.replaceAll(/(\\"code\\":\\"[A-Z_]+\\"),\\"message\\":\\"[^"\\]*\\"/g, '$1')).toSorted();
}
