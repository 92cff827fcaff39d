import { type Command, Option } from 'commander';
import { chatFormats, foreignFormats } from '../../files/foreign/foreign-format.ts';
import type { Finish } from '../finish.ts';
import type { Io } from '../io.ts';
import { addWord, addWords, toWholeNumber, toWholeOrZero } from '../option-values.ts';
import type { ImportCommand } from './import-command.ts';
import type { LabelCommand } from './label/label-command.ts';

const storeOption = ['--store <file>', 'database (default: .turnwise/turnwise.db of the project)'] as const;
const asOption = ['--as <name>', 'who you are (default: your login)'] as const;

/** The commands of curation, as data. */
export function addCuration(program: Command, io: Io, finish: Finish): void {
  addImport(program, io, finish);
  addExport(program, io, finish);
  addLabel(program, io, finish);
  addSnapshot(program, io, finish);
}

function addImport(program: Command, io: Io, finish: Finish): void {
  program
    .command('import')
    .description('bring conversations into review: items, chats of other programs, or failing cases of a run')
    .argument('<files...>', 'files (.json, .jsonl, .yaml), - for standard input, or run:<id>')
    .option('--dataset <name>', 'dataset of conversations that name none (default: the name of the file)')
    .addOption(
      new Option(
        '--mode <mode>',
        'what happens to an item that is there with other content: create refuses it, upsert changes it',
      )
        .choices(['create', 'upsert'])
        .default('create'),
    )
    .addOption(
      new Option('--format <name>', 'what the files are in (default: found out from their keys)').choices([
        'auto',
        ...foreignFormats,
      ]),
    )
    .option('--atomic', 'all or nothing')
    .option('--dry-run', 'say what would happen; store nothing')
    .option('--approve', 'approve what is imported; an item that lacks something fails')
    .option('--status <words>', 'of a run: which cases, with commas between (default: fail,error,ungraded)', addWords)
    .option(...asOption)
    .option('--json', 'print {counts, stored, failures, warnings, piiWarnings, duplicateWarnings, files}')
    .option(...storeOption)
    .addHelpText(
      'after',
      `
Examples:
  turnwise import support.items.jsonl
  turnwise import chats.jsonl --format openai --dataset support --dry-run
  turnwise import run:last --status fail,error --dataset support

Exit code: 0 everything was imported · 2 something failed`,
    )
    .action((files: string[], options: Omit<ImportCommand, 'files'>) =>
      finish(async () => (await import('../commands/import.ts')).importFiles({ files, ...options }, io)),
    );
}

function addExport(program: Command, io: Io, finish: Finish): void {
  const command = program
    .command('export')
    .description('write items as JSON lines, sorted by name; the same items give the same bytes')
    .argument('[dataset]', 'dataset:<name> (default: everything the options fit)')
    .addOption(
      new Option('--format <name>', 'what to write (default: items, the shape of `import`)').choices([
        'items',
        ...chatFormats,
      ]),
    )
    .option('--out <file>', 'write to a file, whole or not at all')
    .option('--with-audit', 'also who changed, held and reviewed each item, and when');
  addFilter(command)
    .option('--json', 'with --out: print {file, items, losses}')
    .option(...storeOption)
    .addHelpText(
      'after',
      `
Examples:
  turnwise export dataset:support --status approved --out support.items.jsonl
  turnwise export --tag topic:refunds --format openai > refunds.jsonl`,
    )
    .action((source: string | undefined, options: object) =>
      finish(async () => (await import('../commands/export.ts')).exportFiles({ source, ...options }, io)),
    );
}

/** Which items. Several words: once each, or with commas between where no tag or name could hold one. */
function addFilter(command: Command): Command {
  return command
    .option('--dataset <name>', 'only this dataset; several: once each', addWord)
    .option(
      '--status <words>',
      'only items that are draft, in-review, approved, skipped, deleted; with commas',
      addWords,
    )
    .option('--tag <group:value>', 'only items with this tag; several: once each, all of them', addWord)
    .option('--exclude-tag <group:value>', 'only items without this tag; several: once each', addWord)
    .option('--turn-tag <word>', 'only items with a turn that has this tag; several: once each', addWord)
    .option('--id-prefix <text>', 'only items whose id begins so')
    .option('--ref-url <text>', 'only items with a reference whose address holds this')
    .option('--keyword <words>', 'only items whose texts hold these words')
    .option('--assigned-to <name>', 'only items that this person holds');
}

function addSnapshot(program: Command, io: Io, finish: Finish): void {
  const snapshots = program
    .command('snapshot')
    .description('keep approved items as they are now, list such snapshots, and tell two of them apart');
  const take = snapshots
    .command('take', { isDefault: true })
    .description('keep the items as they are now; approved ones, unless --status says otherwise')
    .option('--out <file>', 'also write them to a file, which `import` reads');
  addFilter(take)
    .option(...asOption)
    .option('--json', 'print JSON')
    .option(...storeOption)
    .addHelpText('after', '\nExample:\n  turnwise snapshot --dataset support --out support.snapshot.json')
    .action((options: object) => finish(async () => (await import('../commands/snapshot.ts')).snapshot(options, io)));
  snapshots
    .command('list')
    .description('the snapshots, newest first')
    .option('--json', 'print JSON')
    .option(...storeOption)
    .action((options: object) =>
      finish(async () => (await import('../commands/snapshot.ts')).listSnapshots(options, io)),
    );
  snapshots
    .command('diff')
    .description('items that were added, removed and changed from one snapshot to another, by turn')
    .argument('<from>', 'id of the older snapshot')
    .argument('<to>', 'id of the newer one')
    .option('--json', 'print JSON')
    .option(...storeOption)
    .action((from: string, to: string, options: object) =>
      finish(async () => (await import('../commands/snapshot.ts')).diff({ from, to, ...options }, io)),
    );
}

function addLabel(program: Command, io: Io, finish: Finish): void {
  program
    .command('label')
    .description('score conversations of a dataset or of a run in the terminal, one key each, or list the labels')
    .argument('[source]', 'a dataset, or run:<id>, run:last for conversations of a run that are drawn at random')
    .option(
      '--question <deck>',
      'what is asked: overall (-3…3), or a deck, whose scale it has (default: overall; of a run: the deck that judged it)',
    )
    .option(
      '--sample <n>',
      'draw n conversations of a run at random; without it, continue with those drawn before',
      toWholeNumber,
    )
    .option('--seed <n>', 'with --sample: seed of the draw (default: a new one per draw)', toWholeOrZero)
    .option('--status <words>', 'only items that are draft, approved, …; with commas between', addWords)
    .option('--limit <n>', 'at most so many conversations at once (default: 100)', toWholeNumber)
    .option('--list', 'list labels instead; --as and --question choose among them')
    .option('--export <file>', 'write labels to a file instead, one JSON object a line; - for standard output')
    .option(...asOption)
    .option('--json', 'print {saved, skipped, left}, of a run also {draw, judges}; with --list the labels')
    .option(...storeOption)
    .addHelpText(
      'after',
      `
Only conversations that you have not labeled yet for the question are shown.
Keys: s skips a conversation, u undoes the last score or skip, r adds a reason, q quits and keeps the last score, ? shows help.
Without a terminal, answers are read from standard input, one per line: a score with a reason after it if you like,
or s (skip), u (undo), q (quit).

Examples:
  turnwise label support
  turnwise label support --question decks/tone.deck.md --as ann
  turnwise label run:last --sample 40
  turnwise label support --list`,
    )
    .action((source: string | undefined, options: Omit<LabelCommand, 'source'>) =>
      finish(async () => (await import('../commands/label.ts')).label({ source, ...options }, io)),
    );
}

/** What keeps the database, and erases from it, as data. */
export function addKeeping(program: Command, io: Io, finish: Finish): void {
  program
    .command('backup')
    .description('write everything the database holds to one file, also while others work')
    .argument('<file>', 'where to write it')
    .option('--json', 'print {file, rows, bytes}')
    .option(...storeOption)
    .addHelpText('after', '\nExample:\n  turnwise backup turnwise-2026-11-15.backup')
    .action((file: string, options: object) =>
      finish(async () => (await import('../commands/backup.ts')).backup({ file, ...options }, io)),
    );
  program
    .command('restore')
    .description('read a backup into a new, empty database')
    .argument('<file>', 'a file that `backup` wrote')
    .option('--json', 'print {file, rows, database}')
    .option(...storeOption)
    .addHelpText('after', '\nExample:\n  turnwise restore turnwise-2026-11-15.backup --store restored.db')
    .action((file: string, options: object) =>
      finish(async () => (await import('../commands/restore.ts')).restore({ file, ...options }, io)),
    );
  program
    .command('purge')
    .description('erase an item with all its revisions and labels; the audit keeps that it was there')
    .argument('<dataset>', 'its dataset')
    .argument('<id>', 'its id')
    .option('-y, --yes', 'do not ask')
    .option(...asOption)
    .option('--json', 'print {purged}')
    .option(...storeOption)
    .addHelpText('after', '\nExample:\n  turnwise purge support conversation-17 --yes')
    .action((dataset: string, id: string, options: object) =>
      finish(async () => (await import('../commands/purge.ts')).purge({ dataset, id, ...options }, io)),
    );
}
