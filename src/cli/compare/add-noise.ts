import type { Command } from 'commander';
import type { Finish } from '../finish.ts';
import type { Io } from '../io.ts';
import { toPositive, toWholeNumber } from '../option-values.ts';
import { addChoiceOptions } from '../run/add-choice-options.ts';
import type { NoiseCommand } from './noise-command.ts';

/** `turnwise noise`, as data. */
export function addNoise(program: Command, io: Io, finish: Finish): void {
  const command = program
    .command('noise')
    .description('play every case several times, and measure what difference two runs can detect')
    .argument('<files...>', 'eval files, or folders of them; or run:<id> for a run that has repeats')
    .optionsGroup('What is played:')
    .option('--repeat <n>', 'how often each case is played (default: 5)', toWholeNumber);
  addChoiceOptions(command)
    .option('--judge <id>', 'target asked by judges that name none')
    .option('--judge-again', 'also ask the judges twice about the first repeat: how much of the noise is theirs')
    .optionsGroup('How:')
    .option('-c, --concurrency <n>', 'most calls at once (default: 10)', toWholeNumber)
    .option('--timeout <seconds>', 'for one call (default: 120, or as the target says)', toPositive)
    .option('--budget-usd <n>', 'stop before more than this is spent; the rest is skipped', toPositive)
    .option('--max-calls <n>', 'stop after so many calls; the rest is skipped', toWholeNumber)
    .option('--no-cache', 'ask again, also what was asked before; repeats never share a reply')
    .option('--json', 'print {run, noise}, with an entry for each target')
    .option('-v, --verbose', 'print every table and note')
    .option('-q, --quiet', 'no progress')
    .option('--store <file>', 'database (default: .turnwise/turnwise.db of the project)')
    .addHelpText(
      'after',
      `
It is an ordinary run with repeats: it is recorded, and can be compared with others.

Examples:
  turnwise noise evals --repeat 5
  turnwise noise run:last
  turnwise noise run:last --judge-again

Exit code: 0 measured · 2 a mistake in files or options
           3 no case passed or failed twice, or trouble with the store · 130 interrupted`,
    )
    .action((files: string[], options: Omit<NoiseCommand, 'files'>) =>
      finish(async () => (await import('../commands/noise.ts')).noise({ files, ...options }, io)),
    );
}
