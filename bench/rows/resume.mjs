import { once } from 'node:events';
import { copyFileSync, existsSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { binFile, childFile } from '../built-package.mjs';
import { toChatCase, writeChatProject } from '../chat-cases.mjs';
import { median, runChild, startNode } from '../measure.mjs';
import { withMock } from '../mock.mjs';
import { toRunArguments } from '../plays.mjs';

const allowanceMs = 1000;
const turns = 100_000;
const concurrency = 50;
const rounds = 5;

const shapes = [
  { name: `${turns.toLocaleString('en')} cases of one turn`, count: turns, toLine: toChatCase },
  { name: '2,000 scripts of 50 turns', count: 2_000, toLine: toScriptCase },
];

function toScriptCase(n) {
  const lines = Array.from({ length: 50 }, (_, line) => ({ user: `Case ${n}, question ${line}: where is it?` }));
  return { id: `script-${n}`, turns: lines, graders: [{ contains: 'Paris' }] };
}

export function measureResume(folder) {
  return withMock(0, async (mock) => {
    const rows = [];
    for (const [index, shape] of shapes.entries()) {
      const inner = join(folder, String(index));
      mkdirSync(inner);
      writeChatProject(inner, { ...shape, baseUrl: mock.baseUrl });
      await playNearlyAll(inner, mock);
      rows.push(toRow(shape, await timeResumes(inner, mock)));
    }
    return rows;
  });
}

/** Runs until 1% is left, and kills the process. */
async function playNearlyAll(folder, mock) {
  await mock.takeStats();
  const options = { folder, target: 'mock', concurrency, store: join(folder, 'run.db') };
  const child = startNode(toRunArguments(options), folder);
  await waitForCalls(mock, 0.99 * turns, child);
  await stop(child);
}

async function timeResumes(folder, mock) {
  const times = { first: [], count: [] };
  const copy = join(folder, 'copy.db');
  for (let round = 0; round < rounds; round++) {
    copyStore(join(folder, 'run.db'), copy);
    const { elapsedMs, replies } = runChild([childFile('count-rows.mjs'), copy], folder);
    if (replies < 0.98 * turns) throw new Error(`Only ${replies} turns were recorded.`);
    times.count.push(elapsedMs);
    times.first.push(await timeFirstCall(folder, copy, mock));
  }
  return { firstMs: median(times.first), countMs: median(times.count) };
}

async function timeFirstCall(folder, store, mock) {
  await mock.takeStats();
  const startedAt = performance.timeOrigin + performance.now();
  const child = startNode([binFile, 'run', '--resume', '--no-cache', '--quiet', '--db', store], folder);
  const { firstAt } = await waitForCalls(mock, 1, child);
  await stop(child);
  return firstAt - startedAt;
}

async function waitForCalls(mock, wanted, child) {
  for (;;) {
    const stats = await mock.readStats();
    if (stats.calls >= wanted) return stats;
    if (child.exitCode !== null) throw new Error(`The run ended after ${stats.calls} calls, code ${child.exitCode}.`);
    await pause(10);
  }
}

async function stop(child) {
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
}

function copyStore(from, to) {
  for (const suffix of ['', '-wal', '-shm']) {
    rmSync(`${to}${suffix}`, { force: true });
    if (existsSync(`${from}${suffix}`) && suffix !== '-shm') copyFileSync(`${from}${suffix}`, `${to}${suffix}`);
  }
}

function toRow({ name }, { firstMs, countMs }) {
  return {
    what: `resuming a run of ${name}, killed at 99%: first call`,
    bar: `≤ counting its turns + ${allowanceMs / 1000} s`,
    measured: `${firstMs.toFixed(0)} ms against ${countMs.toFixed(0)} ms, start-up included`,
    ratio: `+ ${((firstMs - countMs) / 1000).toFixed(2)} s`,
    met: firstMs <= countMs + allowanceMs,
  };
}
