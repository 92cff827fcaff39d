import { type Command, Option } from 'commander';
import type { ExitCode, Io } from '../io.ts';
import { addWord, addWords, toPositive, toWholeNumber, toWholeOrZero } from '../option-values.ts';
import type { CompareCommand } from './compare-command.ts';
import type { NoiseCommand } from './noise-command.ts';

type Finish = (work: () => Promise<ExitCode>) => Promise<void>;

const storeOption = ['--store <file>', 'database (default: .turnwise/turnwise.db of the project)'] as const;

/** `turnwise compare`, as data. */
export function addCompare(program: Command, io: Io, finish: Finish): void {
  program
    .command('compare')
    .description('set run B against run A, case by case: better, worse, or cannot tell yet')
    .argument('<a>', 'the run before: its id, the beginning or end of one, or last; <run>:<target> when it has several')
    .argument('<b>', 'the run after')
    .optionsGroup('What is shown:')
    .option('--json', 'print {pairs, wins, ties, losses, difference, p, verdict, neededCases, byTag, flipped, …}')
    .option('--markdown <file>', 'also write it for a pull request or the summary of a job')
    .option('--limit <n>', 'most flipped pairs that are listed (default: 20)', toWholeNumber)
    .option('--transcripts', 'print both conversations of each flipped pair that is listed')
    .optionsGroup('How:')
    .option('--seed <n>', 'of the resampling; the same seed gives the same numbers', toWholeOrZero)
    .option('--resamples <n>', 'for the intervals (default: 2000)', toWholeNumber)
    .addOption(new Option('--fail-on <verdict>', 'exit code 1 when B is worse').choices(['worse']))
    .option(...storeOption)
    .addHelpText(
      'after',
      `
A target that was asked in several ways: <run>:<target>:<send>, <run>:<target>:<play>, or both.

Examples:
  turnwise compare 20261115-224530-k3fm last
  turnwise compare last:careful last:careless
  turnwise compare last:gpt:question last:gpt:messages

Exit code: 0 compared, whatever came of it · 1 worse, with --fail-on worse · 2 a mistake in names or options`,
    )
    .action((a: string, b: string, options: Omit<CompareCommand, 'a' | 'b'>) =>
      finish(async () => (await import('../commands/compare.ts')).compare({ a, b, ...options }, io)),
    );
}

/** `turnwise noise`, as data. */
export function addNoise(program: Command, io: Io, finish: Finish): void {
  program
    .command('noise')
    .description('play every case several times, and tell the smallest difference between two runs worth believing')
    .argument('<files...>', 'eval files, or folders of them; or run:<id> for a run that has repeats')
    .optionsGroup('What is played:')
    .option('--repeat <n>', 'how often each case is played (default: 5)', toWholeNumber)
    .option(
      '-t, --target <id>',
      'target that answers, instead of those the file names; several: a,b or once each',
      addWords,
    )
    .option('--send <form>', 'what targets get: question, messages, or question,messages', addWords)
    .option('--case <id>', 'only this case; several: once each', addWord)
    .option('--tag <word>', 'only cases with this tag; several: once each, one of them is enough', addWord)
    .option('--limit <n>', 'only the first n cases', toWholeNumber)
    .option('--judge <id>', 'target that judges ask')
    .optionsGroup('How:')
    .option('-c, --concurrency <n>', 'most calls at once (default: 10)', toWholeNumber)
    .option('--timeout <seconds>', 'for one call (default: 120, or as the target says)', toPositive)
    .option('--budget-usd <n>', 'stop before more than this is spent; the rest is skipped', toPositive)
    .option('--max-calls <n>', 'stop after so many calls; the rest is skipped', toWholeNumber)
    .option('--no-cache', 'ask again, also what was asked before; repeats never share a reply')
    .option('--json', 'print {run, noise}, with an entry for each target')
    .option('-q, --quiet', 'no progress')
    .option(...storeOption)
    .addHelpText(
      'after',
      `
It is an ordinary run with repeats: it is recorded, and can be compared with others.

Examples:
  turnwise noise evals --repeat 5
  turnwise noise run:last

Exit code: 0 measured · 2 a mistake in files or options
           3 no case passed or failed twice, or trouble with the store · 130 interrupted`,
    )
    .action((files: string[], options: Omit<NoiseCommand, 'files'>) =>
      finish(async () => (await import('../commands/noise.ts')).noise({ files, ...options }, io)),
    );
}
