import type { Io } from '../../src/cli/io.ts';
import { runCli } from '../../src/cli/run-cli.ts';

export interface Finished {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** Runs a command line in this process, with its output caught: as a user would, minus the start of Node. */
export function runInProcess(
  args: readonly string[],
  cwd: string,
  env: Record<string, string> = {},
): Promise<Finished> {
  return runInWorld(args, { cwd, env });
}

type World = Pick<Io, 'cwd' | 'env' | 'clock'> &
  Partial<Pick<Io, 'input' | 'keys' | 'isInteractive' | 'isOutTerminal' | 'columns' | 'onInterrupt'>>;

/** The same, with a clock of the test's own, and what is typed or piped in. */
export async function runInWorld(args: readonly string[], world: World): Promise<Finished> {
  let out = '';
  let err = '';
  const code = await runCli(args, {
    out: (text) => {
      out += text;
    },
    err: (text) => {
      err += text;
    },
    isInteractive: false,
    columns: 100,
    ...world,
    color: { out: false, err: false },
  });
  return { code, out, err };
}
