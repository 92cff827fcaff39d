import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Finished } from './run-in-process.ts';

const main = fileURLToPath(new URL('../../bin/turnwise.mjs', import.meta.url));
const env = { ...process.env, NO_COLOR: '1', TURNWISE_NODE: process.execPath, TURNWISE_MAIN: main };
const start = 'turnwise() { "$TURNWISE_NODE" "$TURNWISE_MAIN" "$@"; }\n';

/** Runs a script of the shell in which `turnwise` is the command, as it was built last: for scenes that only a shell can set. */
export function runScript(
  script: string,
  { cwd, shell = ['sh'] }: { readonly cwd: string; readonly shell?: readonly [string, ...string[]] },
): Finished {
  const [program, ...args] = shell;
  const options = { cwd, env, encoding: 'utf8', timeout: 60_000, maxBuffer: 64 * 1024 * 1024 } as const;
  const { status, stdout, stderr } = spawnSync(program, [...args, '-c', start + script], options);
  return { code: status ?? -1, out: stdout ?? '', err: stderr ?? '' };
}
