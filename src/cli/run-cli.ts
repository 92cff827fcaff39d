import { Fault } from '../base/fault.ts';
import { toTerminalText } from '../format/transcript.ts';
import type { ExitCode, Io } from './io.ts';
import { readVersion } from './version.ts';

/** Runs one command line and returns its exit code. Bugs are printed with their stack. */
export async function runCli(args: readonly string[], system: Io): Promise<ExitCode> {
  const io = withSafeTerminal(system);
  if (args.length === 1 && (args[0] === '--version' || args[0] === '-V')) {
    io.out(`${readVersion()}\n`);
    return 0;
  }
  try {
    const { runProgram } = await import('./program.ts');
    return await runProgram(args, io);
  } catch (error) {
    if (!(error instanceof Fault)) {
      (await import('./crash.ts')).printCrash(error, io);
      return 3;
    }
    const { renderProblems } = await import('./render-problems.ts');
    io.err(`${renderProblems(error.problems, { color: io.color.err, columns: io.columns })}\n`);
    // A failing database or target is not a usage error.
    return error.code.startsWith('STORE_') || error.code === 'TARGET_UNREACHABLE' ? 3 : 2;
  }
}

/**
 * Data may contain any character. On a terminal, none of them moves the cursor or changes the reading direction.
 * Elsewhere the output stays unchanged, byte by byte.
 */
function withSafeTerminal(io: Io): Io {
  const err = (text: string) => io.err(toTerminalText(text));
  return io.isOutTerminal === true ? { ...io, err, out: (text) => io.out(toTerminalText(text)) } : { ...io, err };
}
