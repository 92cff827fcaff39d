import { Command, CommanderError } from 'commander';
import { toVisibleText } from '../format/transcript.ts';
import { addCalibrateCommands } from './command-line/calibrate-commands.ts';
import { addCurationCommands } from './command-line/curation-commands.ts';
import { addMaintenanceCommands } from './command-line/maintenance-commands.ts';
import { addRunCommands } from './command-line/run-commands.ts';
import { addStartCommands } from './command-line/start-commands.ts';
import type { ExitCode, Finish, Io } from './io.ts';
import { readVersion } from './version.ts';

/** Runs a command line. The code of a command loads only when you use it. */
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

/** All commands with their help. The reference page is generated from it. */
export function buildProgram(io: Io, finish: Finish): Command {
  const program = new Command('turnwise')
    .description('Test multi-turn LLM conversations, and measure whether you can trust the LLM judge that grades them.')
    .version(readVersion(), '-V, --version', 'print the version')
    .helpOption('-h, --help', 'print this help')
    .showHelpAfterError('Run `turnwise --help` for a list of commands.')
    .configureOutput({
      writeOut: io.out,
      writeErr: io.err,
      // The message repeats a mistyped command or option, which may contain control characters.
      outputError: (text, write) => write(toVisibleText(text)),
      getOutHelpWidth: () => io.columns,
      getErrHelpWidth: () => io.columns,
    })
    .configureHelp({ commandDescription: (command) => toSentence(command.description()) })
    // A command and its subcommands may have options with one name, as in `label` and `label import`.
    .enablePositionalOptions()
    .exitOverride()
    .addHelpText(
      'after',
      '\nQuick start:\n  turnwise init my-evals\n  cd my-evals\n  turnwise run\n  turnwise show last',
    );
  addStartCommands(program, io, finish);
  addRunCommands(program, io, finish);
  addCalibrateCommands(program, io, finish);
  addCurationCommands(program, io, finish);
  addMaintenanceCommands(program, io, finish);
  for (const command of program.commands) pointToHelp(command, 'turnwise');
  return program;
}

/** A description starts in lower case in the list of commands, and is a sentence in the command's own help. */
function toSentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}${text.endsWith('.') ? '' : '.'}`;
}

/** After a usage error, a command points to its own help. */
function pointToHelp(command: Command, path: string): void {
  const name = `${path} ${command.name()}`;
  command.showHelpAfterError(`Run \`${name} --help\` for help.`);
  for (const inner of command.commands) pointToHelp(inner, name);
}
