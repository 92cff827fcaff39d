import { spawn, spawnSync } from 'node:child_process';
import { pathToFileURL } from 'node:url';
import { childFile } from './built-package.mjs';

export function median(values) {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

/**
 * Times two pieces of work in turn and returns the median of each, in milliseconds. Both run in every round, in
 * swapped order, so that other work of the machine delays both alike.
 */
export async function timePair({ subject, baseline, rounds, warmUps, before = () => {} }) {
  const times = { subject: [], baseline: [] };
  for (let round = -warmUps; round < rounds; round++) {
    const pair = [
      { work: subject, list: times.subject },
      { work: baseline, list: times.baseline },
    ];
    for (const { work, list } of round % 2 === 0 ? pair : pair.reverse()) {
      before();
      const started = performance.now();
      await work();
      const elapsed = performance.now() - started;
      if (round >= 0) list.push(elapsed);
    }
  }
  return { subjectMs: median(times.subject), baselineMs: median(times.baseline) };
}

/** Runs Node until it exits; returns what it printed, by file descriptor. A failure stops the bench. */
export function runNode(args, { folder, environment = {}, extraPipes = 0 }) {
  const pipes = Array.from({ length: extraPipes }, () => 'pipe');
  const result = spawnSync(process.execPath, args, {
    cwd: folder,
    env: { ...childEnvironment(folder), ...environment },
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe', ...pipes],
    maxBuffer: 64 * 1024 * 1024,
  });
  if (result.status === 0) return result.output;
  const reason = result.error?.message ?? result.signal ?? `exit ${result.status}`;
  throw new Error(`node ${args.join(' ')} failed (${reason}).\n${result.stdout ?? ''}${result.stderr ?? ''}`);
}

/** Starts Node and does not wait for it. */
export function startNode(args, folder) {
  return spawn(process.execPath, args, { cwd: folder, env: childEnvironment(folder), stdio: 'ignore' });
}

/** Runs Node until it exits; returns what it printed, how long it took, its processor time and its peak memory. */
export function runMeasured(args, folder, environment = {}) {
  const preload = pathToFileURL(childFile('report-usage.mjs')).href;
  const startedAt = performance.timeOrigin + performance.now();
  const output = runNode(['--import', preload, ...args], { folder, environment, extraPipes: 1 });
  const wallMs = performance.timeOrigin + performance.now() - startedAt;
  return { ...JSON.parse(output[3]), stdout: output[1], startedAt, wallMs };
}

/** Runs a program of bench/children/ that prints one JSON value. */
export function runChild(args, folder) {
  return JSON.parse(runNode(args, { folder })[1]);
}

/** A user's environment, except that temporary files stay in `folder`, including Node's compile cache. */
function childEnvironment(folder) {
  const environment = { ...process.env, TMPDIR: folder, TEMP: folder, TMP: folder };
  const foreign = ['NODE_OPTIONS', 'NODE_COMPILE_CACHE', 'NODE_DISABLE_COMPILE_CACHE', 'NODE_V8_COVERAGE'];
  for (const name of foreign) delete environment[name];
  return environment;
}
