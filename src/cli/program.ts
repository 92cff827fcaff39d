import { Command, CommanderError, InvalidArgumentError, Option } from 'commander';
import { logLevels } from '../api/log-level.ts';
import { toVisibleText } from '../format/transcript.ts';
import { addAgreement } from './agreement/add-agreement.ts';
import { addCalibrate } from './calibrate/add-calibrate.ts';
import type { ServeCommand } from './commands/serve.ts';
import { addCompare } from './compare/add-compare.ts';
import { addNoise } from './compare/add-noise.ts';
import { addCuration, addKeeping } from './curation/add-curation.ts';
import { addGrade } from './grade/add-grade.ts';
import { initProviders } from './init/target-blocks.ts';
import type { ExitCode, Finish, Io } from './io.ts';
import { addFlags } from './job-flags.ts';
import { listOption, toWholeNumber, toWholeOrZero } from './option-values.ts';
import type { PreviewCommand } from './preview/preview-command.ts';
import { reportFlags } from './result-flags.ts';
import { addRun } from './run/add-run.ts';
import { addCache, addRuns } from './runs/add-runs.ts';
import { dbOption, runNames, userOption, verboseOption } from './shared-options.ts';
import type { ShowCommand } from './show/show-command.ts';
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

/** `turnwise serve`, as data. */
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
    .action((options: ServeCommand) => finish(async () => (await import('./commands/serve.ts')).serve(options, io)));
}

function toPort(text: string): number {
  const port = Number(text);
  if (/^\d{1,5}$/.test(text) && port <= 65_535) return port;
  throw new InvalidArgumentError('Expected a whole number from 0 to 65535.');
}

/** `turnwise show`, as data. */
function addShow(program: Command, io: Io, finish: Finish): void {
  const command = program
    .command('show')
    .description('show the results and conversations of a run')
    .argument('<run>', `${runNames} (the run: prefix is optional)`)
    .optionsGroup('Select:')
    .addOption(listOption('--case <ids>', 'print the conversations of these cases'))
    .addOption(listOption('-t, --target <ids>', 'only these targets'))
    .addOption(listOption('--status <statuses>', 'only pass, fail, error, ungraded or skipped cases'))
    .option('--limit <n>', 'list at most n cases (default: 50)', toWholeNumber)
    .option(
      '--grading <n>',
      'use the verdicts of grading n, or 0 for the original ones (default: latest)',
      toWholeOrZero,
    )
    .optionsGroup('Results:')
    .option('--judge-calls', 'with --case: print judge requests and replies')
    .option('--json', 'print {run, counts, cases, metrics}, or only the cases with --case');
  addFlags(command, reportFlags)
    .optionsGroup('Options:')
    .option(...verboseOption)
    .option(...dbOption)
    .addHelpText(
      'after',
      '\nExamples:\n  turnwise show last\n  turnwise show last~1 --status fail,error\n  turnwise show last --case late-refund --judge-calls',
    )
    .action((run: string, options: Omit<ShowCommand, 'run'>) =>
      finish(async () => (await import('./commands/show.ts')).show({ run, ...options }, io)),
    );
}

/** `turnwise preview`, as data. */
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
      finish(async () => (await import('./commands/preview.ts')).preview({ file, ...options }, io)),
    );
}
