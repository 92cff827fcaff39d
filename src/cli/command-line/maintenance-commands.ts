import { type Command, Option } from 'commander';
import type { Finish, Io } from '../io.ts';
import { toAgeMs } from '../option-values.ts';
import { dbOption, userOption } from '../shared-flags.ts';

/** Adds the commands under "Maintenance:" in the help. */
export function addMaintenanceCommands(program: Command, io: Io, finish: Finish): void {
  program.commandsGroup('Maintenance:');
  addCache(program, io, finish);
  addBackup(program, io, finish);
  addRestore(program, io, finish);
  addPurge(program, io, finish);
}

function addCache(program: Command, io: Io, finish: Finish): void {
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

function addBackup(program: Command, io: Io, finish: Finish): void {
  program
    .command('backup')
    .description('back up the database to one file, even while it is in use')
    .argument('<file>', 'backup file to write')
    .option('--json', 'print {file, rows, bytes}')
    .option(...dbOption)
    .addHelpText('after', '\nExample:\n  turnwise backup turnwise-2026-11-15.backup')
    .action((file: string, options: object) =>
      finish(async () => (await import('../commands/backup.ts')).backup({ file, ...options }, io)),
    );
}

function addRestore(program: Command, io: Io, finish: Finish): void {
  program
    .command('restore')
    .description('restore a backup into a new, empty database')
    .argument('<file>', 'backup file to read')
    .option('--json', 'print {file, rows, db}')
    .option(...dbOption)
    .addHelpText('after', '\nExample:\n  turnwise restore turnwise-2026-11-15.backup --db restored.db')
    .action((file: string, options: object) =>
      finish(async () => (await import('../commands/restore.ts')).restore({ file, ...options }, io)),
    );
}

function addPurge(program: Command, io: Io, finish: Finish): void {
  program
    .command('purge')
    .description('erase an item with its revisions and labels')
    .argument('<dataset>', 'dataset of the item')
    .argument('<id>', 'id of the item')
    .option('-y, --yes', 'do not ask for confirmation')
    .option(...userOption)
    .option('--json', 'print {purged}')
    .option(...dbOption)
    .addHelpText(
      'after',
      '\nThe audit log records that the item was purged.\n\nExample:\n  turnwise purge support conversation-17 --yes',
    )
    .action((dataset: string, id: string, options: object) =>
      finish(async () => (await import('../commands/purge.ts')).purge({ dataset, id, ...options }, io)),
    );
}
