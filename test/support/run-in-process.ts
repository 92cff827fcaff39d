import { runCli } from '../../src/cli/run-cli.ts';

export interface Finished {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** Runs a command line in this process, with its output caught: as a user would, minus the start of Node. */
export async function runInProcess(
  args: readonly string[],
  cwd: string,
  env: Record<string, string> = {},
): Promise<Finished> {
  let out = '';
  let err = '';
  const code = await runCli(args, {
    out: (text) => {
      out += text;
    },
    err: (text) => {
      err += text;
    },
    cwd,
    env,
    isInteractive: false,
    color: { out: false, err: false },
    columns: 100,
  });
  return { code, out, err };
}
