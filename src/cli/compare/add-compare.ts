import { type Command, Option } from 'commander';
import type { Finish } from '../finish.ts';
import type { Io } from '../io.ts';
import { toWholeNumber, toWholeOrZero } from '../option-values.ts';
import type { CompareCommand } from './compare-command.ts';

/** `turnwise compare`, as data. */
export function addCompare(program: Command, io: Io, finish: Finish): void {
  program
    .command('compare')
    .description('compare run B with run A, case by case: better, worse or inconclusive')
    .argument(
      '<a>',
      'the run before: its id, the beginning or end of one, last, or last~1 for the one before it; <run>:<target> when it has several',
    )
    .argument('<b>', 'the run after')
    .optionsGroup('What is shown:')
    .option(
      '--json',
      'print {pairs, wins, ties, losses, difference, p, worstCase, verdict, neededCases, byTag, flipped, …}',
    )
    .option('--markdown <file>', 'also write it for a pull request or the summary of a job')
    .option('--limit <n>', 'most flipped pairs that are listed (default: 20)', toWholeNumber)
    .option('-v, --verbose', 'print every table and note')
    .option('--transcripts', 'print both conversations of each flipped pair that is listed')
    .optionsGroup('How:')
    .option('--seed <n>', 'seed of random sign flips, used where conversations are clustered', toWholeOrZero)
    .addOption(
      new Option('--fail-on <verdict>', 'exit code 1 when B is worse, or worse with errors counted as fails').choices([
        'worse',
      ]),
    )
    .option('--store <file>', 'database (default: .turnwise/turnwise.db of the project)')
    .addHelpText(
      'after',
      `
A target that was asked in several ways: <run>:<target>:<send>, <run>:<target>:<play>, or both.

Examples:
  turnwise compare 20261115-224530-k3fm last
  turnwise compare last~1 last
  turnwise compare last:careful last:careless
  turnwise compare last:gpt:question last:gpt:messages

Exit code: 0 compared, whatever the verdict · 1 a regression, with --fail-on worse · 2 a mistake in names or options`,
    )
    .action((a: string, b: string, options: Omit<CompareCommand, 'a' | 'b'>) =>
      finish(async () => (await import('../commands/compare.ts')).compare({ a, b, ...options }, io)),
    );
}
