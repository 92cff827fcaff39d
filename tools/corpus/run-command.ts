import { type Finished, runInProcess } from '../../test/support/run-in-process.ts';

/** Runs a command as a user would. Throws if Turnwise crashes, so that a bug is never taken for a bad file. */
export async function runCommand(
  args: readonly string[],
  cwd: string,
  env: Record<string, string> = {},
): Promise<Finished> {
  const finished = await runInProcess(args, cwd, env);
  assertNoCrash(finished);
  return finished;
}

export function assertNoCrash({ code, err }: Finished): void {
  if (code === 3 && /^Turnwise \S+ crashed\./m.test(err)) throw new Error(err.trim());
}
