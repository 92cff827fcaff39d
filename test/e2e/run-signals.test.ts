import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { makeDesk, toCases } from '../support/desk-project.ts';
import { type StartedBin, startBin } from '../support/run-bin.ts';
import { runInProcess } from '../support/run-in-process.ts';

const file = 'turns.eval.yaml';
const count = 40;

/** Starts a run of which one case ends every 100 ms, and waits until the first has. */
async function startRun(): Promise<StartedBin & { readonly cwd: string }> {
  const cwd = makeDesk({ [file]: toCases('slow', count) });
  const started = startBin(['run', file, '-c', '1', '--out', 'cases.jsonl'], cwd);
  const out = join(cwd, 'cases.jsonl');
  await vi.waitUntil(() => existsSync(out) && readFileSync(out, 'utf8').includes('\n'), { timeout: 30_000 });
  return { ...started, cwd };
}

/** Starts a run whose only call never ends, and waits until it is held. */
async function startSleepyRun(): Promise<StartedBin & { readonly cwd: string; readonly run: string }> {
  const cwd = makeDesk({ [file]: toCases('sleepy', 1) });
  const started = startBin(['run', file], cwd);
  const run = await vi.waitUntil(async () => (await listRuns(cwd))[0]?.run, { timeout: 30_000, interval: 200 });
  return { ...started, cwd, run };
}

async function listRuns(cwd: string): Promise<{ readonly run: string; readonly state: string }[]> {
  return JSON.parse((await runInProcess(['runs', '--json'], cwd)).out);
}

async function resume(cwd: string) {
  const { out } = await runInProcess(['run', '--resume', '-c', `${count}`, '--json', '--quiet'], cwd);
  const { run, counts, cases } = JSON.parse(out);
  return { run, counts, cases, ids: cases.map(({ id }: { id: string }) => id) };
}

describe('a run that gets a signal', () => {
  it.each(['SIGINT', 'SIGTERM'] as const)('finishes open calls on %s, and prints how to resume', async (signal) => {
    const { child, finished, cwd } = await startRun();
    child.kill(signal);
    const { code, err, out } = await finished;
    expect(code).toBe(130);
    const [, id] = /turnwise run --resume (\S+)\n/.exec(err) ?? [];
    expect(await listRuns(cwd)).toMatchObject([{ run: id, state: 'stopped' }]);
    expect(out).toContain(`turnwise show run:${id}`);
    expect(out.split('\n')[0]).toMatch(/^\S+ (?:passes \d+ of \d+, and|has no verdicts:) \d+ .*not finished\.$/);
    const { run, counts, ids } = await resume(cwd);
    expect({ run, pass: counts.pass, ids: new Set(ids).size }).toEqual({ run: id, pass: count, ids: count });
    expect(ids).toHaveLength(count);
  });

  it('stops at once after a second signal', async () => {
    const { child, finished, saysInStderr, cwd } = await startSleepyRun();
    child.kill('SIGINT');
    await saysInStderr('press Ctrl-C again to stop now');
    child.kill('SIGINT');
    expect(await finished).toMatchObject({ code: 130, err: expect.stringContaining('turnwise run --resume ') });
    expect(await listRuns(cwd)).toMatchObject([{ state: 'stopped' }]);
  });

  it('loses at most what was in flight when it is killed', async () => {
    const { child, finished, cwd } = await startRun();
    child.kill('SIGKILL');
    await finished;
    expect(await listRuns(cwd)).toMatchObject([{ state: 'crashed' }]);
    const recorded = readFileSync(join(cwd, 'cases.jsonl'), 'utf8').trimEnd().split('\n');
    const { counts, ids, cases } = await resume(cwd);
    expect(counts).toMatchObject({ pass: count, skipped: 0 });
    expect(ids).toHaveLength(count);
    // With the very latencies that were recorded: nothing was asked again.
    expect(cases.slice(0, recorded.length)).toEqual(recorded.map((line) => JSON.parse(line)));
  });
});

describe('a run that another process plays', () => {
  it('is neither played nor removed by another process, and the error names its owner', async () => {
    const { child, cwd, run } = await startSleepyRun();
    const beside = await runInProcess(['run', '--resume', run], cwd);
    expect(beside).toMatchObject({ code: 3, out: '' });
    expect(beside.err).toContain(`${child.pid}`);
    expect(beside.err).toContain('(STORE_RUN_HELD)');
    const removed = await runInProcess(['runs', 'rm', run], cwd);
    expect(removed).toMatchObject({ code: 3, out: '' });
    const { out } = await runInProcess(['runs'], cwd);
    expect(out).toContain(`running (process ${child.pid})`);
  });
});

it('continues when the reader of its output closes the pipe, and keeps its exit code', async () => {
  const cwd = makeDesk({ 'a.eval.yaml': toCases('slow', 5).replace('contains: turn', 'contains: never') });
  const { child, finished } = startBin(['run', 'a.eval.yaml'], cwd);
  child.stdout?.destroy();
  child.stderr?.destroy();
  expect((await finished).code).toBe(1);
  const { out } = await runInProcess(['runs', '--json'], cwd);
  expect(JSON.parse(out)).toMatchObject([{ state: 'completed', counts: { fail: 5 } }]);
});
