import type { ExitCode, Io } from '../io.ts';
import { checkRunName, toFileFault } from '../show/run-name.ts';
import type { ShowCommand } from '../show/show-command.ts';
import { showRun } from '../show/show-run.ts';

/** Prints what was recorded of a run. */
export async function show(command: ShowCommand, io: Io): Promise<ExitCode> {
  checkRunName(command.run);
  try {
    return await showRun(command, io);
  } catch (error) {
    throw toFileFault(error, command.run, io);
  }
}
