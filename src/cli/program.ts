import { Command, CommanderError, Option } from 'commander';
import { toVisibleText } from '../format/transcript.ts';
import { addAgreement } from './agreement/add-agreement.ts';
import { addCalibrate } from './calibrate/add-calibrate.ts';
import { addCompare } from './compare/add-compare.ts';
import { addNoise } from './compare/add-noise.ts';
import { addCuration, addKeeping } from './curation/add-curation.ts';
import type { Finish } from './finish.ts';
import { addGrade } from './grade/add-grade.ts';
import { initProviders } from './init/target-blocks.ts';
import type { ExitCode, Io } from './io.ts';
import { addPreview } from './preview/add-preview.ts';
import { addRun } from './run/add-run.ts';
import { addCache, addRuns } from './runs/add-runs.ts';
import { addServe } from './serve/add-serve.ts';
import { dbOption } from './shared-options.ts';
import { addShow } from './show/add-show.ts';
import { readVersion } from './version.ts';

/** Runs a command line through the table of commands below; each command's own code loads only when it is used. */
export async function runProgram(args: readonly string[], io: Io): Promise<ExitCode> {
  let exitCode: ExitCode = 0;
  const program = buildProgram(io, async (work) => {
    exitCode = await work();
  });
  try {
    await program.parseAsync(args, { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    return error.exitCode === 0 ? 0 : 2;
  }
  return exitCode;
}

/** The whole command line as data; the reference page is generated from it. */
export function buildProgram(io: Io, finish: Finish): Command {
  const program = new Command('turnwise')
    .description('Test multi-turn LLM conversations, and measure whether you can trust the LLM judge that grades them.')
    .version(readVersion(), '-V, --version', 'print the version')
    .helpOption('-h, --help', 'print this help')
    .showHelpAfterError('Run `turnwise --help` for a list of commands.')
    .configureOutput({
      writeOut: io.out,
      writeErr: io.err,
      // A mistyped command or option is repeated in the message.
      outputError: (text, write) => write(toVisibleText(text)),
      getOutHelpWidth: () => io.columns,
      getErrHelpWidth: () => io.columns,
    })
    .configureHelp({ commandDescription: (command) => toSentence(command.description()) })
    .exitOverride()
    .addHelpText(
      'after',
      '\nQuick start:\n  turnwise init my-evals\n  cd my-evals\n  turnwise run\n  turnwise show last',
    );
  program.commandsGroup('Start:').helpCommand('help [command]', 'print help for a command');
  addInit(program, io, finish);
  addDemo(program, io, finish);
  addValidate(program, io, finish);
  addPreview(program, io, finish);
  addSchema(program, io, finish);
  addDoctor(program, io, finish);
  program.commandsGroup('Run:');
  addRun(program, io, finish);
  addShow(program, io, finish);
  addGrade(program, io, finish);
  addRuns(program, io, finish);
  addCompare(program, io, finish);
  addNoise(program, io, finish);
  program.commandsGroup('Calibrate:');
  addCalibrate(program, io, finish);
  addAgreement(program, io, finish);
  program.commandsGroup('Curate:');
  addServe(program, io, finish);
  addCuration(program, io, finish);
  program.commandsGroup('Maintenance:');
  addCache(program, io, finish);
  addKeeping(program, io, finish);
  for (const command of program.commands) pointToHelp(command, 'turnwise');
  return program;
}

/** In a list a command's description begins in lower case, in its own help it is a sentence. */
function toSentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}${text.endsWith('.') ? '' : '.'}`;
}

/** A mistake in a command points to the help of that command. */
function pointToHelp(command: Command, path: string): void {
  const name = `${path} ${command.name()}`;
  command.showHelpAfterError(`Run \`${name} --help\` for help.`);
  for (const inner of command.commands) pointToHelp(inner, name);
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
      finish(async () => (await import('./commands/init.ts')).init({ folder, ...options }, io)),
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
        (await import('./commands/validate.ts')).validate(
          { paths: paths.length === 0 ? ['.'] : paths, ...options },
          io,
        ),
      ),
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
    .action((kind: string) => finish(async () => (await import('./commands/schema.ts')).schema(kind, io)));
}

function addDoctor(program: Command, io: Io, finish: Finish): void {
  program
    .command('doctor')
    .description('check your setup')
    .option('--json', 'print JSON')
    .action((options: { json?: boolean }) =>
      finish(async () => (await import('./commands/doctor.ts')).doctor(options, io)),
    );
}

function addDemo(program: Command, io: Io, finish: Finish): void {
  program
    .command('demo')
    .description('run the bundled examples, then start the Studio')
    .option('--once', 'exit without starting the Studio')
    .option(...dbOption)
    .action((options: { once?: boolean; db?: string }) =>
      finish(async () => (await import('./commands/demo.ts')).demo(options, io)),
    );
}
