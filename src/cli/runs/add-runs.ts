import { type Command, InvalidArgumentError, Option } from 'commander';
import type { Finish, Io } from '../io.ts';
import { toWholeNumber, toWholeOrZero } from '../option-values.ts';
import { dbOption, runNames } from '../shared-options.ts';

/** `turnwise runs`, as data. */
export function addRuns(program: Command, io: Io, finish: Finish): void {
  const runs = program
    .command('runs')
    .description('list and remove recorded runs')
    .helpCommand(false)
    .addHelpText('after', '\nTo see the latest run:\n  turnwise show last');
  runs
    .command('list', { isDefault: true })
    .description('list runs, newest first')
    .option('--limit <n>', 'list at most n runs (default: 20)', toWholeNumber)
    .option('--json', 'print JSON')
    .option(...dbOption)
    .action((options: object) => finish(async () => (await import('../commands/runs.ts')).listRuns(options, io)));
  runs
    .command('rm')
    .description('remove runs, and messages that no other run uses')
    .argument('<runs...>', runNames)
    .option(...dbOption)
    .action((names: string[], options: object) =>
      finish(async () => (await import('../commands/runs.ts')).removeRuns({ runs: names, ...options }, io)),
    );
  runs
    .command('prune')
    .description('remove old runs and calibrations')
    .requiredOption('--older-than <age>', 'remove what started longer ago than this: 12h, 30d, 2w', toAgeMs)
    .option('--keep <n>', 'keep the newest n runs', toWholeOrZero)
    .option('--dry-run', 'list what would be removed without removing it')
    .option(...dbOption)
    .action((options: { olderThan: number }) =>
      finish(async () => (await import('../commands/runs.ts')).pruneRuns(options, io)),
    );
}

/** `turnwise cache`, as data. */
export function addCache(program: Command, io: Io, finish: Finish): void {
  program
    .command('cache')
    .description('manage the response cache')
    .helpCommand(false)
    .command('prune')
    .description('remove cached replies that are no longer used')
    .option('--older-than <age>', 'remove replies not used for this long: 12h, 30d, 2w (default: 30d)', toAgeMs)
    .addOption(new Option('--all', 'remove all replies').conflicts('olderThan'))
    .option(...dbOption)
    .action((options: object) => finish(async () => (await import('../commands/cache.ts')).pruneCache(options, io)));
}

const unitMs: Readonly<Record<string, number>> = { h: 3_600_000, d: 86_400_000, w: 604_800_000 };

/** `12h`, `30d` or `2w` in milliseconds. */
export function toAgeMs(text: string): number {
  const [, number, unit] = /^(\d{1,6})([hdw])$/.exec(text) ?? [];
  const ms = Number(number) * (unitMs[unit ?? ''] ?? Number.NaN);
  if (ms > 0) return ms;
  throw new InvalidArgumentError('Expected a number of hours, days or weeks, such as 12h, 30d or 2w.');
}
