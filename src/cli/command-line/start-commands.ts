import { type Command, Option } from 'commander';
import { initProviders } from '../init/target-blocks.ts';
import type { Finish, Io } from '../io.ts';
import { listOption } from '../option-values.ts';
import type { PreviewCommand } from '../preview/preview-command.ts';
import { dbOption } from '../shared-flags.ts';

/** Adds the commands under "Start:" in the help. */
export function addStartCommands(program: Command, io: Io, finish: Finish): void {
  program.commandsGroup('Start:').helpCommand('help [command]', 'print help for a command');
  addInit(program, io, finish);
  addDemo(program, io, finish);
  addValidate(program, io, finish);
  addPreview(program, io, finish);
  addSchema(program, io, finish);
  addDoctor(program, io, finish);
}

function addInit(program: Command, io: Io, finish: Finish): void {
  program
    .command('init')
    .description('create a sample project with an eval, targets, and an LLM judge')
    .argument('[folder]', 'project folder (default: the current folder)')
    .option('-y, --yes', 'use the defaults without asking')
    .addOption(new Option('--provider <name>', 'model provider').choices(initProviders))
    .addHelpText('after', '\nExisting files stay unchanged.')
    .action((folder = '.', options: { yes?: boolean; provider?: string }) =>
      finish(async () => (await import('../commands/init.ts')).init({ folder, ...options }, io)),
    );
}

function addDemo(program: Command, io: Io, finish: Finish): void {
  program
    .command('demo')
    .description('run the bundled examples, then start the Studio')
    .option('--once', 'exit without starting the Studio')
    .option(...dbOption)
    .action((options: { once?: boolean; db?: string }) =>
      finish(async () => (await import('../commands/demo.ts')).demo(options, io)),
    );
}

function addValidate(program: Command, io: Io, finish: Finish): void {
  program
    .command('validate')
    .description('check files for errors without calling any model')
    .argument('[paths...]', 'files or folders (default: the current folder)')
    .option('--json', 'print {ok, files, problems}')
    .option('--strict', 'report skipped samples as errors')
    .addHelpText('after', '\nExit code: 0 no errors (warnings are allowed) · 2 at least one error')
    .action((paths: string[], options: { json?: boolean; strict?: boolean }) =>
      finish(async () =>
        (await import('../commands/validate.ts')).validate(
          { paths: paths.length === 0 ? ['.'] : paths, ...options },
          io,
        ),
      ),
    );
}

function addPreview(program: Command, io: Io, finish: Finish): void {
  program
    .command('preview')
    .description('print the exact request for a target or judge without calling it')
    .argument('<file>', 'eval file, deck, sample file or item file')
    .optionsGroup('Select:')
    .addOption(listOption('--case <ids>', 'only these cases or items'))
    .addOption(listOption('-t, --target <ids>', 'eval files: only what these targets get'))
    .option('--messages', 'eval files: only the chat messages')
    .option('--question', 'eval files: only the formatted question')
    .option('--sample <id>', 'decks and sample files: the sample to use (default for decks: the first)')
    .optionsGroup('Options:')
    .option('--json', 'print JSON')
    .option(...dbOption)
    .addHelpText(
      'after',
      '\nExamples:\n  turnwise preview evals/refunds.eval.yaml --case late-refund\n  turnwise preview graders/tone.deck.md',
    )
    .action((file: string, options: Omit<PreviewCommand, 'file'>) =>
      finish(async () => (await import('../commands/preview.ts')).preview({ file, ...options }, io)),
    );
}

function addSchema(program: Command, io: Io, finish: Finish): void {
  program
    .command('schema')
    .description('print a JSON Schema for autocompletion in your editor')
    .argument('<kind>', 'eval, targets, samples or item')
    .addHelpText(
      'after',
      '\nPut this on the first line of a YAML file:\n  # yaml-language-server: $schema=./eval.schema.json',
    )
    .action((kind: string) => finish(async () => (await import('../commands/schema.ts')).schema(kind, io)));
}

function addDoctor(program: Command, io: Io, finish: Finish): void {
  program
    .command('doctor')
    .description('check your setup')
    .option('--json', 'print JSON')
    .action((options: { json?: boolean }) =>
      finish(async () => (await import('../commands/doctor.ts')).doctor(options, io)),
    );
}
