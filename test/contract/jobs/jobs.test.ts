import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { systemClock } from '../../../src/base/clock.ts';
import { openSqliteStore } from '../../../src/store/sqlite/open-sqlite-store.ts';
import { startServer } from '../../support/local-server.ts';
import { makeProject } from '../../support/temp-project.ts';
import { type AnyJob, count, type JobKind, jobKinds } from './job-kinds.ts';

const main = fileURLToPath(new URL('../../../src/main.ts', import.meta.url));
const thief = { process: 1, host: 'elsewhere', token: 'other', since: '2026-11-16T05:00:00.000Z' };

/** A model behind HTTP that names what it was asked. `isSilent`: it does not answer this question. */
async function startModel(isSilent: (id: string) => boolean = () => false, latencyMs = 0) {
  const message = { role: 'assistant', content: '{"score": 2, "reason": "Kind."}' };
  const reply = JSON.stringify({ choices: [{ index: 0, message, finish_reason: 'stop' }] });
  const asked: string[] = [];
  const { url } = await startServer((response, { body }) => {
    const id = /I am (s\d+)\./.exec(body)?.[1] ?? '';
    asked.push(id);
    if (!isSilent(id)) setTimeout(() => response.setHeader('content-type', 'application/json').end(reply), latencyMs);
  });
  return { asked, url };
}

async function makeJobProject(kind: JobKind, url: string): Promise<string> {
  const model = `{id: model, provider: openai-compatible, base_url: "${url}/v1", model: any, cache: false}`;
  const cwd = makeProject({
    ...kind.files,
    'targets.yaml': `targets:\n  - ${model}\n  - {id: echo, provider: builtin, model: echo}\n`,
  });
  await kind.prepare(cwd);
  return cwd;
}

async function withJob<Result>(opening: Promise<AnyJob>, work: (job: AnyJob) => Promise<Result>): Promise<Result> {
  const job = await opening;
  try {
    return await work(job);
  } finally {
    await job.close();
  }
}

async function readRecorded(kind: JobKind, cwd: string): Promise<readonly string[]> {
  const store = await openSqliteStore(join(cwd, '.turnwise', 'turnwise.db'), { clock: systemClock });
  try {
    return await kind.listRecorded(store);
  } finally {
    await store.close();
  }
}

/** Starts the command in a process of its own. It is killed when the test ends. */
function startCommand(words: readonly string[], cwd: string) {
  const child = spawn(process.execPath, [main, ...words], { cwd, stdio: 'ignore' });
  onTestFinished(() => void child.kill('SIGKILL'));
  return { child, ended: once(child, 'close') };
}

function waitUntil(isReached: () => boolean): Promise<unknown> {
  return vi.waitUntil(isReached, { timeout: 20_000, interval: 5 });
}

describe.each(jobKinds)('the job $name', (kind) => {
  it('asks every question once, and completes', async () => {
    const { asked, url } = await startModel();
    const cwd = await makeJobProject(kind, url);
    const { state } = await withJob(kind.open(cwd), (job) => job.run({}));
    expect(state).toBe('completed');
    expect([new Set(asked).size, asked.length]).toEqual([count, count]);
    expect(await readRecorded(kind, cwd)).toHaveLength(count);
  });

  it('stops at a limit on calls, and when resumed asks only the rest', async () => {
    const { asked, url } = await startModel();
    const cwd = await makeJobProject(kind, url);
    const { state } = await withJob(kind.open(cwd, { maxCalls: 4, concurrency: 2 }), (job) => job.run({}));
    expect(state).toBe('stopped');
    expect(await readRecorded(kind, cwd)).toHaveLength(4);
    const resumed = await withJob(kind.open(cwd, { isResumed: true }), (job) => job.run({}));
    expect(resumed.state).toBe('completed');
    expect([new Set(asked).size, asked.length]).toEqual([count, count]);
    expect(await readRecorded(kind, cwd)).toHaveLength(count);
  });

  it('refuses a budget in money without prices, before the first call', async () => {
    const { asked, url } = await startModel();
    const cwd = await makeJobProject(kind, url);
    await expect(kind.open(cwd, { budgetUsd: 1 })).rejects.toMatchObject({ code: 'RUN_NO_PRICE' });
    expect(asked).toEqual([]);
  });

  it('finishes the calls in flight when it is drained', async () => {
    const { asked, url } = await startModel(() => false, 20);
    const cwd = await makeJobProject(kind, url);
    const { state } = await withJob(kind.open(cwd, { concurrency: 3 }), async (job) => {
      const end = job.run({});
      await waitUntil(() => asked.length >= 3);
      job.control.drain();
      return end;
    });
    expect(state).toBe('stopped');
    expect([...(await readRecorded(kind, cwd))].sort()).toEqual([...asked].sort());
  });

  it('records no call that was aborted, and asks it again when resumed', async () => {
    let isAborted = false;
    const { asked, url } = await startModel(() => !isAborted);
    const cwd = await makeJobProject(kind, url);
    const { state } = await withJob(kind.open(cwd, { concurrency: 3 }), async (job) => {
      const end = job.run({});
      await waitUntil(() => asked.length === 3);
      job.control.abort();
      return end;
    });
    isAborted = true;
    expect([state, await readRecorded(kind, cwd)]).toEqual(['stopped', []]);
    const resumed = await withJob(kind.open(cwd, { isResumed: true }), (job) => job.run({}));
    expect(resumed.state).toBe('completed');
    expect([new Set(asked).size, asked.length]).toEqual([count, count + 3]);
  });

  it('is owned by one process at a time', async () => {
    const { asked, url } = await startModel(() => true);
    const cwd = await makeJobProject(kind, url);
    await withJob(kind.open(cwd, { concurrency: 1 }), async (job) => {
      const end = job.run({});
      await waitUntil(() => asked.length === 1);
      const second = kind
        .open(cwd, { isResumed: true })
        .then((other) => withJob(Promise.resolve(other), (one) => one.run({})));
      await expect(second).rejects.toMatchObject({ code: 'STORE_RUN_HELD' });
      job.control.abort();
      await end;
    });
    expect(asked).toHaveLength(1);
  });

  it('stops at once when another process takes over its lease', async () => {
    const { asked, url } = await startModel((id) => id !== 's0');
    const cwd = await makeJobProject(kind, url);
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    onTestFinished(() => void vi.useRealTimers());
    await withJob(kind.open(cwd, { concurrency: 2 }), async (job) => {
      const end = job.run({});
      end.catch(() => {});
      // The first answer is recorded, and two questions wait for theirs.
      await waitUntil(() => asked.length === 3);
      await kind.takeOver(job.store, thief);
      vi.advanceTimersByTime(10_000);
      await expect(end).rejects.toMatchObject({ code: 'STORE_RUN_HELD' });
    });
    expect(await readRecorded(kind, cwd)).toEqual(['s0']);
  });

  it('loses only the calls in flight when its process is killed', async () => {
    const concurrency = 2;
    const { asked, url } = await startModel(() => false, 20);
    const cwd = await makeJobProject(kind, url);
    const first = startCommand([...kind.command, '-c', `${concurrency}`, '--no-cache'], cwd);
    await waitUntil(() => asked.length >= 5);
    first.child.kill('SIGKILL');
    await first.ended;
    const [recorded, before] = [await readRecorded(kind, cwd), asked.length];
    expect(before - recorded.length).toBeLessThanOrEqual(concurrency);
    const second = startCommand([...kind.resume, '--no-cache'], cwd);
    expect(await second.ended).toEqual([expect.any(Number), null]);
    expect(asked.slice(before).filter((id) => recorded.includes(id))).toEqual([]);
    expect(asked).toHaveLength(before + count - recorded.length);
    expect([...(await readRecorded(kind, cwd))].sort()).toEqual([...new Set(asked)].sort());
  }, 120_000);
});
