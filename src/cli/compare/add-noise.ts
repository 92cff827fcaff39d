import type { Command } from 'commander';
import type { Finish, Io } from '../io.ts';
import { toWholeNumber } from '../option-values.ts';
import { addChoiceOptions, judgeOption } from '../run/add-choice-options.ts';
import { addLimits, dbOption, quietOption, verboseOption } from '../shared-options.ts';
import type { NoiseCommand } from './noise-command.ts';

/** `turnwise noise`, as data. */
export function addNoise(program: Command, io: Io, finish: Finish): void {
  const command = program
    .command('noise')
    .description('measure run-to-run variance and the minimum detectable difference')
    .argument('<files...>', 'eval files or folders, or run:<id> for a run with repeats');
  addChoiceOptions(command)
    .option('--repeat <n>', 'run each case n times (default: 5)', toWholeNumber)
    .option(...judgeOption);
  addLimits(command)
    .optionsGroup('Results:')
    .option('--judge-again', 'grade the first repeat twice to measure judge noise')
    .option('--json', 'print {run, noise} with one entry per target')
    .optionsGroup('Options:')
    .option('--no-cache', 'ignore cached replies (repeats never share a reply)')
    .option(...verboseOption)
    .option(...quietOption)
    .option(...dbOption)
    .addHelpText('after', afterHelp)
    .action((files: string[], options: Omit<NoiseCommand, 'files'>) =>
      finish(async () => (await import('../commands/noise.ts')).noise({ files, ...options }, io)),
    );
}

const afterHelp = `
The command records an ordinary run with repeats. You can compare it with other runs.

Examples:
  turnwise noise evals --repeat 5
  turnwise noise run:last
  turnwise noise run:last --judge-again

Exit code: 0 measured · 2 invalid files or options · 3 no case was graded twice, or a database error · 130 interrupted`;
