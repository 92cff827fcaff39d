import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Finished } from './run-in-process.ts';

export const repository = fileURLToPath(new URL('../../', import.meta.url));
const bin = fileURLToPath(new URL('../../bin/turnwise.mjs', import.meta.url));

/** Runs the built package in a process of its own. */
export function runBin(args: readonly string[], cwd: string, env: NodeJS.ProcessEnv = {}): Finished {
  const result = spawnSync(process.execPath, [bin, ...args], {
    cwd,
    env: { ...process.env, NO_COLOR: '1', ...env },
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
    timeout: 60_000,
  });
  return { code: result.status ?? -1, out: result.stdout, err: result.stderr };
}
