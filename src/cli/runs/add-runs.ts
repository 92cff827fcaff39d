import { type Command, Option } from 'commander';
import type { Finish } from '../finish.ts';
import type { Io } from '../io.ts';
import { toWholeNumber, toWholeOrZero } from '../option-values.ts';
import { toAgeMs } from './to-age-ms.ts';

const storeOption = ['--store <file>', 'database (default: .turnwise/turnwise.db of the project)'] as const;

/** `turnwise runs`, as data. */
export function addRuns(program: Command, io: Io, finish: Finish): void {
  const runs = program
    .command('runs')
    .description('list the runs that are recorded, and remove them')
    .addHelpText('after', '\nLook into a run:\n  turnwise show run:last');
  runs
    .command('list', { isDefault: true })
    .description('the runs, newest first')
    .option('--limit <n>', 'at most so many (default: 20)', toWholeNumber)
    .option('--json', 'print JSON')
    .option(...storeOption)
    .action((options: object) => finish(async () => (await import('../commands/runs.ts')).listRuns(options, io)));
  runs
    .command('rm')
    .description('remove runs, and the messages that no other run has')
    .argument('<runs...>', 'ids, the beginning or the end of one, last, or last~1 for the one before it')
    .option(...storeOption)
    .action((names: string[], options: object) =>
      finish(async () => (await import('../commands/runs.ts')).removeRuns({ runs: names, ...options }, io)),
    );
  runs
    .command('prune')
    .description('remove runs and calibrations that started long ago')
    .requiredOption('--older-than <age>', 'started longer ago than this: 12h, 30d, 2w', toAgeMs)
    .option('--keep <n>', 'never the newest n runs', toWholeOrZero)
    .option('--dry-run', 'only list what would be removed')
    .option(...storeOption)
    .action((options: { olderThan: number }) =>
      finish(async () => (await import('../commands/runs.ts')).pruneRuns(options, io)),
    );
}

/** `turnwise cache`, as data. */
export function addCache(program: Command, io: Io, finish: Finish): void {
  program
    .command('cache')
    .description('tend the response cache: replies of models, kept so that the same call is not paid twice')
    .command('prune')
    .description('remove replies that were not used for 30 days')
    .option('--older-than <age>', 'not used for this long instead: 12h, 30d, 2w', toAgeMs)
    .addOption(new Option('--all', 'remove every reply').conflicts('olderThan'))
    .option(...storeOption)
    .action((options: object) => finish(async () => (await import('../commands/cache.ts')).pruneCache(options, io)));
}
