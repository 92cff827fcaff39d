import { rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { binFile, childFile } from './built-package.mjs';
import { runMeasured } from './measure.mjs';

/** `turnwise run` on the cases of a folder, into a new store; every reply must be recorded when it ends. */
export function playOurs({ folder, target, concurrency, count, bin }) {
  const store = join(folder, 'run.db');
  for (const suffix of ['', '-wal', '-shm']) rmSync(`${store}${suffix}`, { force: true });
  const measured = runMeasured(toRunArguments({ folder, target, concurrency, store, bin }), folder);
  const { replies, pass, endedAt } = readStore(store);
  if (replies < count || pass !== count) throw new Error(`${replies} replies and ${pass} passes, not ${count}.`);
  return { ...measured, endedAt, storeBytes: statSync(store).size, replies };
}

export function toRunArguments({ folder, target, concurrency, store, bin = binFile }) {
  const options = ['--target', target, '--no-cache', '--concurrency', String(concurrency), '--db', store, '--quiet'];
  return [bin, 'run', join(folder, 'cases.eval.jsonl'), ...options];
}

/** A loop around `fetch` on the same cases. */
export function playLoop({ folder, baseUrl, concurrency, count }) {
  const files = { cases: join(folder, 'cases.eval.jsonl'), out: join(folder, 'loop.jsonl') };
  const loop = [childFile('fetch-loop.mjs'), files.cases, baseUrl, String(concurrency), files.out];
  const measured = runMeasured(loop, folder);
  const { passed, endedAt } = JSON.parse(measured.stdout);
  if (passed !== count) throw new Error(`The loop saw ${passed} passes, not ${count}.`);
  return { ...measured, endedAt };
}

/** Times what calls a target `count` times. Work begins with the first call that the target sees; start-up ends there. */
export async function playAndTime(play, { mock, count }) {
  await mock.takeStats();
  const { startedAt, endedAt, wallMs, cpuMs, peakMegabytes } = play();
  const { calls, firstAt } = await mock.takeStats();
  if (calls !== count) throw new Error(`The server saw ${calls} calls, not ${count}.`);
  return { startMs: firstAt - startedAt, spanMs: endedAt - firstAt, wallMs, cpuMs, peakMegabytes };
}

/** `endedAt`, in milliseconds since 1970, is written after the last record of the run. */
export function readStore(path) {
  const database = new DatabaseSync(path, { readOnly: true });
  try {
    const { pass, ended_at: endedAt } = database.prepare('select pass, ended_at from runs').get();
    const { replies } = database.prepare('select count(*) as replies from replies').get();
    return { pass, replies, endedAt: endedAt === null ? null : Date.parse(endedAt) };
  } finally {
    database.close();
  }
}
