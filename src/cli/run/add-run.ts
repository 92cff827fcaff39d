import type { Command } from 'commander';
import type { Finish, Io } from '../io.ts';
import { toPositive, toWholeNumber, toWholeOrZero } from '../option-values.ts';
import { addReportOptions } from '../report/add-report-options.ts';
import { addCallOptions, addLimits, dbOption, quietOption, verboseOption } from '../shared-options.ts';
import { addChoiceOptions, addVerdictOptions, judgeOption } from './add-choice-options.ts';

/** `turnwise run`, as data. */
export function addRun(program: Command, io: Io, finish: Finish): void {
  const command = program
    .command('run')
    .description('run evals: play conversations turn by turn and grade the replies')
    .argument('[files...]', "eval files or folders (default: the project's evals)");
  addChoiceOptions(command)
    .option('--repeat <n>', 'run each case n times', toWholeNumber)
    .option('--seed <n>', 'seed for models that accept one (each repeat adds its number)', toWholeOrZero)
    .option(...judgeOption);
  addLimits(command)
    .option('--max-turns <n>', 'maximum replies per conversation (default: 500)', toWholeNumber)
    .option('--max-tokens <n>', 'maximum tokens per conversation', toWholeNumber)
    .option('--max-seconds <n>', 'maximum time per conversation', toPositive)
    .optionsGroup('Resume:')
    .option('--resume [run]', 'resume a run where it stopped (default: the latest unfinished run)')
    .option('--retry-errors', 'retry conversations that ended in an error (default: of the latest run)')
    .option('--force', 'resume even if files or targets changed');
  addVerdictOptions(command)
    .option('--baseline <run>', 'exit with code 1 on a regression from this run (or <run>:<target> for one target)')
    .option('--out <file>', 'write each case as a JSON line as soon as it is done')
    .option('--json', 'print {run, counts, cases, metrics}');
  addReportOptions(command);
  addCallOptions(command)
    .option(...verboseOption)
    .option(...quietOption)
    .option(...dbOption)
    .addHelpText('after', afterHelp)
    .action((files: string[], options: Record<string, unknown>) =>
      // Commander gives `cache: true` when --no-cache is not there.
      finish(async () => (await import('../commands/run.ts')).run({ files, ...options }, io)),
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
