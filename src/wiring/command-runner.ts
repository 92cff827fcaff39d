import { resolve } from 'node:path';
import type { CommandCall, CommandEnd, CommandRunner, CommandRunnerOptions } from '../grade/checks/check.ts';
import type { Invocation } from '../target/command/fill-command.ts';
import { type ProgramEnd, runProgram } from '../target/command/run-program.ts';
import { hideSecrets } from '../target/hide-secrets.ts';

/** The most characters that a grader command may print. */
const outputLimit = 1024 * 1024;

/** Runs grader commands without a shell, each in a process group of its own. The whole group ends with the command. */
export function openCommandRunner(options: CommandRunnerOptions): CommandRunner {
  const { clock, secrets = [], signal } = options;
  return async (call) => {
    signal.throwIfAborted();
    const timer = new AbortController();
    const ended = new AbortController();
    const waited = clock.sleep(call.timeoutMs, ended.signal).then(
      () => timer.abort('time limit reached'),
      () => undefined,
    );
    try {
      const end = await start(call, options, AbortSignal.any([signal, timer.signal]));
      signal.throwIfAborted();
      return toEnd(end, secrets);
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof Error && 'code' in error)) throw error;
      return { end: 'failed', message: explainStart(String(error.code), call.command[0] ?? '') };
    } finally {
      ended.abort('the program ended');
      await waited;
    }
  };
}

function start(
  call: CommandCall,
  { folder, env, clock, secrets = [] }: CommandRunnerOptions,
  signal: AbortSignal,
): Promise<ProgramEnd> {
  const cwd = resolve(folder, call.cwd ?? '.');
  return runProgram(toInvocation(call), { cwd, env, limitCharacters: outputLimit, signal, clock, secrets });
}

function toInvocation({ command, input }: CommandCall): Invocation {
  const [program = '', ...rest] = command;
  return { command: [program, ...rest], isShell: false, stdin: input, env: {} };
}

function toEnd({ cut, stdout, stderr, exitCode }: ProgramEnd, secrets: readonly string[]): CommandEnd {
  if (cut === 'aborted') return { end: 'timeout', stderr };
  if (cut === 'too-long') return { end: 'too-long', stderr };
  return { end: 'exit', exitCode, stdout: hideSecrets(stdout, secrets), stderr };
}

function explainStart(code: string, program: string): string {
  if (code === 'ENOENT') return `There is no program "${program}", or no folder to run it in. Fix the \`command\`.`;
  if (code === 'EACCES') return `The program "${program}" is not executable. Run chmod +x on it.`;
  return `The program "${program}" could not be started (${code}).`;
}
