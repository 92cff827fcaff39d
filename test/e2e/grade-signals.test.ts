import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { systemClock } from '../../src/base/clock.ts';
import { openSqliteStore } from '../../src/store/sqlite/open-sqlite-store.ts';
import { makeGraded, makeManyGraded } from '../support/graded-project.ts';
import { type StartedBin, startBin } from '../support/run-bin.ts';
import { runInProcess } from '../support/run-in-process.ts';

const count = 30;
const deck = ['--grader', 'tone.deck.md'];

/** Starts a grading of which one conversation ends every 100 ms, and waits until the first has. */
async function startGrading(): Promise<StartedBin & { readonly cwd: string }> {
  const cwd = await makeManyGraded(count);
  const started = startBin(['grade', 'last', ...deck, '-c', '1', '--out', 'cases.jsonl'], cwd);
  const out = join(cwd, 'cases.jsonl');
  await vi.waitUntil(() => existsSync(out) && readFileSync(out, 'utf8').includes('\n'), { timeout: 30_000 });
  return { ...started, cwd };
}

async function goOn(cwd: string, ...args: readonly string[]) {
  const { out, err, code } = await runInProcess(['grade', 'last', ...deck, '--json', ...args], cwd);
  const { grading, counts, cases } = JSON.parse(out);
  return { grading, counts, cases, err, code };
}

async function readGrading(cwd: string): Promise<number | undefined> {
  return JSON.parse((await runInProcess(['show', 'run:last', '--json'], cwd)).out).grading;
}

describe('a grading that gets a signal', () => {
  it.each(['SIGINT', 'SIGTERM'] as const)('finishes open calls on %s, and prints how to resume', async (signal) => {
    const { child, finished, cwd } = await startGrading();
    child.kill(signal);
    const { code, err, out } = await finished;
    expect(code).toBe(130);
    expect(err).toMatch(/Stopped\. Grading 1 .*. Resume with:\n {2}turnwise grade \S+ --grader tone\.deck\.md\n/);
    expect(out).toBe('');
    // It counts for nothing until it is at its end.
    expect(await readGrading(cwd)).toBeUndefined();
    const { grading, counts, err: told } = await goOn(cwd, '-c', `${count}`);
    expect(told).toMatch(/Resuming grading 1 of run \S+: \d+ of 30 conversations (?:is|are) done\.\n/);
    expect({ grading, pass: counts.pass }).toEqual({ grading: 1, pass: count });
    expect(await readGrading(cwd)).toBe(1);
  });

  it('loses at most what was in flight when it is killed, and grades nothing twice', async () => {
    const { child, finished, cwd } = await startGrading();
    child.kill('SIGKILL');
    await finished;
    expect(await readGrading(cwd)).toBeUndefined();
    const recorded = readFileSync(join(cwd, 'cases.jsonl'), 'utf8').trimEnd().split('\n');
    const { grading, counts, cases } = await goOn(cwd, '-c', `${count}`);
    expect({ grading, pass: counts.pass }).toEqual({ grading: 1, pass: count });
    // With the very times that were recorded: nothing was asked again.
    expect(cases.slice(0, recorded.length)).toEqual(recorded.map((line) => JSON.parse(line)));
  });

  it('stops at a limit, and resumes without it', async () => {
    const cwd = await makeManyGraded(6);
    const { code, err } = await runInProcess(['grade', 'last', ...deck, '--max-calls', '2'], cwd);
    expect(code).toBe(3);
    expect(err).toMatch(
      /--max-calls 2 was reached\. Grading 1 is not finished, so the earlier verdicts still apply\. Resume with:\n/,
    );
    expect(await goOn(cwd)).toMatchObject({ grading: 1, counts: { pass: 6 } });
  });

  it('starts over when what decides its verdicts has changed since', async () => {
    const cwd = await makeManyGraded(4);
    await runInProcess(['grade', 'last', ...deck, '--max-calls', '1'], cwd);
    expect((await goOn(cwd, '--when', 'all')).grading).toBe(2);
    const { grading, counts, err } = await goOn(cwd, '--judge', 'strict');
    expect({ grading, fail: counts.fail }).toEqual({ grading: 3, fail: 4 });
    expect(err).toContain('Grading 4 conversations');
  });
});

describe('while a run is graded', () => {
  it('is not started twice at the same time, and no output claims to resume it', async () => {
    const { child, finished, cwd } = await startGrading();
    const before = readFileSync(join(cwd, 'cases.jsonl'), 'utf8');
    const { code, err, out } = await runInProcess(['grade', 'last', ...deck, '--out', 'cases.jsonl'], cwd);
    expect({ code, out }).toEqual({ code: 3, out: '' });
    expect(err).toContain('(STORE_RUN_HELD)');
    expect(err.replaceAll(/\s+/g, ' ')).toContain(`is being graded by process ${child.pid} `);
    expect(err).not.toMatch(/Going on|go on with|conversations of run/);
    expect(readFileSync(join(cwd, 'cases.jsonl'), 'utf8').startsWith(before)).toBe(true);
    expect(await goOn(cwd, '--judge', 'strict', '--no-cache')).toMatchObject({ grading: 2, counts: { fail: count } });
    child.kill('SIGKILL');
    await finished;
  });

  it('it is not removed', async () => {
    const { child, finished, cwd } = await startGrading();
    const { code, err, out } = await runInProcess(['runs', 'rm', 'last'], cwd);
    expect({ code, out }).toEqual({ code: 3, out: '' });
    expect(err).toContain('(STORE_RUN_HELD)');
    expect(err.replaceAll(/\s+/g, ' ')).toContain(`is being graded by process ${child.pid} `);
    child.kill('SIGKILL');
    await finished;
    expect((await runInProcess(['runs', 'rm', 'last'], cwd)).code).toBe(0);
  });
});

it('says only that the run no longer exists when it was removed during a grading', async () => {
  const { finished, cwd } = await startGrading();
  const store = await openSqliteStore(join(cwd, '.turnwise/turnwise.db'), { clock: systemClock });
  const [run] = await store.runs.list();
  await store.runs.remove(run?.id ?? '', () => true);
  await store.close();
  const { code, err } = await finished;
  expect(code).toBe(2);
  expect(err).toContain('(RUN_UNKNOWN)');
  expect(err).not.toMatch(/What was graded|go on with/);
});

it('refuses a run that is still being played, and names who plays it', async () => {
  const sleepy = 'graders: [{contains: x}]\ncases: [{id: a, input_messages: [{role: user, content: Hi}]}]\n';
  const cwd = await makeGraded({ 'sleepy.eval.yaml': sleepy });
  const { child } = startBin(['run', 'sleepy.eval.yaml', '--target', 'sleepy,desk'], cwd);
  const isPlayed = async () => (await runInProcess(['show', 'run:last'], cwd)).out.includes('1/2 done');
  await vi.waitUntil(isPlayed, { timeout: 30_000, interval: 200 });
  const { code, err, out } = await runInProcess(['grade', 'last'], cwd);
  expect({ code, out }).toEqual({ code: 3, out: '' });
  expect(err).toContain('(STORE_RUN_HELD)');
  expect(err).toContain(`${child.pid}`);
});
