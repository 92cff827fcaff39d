import { type Command, Option } from 'commander';
import { logLevels } from '../../api/log-level.ts';
import { chatFormats, foreignFormats, treePaths } from '../../files/foreign/chat-format.ts';
import type { ServeCommand } from '../commands/serve.ts';
import type { LabelCommand } from '../curation/label/label-command.ts';
import type { LabelImportCommand } from '../curation/label/label-import.ts';
import type { ImportCommand } from '../curation/open-import.ts';
import type { Finish, Io } from '../io.ts';
import { listOption, toPort, toWholeNumber, toWholeOrZero } from '../option-values.ts';
import { dbOption, userOption } from '../shared-flags.ts';

/** Adds the commands under "Curate:" in the help. */
export function addCurationCommands(program: Command, io: Io, finish: Finish): void {
  program.commandsGroup('Curate:');
  addServe(program, io, finish);
  addImport(program, io, finish);
  addExport(program, io, finish);
  addLabel(program, io, finish);
  addSnapshot(program, io, finish);
}

function addServe(program: Command, io: Io, finish: Finish): void {
  program
    .command('serve')
    .description('start the Studio for reviewing conversations, and the HTTP API')
    .option('--port <n>', 'port, or 0 for any free port (default: 4747)', toPort)
    .option('--host <address>', 'loopback address to listen on (default: 127.0.0.1)')
    .option('--documents <folder>', 'folder of reference documents to search: Markdown, HTML or text')
    .option('--open-access', 'require no token: everyone on this machine has full access')
    .addOption(
      new Option('--log [level]', 'log requests to stderr as JSON lines (default: only internal errors)')
        .choices(logLevels)
        .preset('info'),
    )
    .option('--json', 'print {url, link, token, db} on one line')
    .option(...userOption)
    .option(...dbOption)
    .addHelpText(
      'after',
      '\nThe printed link signs in one browser once, within 10 minutes. If it has expired, open it anyway: the server then prints a new link.\nScripts send the token. It changes at each start unless you set the environment variable TURNWISE_TOKEN.\nPress Ctrl-C to stop the server.',
    )
    .action((options: ServeCommand) => finish(async () => (await import('../commands/serve.ts')).serve(options, io)));
}

function addImport(program: Command, io: Io, finish: Finish): void {
  program
    .command('import')
    .description('import items, chat logs or failed cases of a run for review')
    .argument('<files...>', '.json, .jsonl, .yaml, .csv, .tsv or .parquet files, - for standard input, or run:<id>')
    .option('--dataset <name>', 'dataset for conversations without one (default: the file name)')
    .addOption(
      new Option('--mode <mode>', 'existing items with different content: create rejects them, upsert updates them')
        .choices(['create', 'upsert'])
        .default('create'),
    )
    .addOption(
      new Option('--format <name>', 'file format (default: detected from the keys)').choices([
        'auto',
        ...foreignFormats,
      ]),
    )
    .option(
      '--map <part=column,…>',
      'columns, keys or JSONPaths of a conversation (repeatable, default: the usual names)',
      (typed: string, before: readonly string[] = []) => [...before, typed],
    )
    .option('--atomic', 'import everything, or nothing if any item fails')
    .option('--dry-run', 'print what would happen without saving anything')
    .option('--approve', 'approve imported items (an incomplete item fails)')
    .addOption(
      new Option('--paths <which>', 'with OASST trees: the best conversation of each, or all (default: best)').choices(
        treePaths,
      ),
    )
    .addOption(listOption('--status <statuses>', 'with run:<id>: which cases', 'fail,error,ungraded'))
    .option('--out <file>', 'with questions without replies: eval file to write (default: <name>.eval.yaml)')
    .option('--force', 'with questions without replies: overwrite that file')
    .option(...userOption)
    .option(
      '--json',
      'print {counts, stored, failures, warnings, piiWarnings, duplicateWarnings, files, runs}, or {file, cases, turns} of an eval file',
    )
    .option(...dbOption)
    .addHelpText(
      'after',
      `
Parts for --map:
  One conversation per row      user, assistant, reference, system, id, tags, dataset
  One message per row           id, role, content, turn
  A list of messages            messages, and role and content if they have other names
  Conversations inside a file   each, as in each=$.data[*]
A part that appears twice is joined: id=$.task,id=$.trial. Other columns go to meta.
Usual names need no --map, such as id, question or prompt, answer or response,
conversation_id, role and content. The command prints which columns it used.

Examples:
  turnwise import support.items.jsonl
  turnwise import tickets.csv --map user=question,assistant=answer,id=ticket
  turnwise import messages.csv --map id=conversation,role=speaker,content=text
  turnwise import log.jsonl --map messages=$.traj,id=$.task_id
  turnwise import chats.jsonl --format openai --dataset support --dry-run
  turnwise import run:last --status fail,error --dataset support
  turnwise import question.jsonl --out mt-bench.eval.yaml
  turnwise import oasst.trees.jsonl --paths all --dataset oasst

Exit code: 0 imported · 2 at least one item failed`,
    )
    .action((files: string[], options: Omit<ImportCommand, 'files'>) =>
      finish(async () => (await import('../commands/import.ts')).importFiles({ files, ...options }, io)),
    );
}

function addExport(program: Command, io: Io, finish: Finish): void {
  const command = program
    .command('export')
    .description('export items as JSON lines, sorted by name')
    .argument('[dataset]', 'dataset:<name> (default: all datasets)');
  addFilter(command)
    .addOption(
      new Option('--format <name>', 'output format (default: items, which import reads)').choices([
        'items',
        ...chatFormats,
      ]),
    )
    .option('--out <file>', 'write to a file instead of standard output')
    .option('--with-audit', 'include who changed, was assigned and reviewed each item, and when')
    .option('--json', 'with --out: print {file, items, losses}')
    .option(...dbOption)
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

/** Adds the options that select items. */
function addFilter(command: Command): Command {
  return command
    .optionsGroup('Select:')
    .addOption(listOption('--dataset <names>', 'only these datasets'))
    .addOption(
      listOption(
        '--status <statuses>',
        'only items that are draft, in-review, awaiting-adjudication, approved, skipped or deleted',
      ),
    )
    .addOption(listOption('--tag <group:value>', 'only items with all of these tags'))
    .addOption(listOption('--exclude-tag <group:value>', 'only items without any of these tags'))
    .addOption(listOption('--turn-tag <tags>', 'only items with all of these tags on their turns'))
    .option('--id-prefix <text>', 'only items whose id starts with this text')
    .option('--ref-url <text>', 'only items with a reference URL that contains this text')
    .option('--keyword <words>', 'only items that contain these words')
    .option('--assigned-to <name>', 'only items assigned to this person')
    .optionsGroup('Options:');
}

function addSnapshot(program: Command, io: Io, finish: Finish): void {
  const snapshots = program
    .command('snapshot')
    .description('take, list and compare snapshots of approved items')
    .helpCommand(false);
  const take = snapshots
    .command('take', { isDefault: true })
    .description('take a snapshot of approved items, or of those that match --status');
  addFilter(take)
    .option('--out <file>', 'also write the items to a file that import reads')
    .option(...userOption)
    .option('--json', 'print JSON')
    .option(...dbOption)
    .addHelpText('after', '\nExample:\n  turnwise snapshot --dataset support --out support.snapshot.json')
    .action((options: object) => finish(async () => (await import('../commands/snapshot.ts')).snapshot(options, io)));
  snapshots
    .command('list')
    .description('list snapshots, newest first')
    .option('--json', 'print JSON')
    .option(...dbOption)
    .action((options: object) =>
      finish(async () => (await import('../commands/snapshot.ts')).listSnapshots(options, io)),
    );
  snapshots
    .command('diff')
    .description('list items added, removed or changed between two snapshots, turn by turn')
    .argument('<from>', 'id of the older snapshot')
    .argument('<to>', 'id of the newer snapshot')
    .option('--json', 'print JSON')
    .option(...dbOption)
    .action((from: string, to: string, options: object) =>
      finish(async () => (await import('../commands/snapshot.ts')).diff({ from, to, ...options }, io)),
    );
}

function addLabel(program: Command, io: Io, finish: Finish): void {
  const label = program
    .command('label')
    .helpCommand(false)
    .description('score conversations of a dataset or run in the terminal')
    .argument('[source]', 'dataset name, or run:<id> or run:last for a random draw from a run')
    .optionsGroup('Select:')
    .option(
      '--deck <deck>',
      'deck to score by, or overall for -3 to 3 (default: overall, or the deck that judged the run)',
    )
    .option(
      '--sample <n>',
      'draw n conversations of a run at random (default: continue with the last draw)',
      toWholeNumber,
    )
    .option('--seed <n>', 'with --sample: seed of the draw (default: a new seed each time)', toWholeOrZero)
    .addOption(listOption('--status <statuses>', 'only items with these statuses'))
    .option('--limit <n>', 'show at most n conversations (default: 100)', toWholeNumber)
    .optionsGroup('Results:')
    .option('--list', 'list labels instead of scoring (filter with --user and --deck)')
    .option('--export <file>', 'write labels as JSON lines instead of scoring (- for standard output)')
    .option('--json', 'print {saved, skipped, remaining}, or the labels with --list')
    .optionsGroup('Options:')
    .option(...userOption)
    .option(...dbOption)
    .addHelpText(
      'after',
      `
You see only conversations that you have not scored yet.
Keys: a score, s (skip), u (undo), r (add a reason), q (save and quit), ? (help).
Without a terminal, answers come from standard input, one per line: a score and an optional reason, or s, u or q.

Examples:
  turnwise label support
  turnwise label support --deck decks/tone.deck.md --user ann
  turnwise label run:last --sample 40
  turnwise label support --list`,
    )
    .action((source: string | undefined, options: Omit<LabelCommand, 'source'>) =>
      finish(async () => (await import('../commands/label.ts')).label({ source, ...options }, io)),
    );
  addLabelImport(label, io, finish);
}

function addLabelImport(label: Command, io: Io, finish: Finish): void {
  label
    .command('import')
    .description('add labels from a CSV or JSONL file, all or none')
    .argument('<file>', 'file with one label per row, or labels written by turnwise label --export')
    .option('--dataset <name>', 'dataset of rows that name none (default: the only dataset with the item)')
    .option('--deck <deck>', 'deck of rows that name none (default: overall, from -3 to 3)')
    .option('--user <name>', 'who gave the scores, if the file has no column for raters')
    .addOption(listOption('--samples <files>', 'sample files that must contain the samples in the file'))
    .option('--dry-run', 'check the file and store nothing')
    .optionsGroup('Columns of the file:')
    .option('--item <column>', 'id of the item (default: item, item_id, unit or id)')
    .option('--sample <column>', 'id of the sample, instead of an item (default: sample or sample_id)')
    .option('--turn <column>', 'turn, counted from 1 over all messages (default: turn)')
    .option('--rater <column>', 'who gave the score (default: rater, annotator, reviewer, judge or user)')
    .option('--score <column>', 'score (default: score, rating or label)')
    .option('--reason <column>', 'reason (default: reason, comment or rationale)')
    .addOption(listOption('--raters <columns>', 'one row per item: the columns with the scores of each rater'))
    .optionsGroup('Options:')
    .option('--json', 'print {added, changed, unchanged, notCounted, blank, stored} and the columns')
    .option(...dbOption)
    .addHelpText(
      'after',
      `
Each row of the file is one label:

  item,turn,deck,rater,score,reason
  late-refund,4,graders/tone.deck.md,ann,2,Polite but long

The column deck has the path of a deck, or overall. A blank turn means the whole conversation.
Turns count from 1 over all messages. A column or key turnIndex counts from 0.
Rows can also score a sample, or a case of a run with the columns run, case, target, turn and repeat (counted from 0).
An optional column blind says whether the rater saw no other scores and no verdicts (default: false).
Importing a file again adds nothing. If a score or a reason changed, a new label is added, and the newest one counts.
If anything in the file is wrong, Turnwise lists all errors and imports nothing.

Examples:
  turnwise label import labels.csv --dataset refunds --deck graders/tone.deck.md
  turnwise label import votes.csv --item conversation --rater annotator --score stars --dry-run
  turnwise label import wide.csv --raters ann,ben
  turnwise label import labels.jsonl

Exit code: 0 imported · 2 invalid file or options · 3 database error`,
    )
    .action((file: string, options: Omit<LabelImportCommand, 'file'>) =>
      finish(async () => (await import('../curation/label/label-import.ts')).labelImport({ file, ...options }, io)),
    );
}
