import { type Command, Option } from 'commander';
import type { Finish } from '../finish.ts';
import type { Io } from '../io.ts';
import { toPositive, toRate, toWholeNumber, toWholeOrZero } from '../option-values.ts';
import { addReportOptions } from '../report/add-report-options.ts';
import { addChoiceOptions } from './add-choice-options.ts';

/** `turnwise run`, as data. */
export function addRun(program: Command, io: Io, finish: Finish): void {
  const command = program
    .command('run')
    .description('play conversations against targets, turn by turn, and record every reply')
    .argument('[files...]', "eval files, or folders of them (default: the project's evals)")
    .optionsGroup('What is played:');
  addChoiceOptions(command)
    .option('--repeat <n>', 'play each case n times', toWholeNumber)
    .option('--seed <n>', 'seed for models that take one; each repeat adds its number', toWholeOrZero)
    .option('--judge <id>', 'target asked by judges that name none')
    .optionsGroup('How:')
    .option('-c, --concurrency <n>', 'most calls at once (default: 10)', toWholeNumber)
    .option('--timeout <seconds>', 'for one call (default: 120, or as the target says)', toPositive)
    .option('--max-turns <n>', 'most replies of one conversation (default: 500)', toWholeNumber)
    .option('--max-tokens <n>', 'most tokens of one conversation', toWholeNumber)
    .option('--max-seconds <n>', 'most time for one conversation', toPositive)
    .option('--budget-usd <n>', 'stop before more than this is spent; the rest is skipped', toPositive)
    .option('--max-calls <n>', 'stop after so many calls; the rest is skipped', toWholeNumber)
    .option('--no-cache', 'ask again, also what was asked before')
    .option('--record <file>', 'write every call to a cassette, for a replay target')
    .optionsGroup('Going on:')
    .option(
      '--resume [run]',
      'go on with a run where it stopped (default: the newest that was stopped, or reached a bound)',
    )
    .addOption(new Option('--retry <what>', 'play conversations that ended in error again').choices(['errors']))
    .option('--force', 'go on although files or targets changed since')
    .optionsGroup('What comes of it:')
    .option('--threshold <rate>', 'least pass rate for exit code 0 (default: 1)', toRate)
    .option('--allow-ungraded <n>', 'errors and ungraded that are put up with (default: 0)', toWholeOrZero)
    .option(
      '--gate-against <run>',
      'exit code 1 when a target is worse than in that run, or worse with errors counted as fails; <run>:<target>: only that one',
    )
    .option('--require-certified', 'exit code 2 unless every judge has a certificate that is trusted and fits')
    .option('--exempt-rubric', 'with --require-certified: let outcome and rubric judge without a certificate')
    .option('--out <file>', 'write each case as a line of JSON as it ends')
    .option('--json', 'print {run, counts, cases, metrics}')
    .option('-v, --verbose', 'print every table and note')
    .option('-q, --quiet', 'no progress')
    .option('--store <file>', 'database (default: .turnwise/turnwise.db of the project)')
    .addHelpText(
      'after',
      `
Running an eval file runs the commands of its targets.
Ctrl-C once finishes the calls in flight and tells how to go on; twice stops now.

Exit code: 0 good · 1 pass rate below the threshold, or worse than the run of --gate-against
           2 a mistake in files or options, or a judge that --require-certified refuses
           3 too many errors or ungraded, nothing to compare with --gate-against, a target that cannot be reached,
             or trouble with the store
           130 interrupted
With --gate-against there is no threshold unless one is given.`,
    );
  addReportOptions(command);
  command.action((files: string[], options: Record<string, unknown>) =>
    finish(async () => {
      const { run } = await import('../commands/run.ts');
      // Commander gives `cache: true` when --no-cache is not there.
      return run({ files, ...options }, io);
    }),
  );
}
