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
import { toWholeNumber, toWholeOrZero } from './option-values.ts';
import { addReportOptions } from './report/add-report-options.ts';
import { addRun } from './run/add-run.ts';
import { addCache, addRuns } from './runs/add-runs.ts';
import { addServe } from './serve/add-serve.ts';
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
    .description('The workbench for multi-turn conversations: curate, run, calibrate.')
    .version(readVersion(), '-V, --version', 'print the version')
    .helpOption('-h, --help', 'print this help')
    .showHelpAfterError('Type `turnwise --help` for the commands.')
    .configureOutput({
      writeOut: io.out,
      writeErr: io.err,
      // A mistyped command or option is repeated in the message.
      outputError: (text, write) => write(toVisibleText(text)),
      getOutHelpWidth: () => io.columns,
      getErrHelpWidth: () => io.columns,
    })
    .exitOverride()
    .addHelpText(
      'after',
      '\nStart here:\n  turnwise init my-evals\n  turnwise validate my-evals\n  turnwise run my-evals/evals/refunds.eval.yaml',
    );
  program.commandsGroup('Start:').helpCommand('help [command]', 'print the help of a command');
  addInit(program, io, finish);
  addValidate(program, io, finish);
  addShow(program, io, finish);
  addSchema(program, io, finish);
  addDoctor(program, io, finish);
  program.commandsGroup('Run:');
  addRun(program, io, finish);
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
  program.commandsGroup('Keep:');
  addCache(program, io, finish);
  addKeeping(program, io, finish);
  addDemo(program, io, finish);
  for (const command of program.commands) pointToHelp(command, 'turnwise');
  return program;
}

/** A mistake in a command is mended with the help of that command. */
function pointToHelp(command: Command, path: string): void {
  const name = `${path} ${command.name()}`;
  command.showHelpAfterError(`Type \`${name} --help\` for its arguments and options.`);
  for (const inner of command.commands) pointToHelp(inner, name);
}

function addInit(program: Command, io: Io, finish: Finish): void {
  program
    .command('init')
    .description(
      'write a small project that works at once: targets, a multi-turn eval, a judge with its deck and samples',
    )
    .argument('[folder]', 'where to write it', '.')
    .option('-y, --yes', 'ask nothing, take the defaults')
    .addOption(new Option('--provider <name>', 'what answers').choices(initProviders))
    .addHelpText('after', '\nFiles that exist are kept as they are.')
    .action((folder: string, options: { yes?: boolean; provider?: string }) =>
      finish(async () => (await import('./commands/init.ts')).init({ folder, ...options }, io)),
    );
}

function addValidate(program: Command, io: Io, finish: Finish): void {
  program
    .command('validate')
    .description('check files and everything they name; nothing is executed, nothing is called')
    .argument('[paths...]', 'files or folders', ['.'])
    .option('--json', 'print {ok, files, problems}')
    .option('--strict', 'a skipped sample is an error')
    .addHelpText('after', '\nExit code: 0 no error (warnings are fine), 2 at least one error.')
    .action((paths: string[], options: { json?: boolean; strict?: boolean }) =>
      finish(async () => (await import('./commands/validate.ts')).validate({ paths, ...options }, io)),
    );
}

function addShow(program: Command, io: Io, finish: Finish): void {
  const command = program
    .command('show')
    .description('print exactly what would be asked of a target or a judge; or what was said in a run')
    .argument('<file>', 'an eval file, a deck, a sample file, an item file, or a run: run:<id>, run:last')
    .option('--case <id>', 'only this case; of a run: its conversations word by word')
    .option('--sample <id>', 'the sample a deck is shown with (default: its first)')
    .option('--messages', 'of an eval: only the chat messages (default: also the question that judges see)')
    .option('--question', 'of an eval: only the formatted question')
    .option('--target <id>', 'of a run: only this target')
    .option(
      '--status <words>',
      'of a run: only cases that are pass, fail, error, ungraded or skipped; with commas between',
    )
    .option('--limit <n>', 'of a run: most cases that are listed (default: 50)', toWholeNumber)
    .option(
      '--grading <n>',
      'of a run: the verdicts of this grading; 0: as played (default: those that count now)',
      toWholeOrZero,
    )
    .option('--judge', 'of a run, with --case: what judges were asked, word by word, and what they said')
    .option('--json', 'print JSON; of a run: {run, counts, cases}, with --case the cases alone')
    .option(
      '--store <file>',
      'of a run, or of cases from a dataset: database (default: .turnwise/turnwise.db of the project)',
    );
  addReportOptions(command.optionsGroup('Reports of a run:'))
    .addHelpText(
      'after',
      '\nThe latest run, and the one before it:\n  turnwise show run:last\n  turnwise show run:last~1',
    )
    .action((file: string, options: Omit<ShowCommand, 'file'>) =>
      finish(async () => (await import('./commands/show.ts')).show({ file, ...options }, io)),
    );
}

function addSchema(program: Command, io: Io, finish: Finish): void {
  program
    .command('schema')
    .description('print a JSON Schema, so that an editor completes keys')
    .argument('<kind>', 'eval, targets, samples or item')
    .addHelpText(
      'after',
      '\nIn a YAML file, the first line then is:\n  # yaml-language-server: $schema=./eval.schema.json',
    )
    .action((kind: string) => finish(async () => (await import('./commands/schema.ts')).schema(kind, io)));
}

function addDoctor(program: Command, io: Io, finish: Finish): void {
  program
    .command('doctor')
    .description('say what is there and what is missing: Node, project, store, keys, Chromium, PostgreSQL')
    .option('--json', 'print JSON')
    .action((options: { json?: boolean }) =>
      finish(async () => (await import('./commands/doctor.ts')).doctor(options, io)),
    );
}

function addDemo(program: Command, io: Io, finish: Finish): void {
  program
    .command('demo', { hidden: true })
    .description('walk through the bundled examples, then serve them')
    .option('--once', 'exit after printing')
    .option('--store <file>', 'database for what is played')
    .action((options: { once?: boolean; store?: string }) =>
      finish(async () => (await import('./commands/demo.ts')).demo(options, io)),
    );
}
