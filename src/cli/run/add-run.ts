import type { Command } from 'commander';
import type { Finish, Io } from '../io.ts';
import { addFlags, readFlags } from '../job-flags.ts';
import { runFlags } from './run-flags.ts';

/** `turnwise run`, as data. */
export function addRun(program: Command, io: Io, finish: Finish): void {
  const command = program
    .command('run')
    .description('run evals: play conversations turn by turn and grade the replies')
    .argument('[files...]', "eval files or folders (default: the project's evals)");
  addFlags(command, runFlags)
    .addHelpText('after', afterHelp)
    .action((files: string[], typed: Record<string, unknown>) =>
      finish(async () => (await import('../commands/run.ts')).run({ ...readFlags(runFlags, typed), files }, io)),
    );
}

const afterHelp = `
A run executes the commands in your targets and graders. Run only files that you trust.
Press Ctrl-C once to finish the calls in flight and stop. Press it again to stop now. Use --resume to continue.
With --baseline, the pass rate does not matter unless you set --threshold.

Exit code: 0 passed
           1 pass rate below --threshold, or a regression from --baseline
           2 invalid files or options, a baseline without a common eval,
             or a judge without a trusted certificate (--require-certified)
           3 too many errors or ungraded, nothing to compare, an unreachable target, or a database error
           130 interrupted`;
