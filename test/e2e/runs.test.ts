import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import { type Clock, systemClock } from '../../src/base/clock.ts';
import type { RunSpec } from '../../src/conversation/run/run-spec.ts';
import { toJobId } from '../../src/job/job-id.ts';
import { toLeaseOwner } from '../../src/job/lease.ts';
import { openSqliteStore } from '../../src/store/sqlite/open-sqlite-store.ts';
import { makeDesk } from '../support/desk-project.ts';
import { runInProcess } from '../support/run-in-process.ts';

const file = 'refunds.eval.yaml';
const dayMs = 86_400_000;

/** Works with the store of a project as if it were this many days ago. */
async function daysAgo<Result>(
  days: number,
  cwd: string,
  work: (store: Awaited<ReturnType<typeof openSqliteStore>>, clock: Clock) => Promise<Result>,
): Promise<Result> {
  const clock = { ...systemClock, now: () => Date.now() - days * dayMs };
  const store = await openSqliteStore(join(cwd, '.turnwise/turnwise.db'), { clock });
  try {
    return await work(store, clock);
  } finally {
    await store.close();
  }
}

const spec: RunSpec = {
  files: [{ path: file, hash: 'x', name: 'refunds' }],
  attachments: [],
  targets: [],
  options: { repeat: 1 },
  conversations: 3,
};

/** A run that began this many days ago, and was stopped before the first reply. */
function addOldRun(days: number, cwd: string): Promise<string> {
  return daysAgo(days, cwd, async (store, clock) => {
    const writer = await store.runs.create({ id: toJobId(clock), spec, owner: toLeaseOwner(clock) });
    await writer.close('stopped');
    return writer.run;
  });
}

async function listIds(cwd: string): Promise<string[]> {
  const { out } = await runInProcess(['runs', 'list', '--json'], cwd);
  return JSON.parse(out).map(({ run }: { run: string }) => run);
}

describe('runs list', () => {
  it('says what to do when there are none, and makes no database', async () => {
    const cwd = makeDesk();
    const { code, out } = await runInProcess(['runs'], cwd);
    expect({ code, out }).toEqual({ code: 0, out: 'No runs yet. Run: turnwise run <file>.eval.yaml\n' });
    expect((await runInProcess(['runs', '--json'], cwd)).out).toBe('[]\n');
    expect(existsSync(join(cwd, '.turnwise/turnwise.db'))).toBe(false);
  });

  it('shows the newest first, and counts what passed: repeats and targets together make no rate', async () => {
    const cwd = makeDesk();
    const old = await addOldRun(3, cwd);
    await runInProcess(['run', file], cwd);
    const { out } = await runInProcess(['runs'], cwd);
    const [head, newest = '', oldest = ''] = out.split('\n');
    expect(head).toMatch(/^run +started \(UTC\) +state +eval +targets +done +graded +errors +ungraded$/);
    expect(newest).toMatch(
      /^\S+ {2}\d{4}-\d\d-\d\d \d\d:\d\d {2}completed +refunds +desk +3\/3 {2}2 of 3 passed +0 +0$/,
    );
    expect(oldest).toMatch(new RegExp(`^${old}  .* stopped    refunds +0/3  none `));
  });

  it('shows as many as --limit says, and says that there are more', async () => {
    const cwd = makeDesk();
    for (const days of [3, 2, 1]) await addOldRun(days, cwd);
    const { out } = await runInProcess(['runs', '--limit', '2'], cwd);
    expect(out.trimEnd().split('\n')).toHaveLength(4);
    expect(out).toContain('More runs: turnwise runs --limit 20\n');
  });

  it('refuses a database that does not exist', async () => {
    const { code, err } = await runInProcess(['runs', '--db', 'other.db'], makeDesk());
    expect(err).toContain('There is no database "other.db".');
    expect(code).toBe(2);
  });
});

describe('a run that cannot be read', () => {
  /** Three runs, the second with a spec of no version. */
  async function makeUnreadable(text: string) {
    const cwd = makeDesk();
    const ids = [await addOldRun(3, cwd), await addOldRun(2, cwd), await addOldRun(1, cwd)] as const;
    const database = new DatabaseSync(join(cwd, '.turnwise/turnwise.db'));
    database.prepare('update runs set spec = ? where id = ?').run(text, ids[1]);
    database.close();
    return { cwd, ids };
  }

  it.each(['{"files":', '{}', '{"files":[{"dataset":"shop"}]}'])('leaves the others listed: %s', async (text) => {
    const { cwd, ids } = await makeUnreadable(text);
    const { code, out, err } = await runInProcess(['runs'], cwd);
    expect(code).toBe(0);
    expect(out).toMatch(new RegExp(`^${ids[2]} .*\n${ids[0]} .*\n$`, 'm'));
    expect(err).toBe(`Run ${ids[1]} cannot be read. To remove it: turnwise runs rm ${ids[1]}\n`);
    expect(await listIds(cwd)).toEqual([ids[2], ids[0]]);
    const limited = await runInProcess(['runs', '--limit', '2'], cwd);
    expect(limited.out).not.toContain('More runs');
  });

  it('can be removed', async () => {
    const { cwd, ids } = await makeUnreadable('{}');
    const { code, out } = await runInProcess(['runs', 'rm', `run:${ids[1]}`, 'last'], cwd);
    expect({ code, out }).toMatchObject({ code: 0, out: expect.stringContaining(`Removed run ${ids[1]}.\n`) });
    expect(await runInProcess(['runs'], cwd)).toMatchObject({ err: '' });
    expect(await listIds(cwd)).toEqual([ids[0]]);
  });

  it('is not taken for an empty database', async () => {
    const { cwd, ids } = await makeUnreadable('{}');
    await runInProcess(['runs', 'rm', ids[0], ids[2]], cwd);
    const { code, out, err } = await runInProcess(['runs'], cwd);
    expect({ code, out }).toEqual({ code: 0, out: '' });
    expect(err).toContain(`Run ${ids[1]} cannot be read.`);
  });
});

describe('runs rm', () => {
  it('removes by id, by the end of one, and last', async () => {
    const cwd = makeDesk();
    const [first, second, third] = [await addOldRun(3, cwd), await addOldRun(2, cwd), await addOldRun(1, cwd)];
    const { code, out } = await runInProcess(['runs', 'rm', first, second.slice(-4), 'last'], cwd);
    expect(out).toMatch(`Removed run ${first}.\nRemoved run ${second}.\nRemoved run ${third}.\n`);
    expect(code).toBe(0);
    expect(await listIds(cwd)).toEqual([]);
  });

  it('removes nothing when one name is unknown or could be two', async () => {
    const cwd = makeDesk();
    const run = await addOldRun(2, cwd);
    await addOldRun(1, cwd);
    expect((await runInProcess(['runs', 'rm', run, 'nonsense'], cwd)).err).toContain('There is no run "nonsense".');
    expect((await runInProcess(['runs', 'rm', run, '2'], cwd)).err).toContain('2 runs start or end with "2".');
    expect(await listIds(cwd)).toHaveLength(2);
  });
});

describe('runs prune', () => {
  it('removes what started long ago, but never the newest --keep', async () => {
    const cwd = makeDesk();
    const ids: string[] = [];
    for (const days of [40, 35, 31, 29]) ids.unshift(await addOldRun(days, cwd));
    const dry = await runInProcess(['runs', 'prune', '--older-than', '30d', '--keep', '2', '--dry-run'], cwd);
    expect(dry.out).toContain('Dry run: 2 runs would be removed.\n');
    expect(await listIds(cwd)).toEqual(ids);
    const kept = await runInProcess(['runs', 'prune', '--older-than', '30d', '--keep', '2'], cwd);
    expect(kept.out).toMatch(/^2 runs removed, \d.* freed\.\n$/);
    expect(await listIds(cwd)).toEqual(ids.slice(0, 2));
    await runInProcess(['runs', 'prune', '--older-than', '4w'], cwd);
    expect(await listIds(cwd)).toEqual([]);
  });

  it('leaves a run alone that is being graded', async () => {
    const cwd = makeDesk();
    const ids = [await addOldRun(40, cwd), await addOldRun(35, cwd)];
    const owner = toLeaseOwner(systemClock);
    await daysAgo(0, cwd, (store) => store.runs.grade(ids[0] ?? '', { spec: { hash: 'h' }, owner }, () => false));
    const prune = ['runs', 'prune', '--older-than', '30d'];
    expect((await runInProcess([...prune, '--dry-run'], cwd)).out).toContain('1 run would be removed.');
    expect(await runInProcess(prune, cwd)).toMatchObject({ code: 0, out: expect.stringMatching(/^1 run removed, /) });
    expect(await listIds(cwd)).toEqual([ids[0]]);
  });

  it('has nothing to do where there is no database', async () => {
    const cwd = makeDesk();
    const { code, out } = await runInProcess(['runs', 'prune', '--older-than', '12h'], cwd);
    expect({ code, out }).toEqual({ code: 0, out: 'No runs removed.\n' });
    expect(existsSync(join(cwd, '.turnwise/turnwise.db'))).toBe(false);
  });

  it('wants to know how old', async () => {
    expect((await runInProcess(['runs', 'prune'], makeDesk())).code).toBe(2);
  });
});

describe('runs prune, of calibrations', () => {
  it('removes old ones too, and counts them apart', async () => {
    const cwd = makeDesk();
    await addOldRun(40, cwd);
    await addOldCalibration(50, cwd);
    await addOldCalibration(10, cwd);
    const prune = ['runs', 'prune', '--older-than', '30d'];
    const dry = await runInProcess([...prune, '--dry-run'], cwd);
    expect(dry.out).toContain('of graders/tone.deck.md\n');
    expect(dry.out).toContain('Dry run: 1 run and 1 calibration would be removed.');
    const done = await runInProcess(prune, cwd);
    expect(done).toMatchObject({ code: 0, out: expect.stringMatching(/^1 run and 1 calibration removed, /) });
    expect((await runInProcess(prune, cwd)).out).toBe('No runs removed.\n');
    const left = await daysAgo(0, cwd, (store) => store.calibrations.list());
    expect(left).toHaveLength(1);
  });
});

/** A run that began this many days ago, and had nothing to ask. */
function addOldCalibration(days: number, cwd: string): Promise<void> {
  const target = { id: 'judge', provider: 'builtin', settingsHash: 's' };
  const judges = [{ deck: 'graders/tone.deck.md', deckHash: 'd', target }];
  const asked = { judges, split: 'tune' as const, sources: ['deck'], repeat: 1, variants: ['plain' as const] };
  return daysAgo(days, cwd, async (store, clock) => {
    const calibration = { id: toJobId(clock), spec: { ...asked, hash: `${days}` }, samples: [], expected: 0 };
    const writer = await store.calibrations.begin({ ...calibration, owner: toLeaseOwner(clock) }, () => false);
    await writer.close('completed');
  });
}

describe('cache prune', () => {
  const addEntry = (days: number, cwd: string) =>
    daysAgo(days, cwd, (store) => store.cache.save(`key ${days}`, { text: 'x'.repeat(100) }));

  it.each([
    [[], '1 reply removed, 111 bytes freed.\n'],
    [['--older-than', '1w'], '2 replies removed, 222 bytes freed.\n'],
    [['--all'], '3 replies removed, 333 bytes freed.\n'],
    [['--older-than', '52w'], 'No replies removed.\n'],
  ])('with %j says: %s', async (args, text) => {
    const cwd = makeDesk();
    for (const days of [31, 8, 0]) await addEntry(days, cwd);
    expect(await runInProcess(['cache', 'prune', ...args], cwd)).toMatchObject({ code: 0, out: text });
  });

  it('refuses --all together with --older-than', async () => {
    expect((await runInProcess(['cache', 'prune', '--all', '--older-than', '1d'], makeDesk())).code).toBe(2);
  });
});
