import { type ChildProcess, type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Clock } from '../../base/clock.ts';
import { definedOnly } from '../../base/defined-only.ts';
import { hideInEnd, hideSecrets } from '../hide-secrets.ts';
import type { Invocation } from './fill-command.ts';

/** How a program ended. */
export interface ProgramEnd {
  readonly stdout: string;
  /** The end of it, without secrets. */
  readonly stderr: string;
  /** null when a signal ended it. */
  readonly exitCode: number | null;
  readonly killedBy: NodeJS.Signals | null;
  /** Turnwise ended it: the signal was aborted, or it printed more than the limit. */
  readonly cut?: 'aborted' | 'too-long';
}

export interface RunOptions {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly limitCharacters: number;
  readonly signal: AbortSignal;
  readonly clock: Clock;
  /** Values that are hidden in stderr, of which only the end is kept. */
  readonly secrets?: readonly string[];
}

/** How long a program has to end by itself after SIGTERM. */
const killAfterMs = 2000;
/** How long output may still come after a program ended: longer only when its children keep the pipe open. */
const drainMs = 1000;
const stderrCharacters = 4000;

/**
 * Runs a program until it finishes. It leads a process group of its own, so that ending it ends its children with it.
 * Rejects with the error of the operating system when it cannot be started.
 */
export async function runProgram(invocation: Invocation, options: RunOptions): Promise<ProgramEnd> {
  const child = startProgram(invocation, options);
  if (!hasPipes(child)) throw (await once(child, 'error'))[0];
  // A program need not read its input: then the pipe breaks (EPIPE), which is not an error.
  child.stdin.on('error', () => {});
  child.stdin.end(invocation.stdin);
  const output = collectOutput(child, options.limitCharacters);
  const ended = new Ended(child);
  const finished = new AbortController();
  let cut: ProgramEnd['cut'];
  const end = (reason: 'aborted' | 'too-long') => {
    if (cut !== undefined || finished.signal.aborted) return;
    cut = reason;
    void endGroup(child, ended, options.clock);
  };
  const abort = () => end('aborted');
  output.onTooLong = () => end('too-long');
  options.signal.addEventListener('abort', abort, { once: true });
  if (options.signal.aborted) abort();
  try {
    const { exitCode, killedBy } = await ended.exit;
    await Promise.race([ended.close, drain(child, options.clock, finished.signal)]);
    const { stdout } = output;
    const stderr = output.readStderr(options.secrets ?? []);
    return { stdout, stderr, exitCode, killedBy, ...definedOnly({ cut }) };
  } finally {
    options.signal.removeEventListener('abort', abort);
    finished.abort('the program ended');
  }
}

function startProgram({ command, isShell, env }: Invocation, options: RunOptions): ChildProcess {
  const [program, ...args] = command;
  return spawn(program, args, {
    cwd: options.cwd,
    env: { ...options.env, ...env },
    shell: isShell,
    detached: process.platform !== 'win32',
    windowsHide: true,
  });
}

/** A process that could not even get its pipes, as when no more files may be open, has none. */
function hasPipes(child: ChildProcess): child is ChildProcessWithoutNullStreams {
  return child.stdin != null && child.stdout != null && child.stderr != null;
}

class Ended {
  readonly exit: Promise<{ readonly exitCode: number | null; readonly killedBy: NodeJS.Signals | null }>;
  readonly close: Promise<void>;

  constructor(child: ChildProcessWithoutNullStreams) {
    this.exit = new Promise((resolve, reject) => {
      child.once('exit', (exitCode, killedBy) => resolve({ exitCode, killedBy }));
      child.once('error', reject);
    });
    this.close = new Promise((resolve) => {
      child.once('close', () => resolve());
    });
  }
}

interface Output {
  readonly stdout: string;
  /** The end of what came so far, without secrets. */
  readonly readStderr: (secrets: readonly string[]) => string;
  onTooLong: () => void;
}

function collectOutput({ stdout, stderr }: ChildProcessWithoutNullStreams, limit: number): Output {
  let kept = '';
  let isCut = false;
  const readStderr: Output['readStderr'] = (secrets) => {
    return isCut ? hideInEnd(kept, secrets) : hideSecrets(kept, secrets);
  };
  const output = { stdout: '', readStderr, onTooLong: () => {} };
  stdout.setEncoding('utf8').on('data', (text: string) => {
    if (output.stdout.length > limit) return;
    output.stdout += text;
    if (output.stdout.length > limit) output.onTooLong();
  });
  stderr.setEncoding('utf8').on('data', (text: string) => {
    kept += text;
    if (kept.length <= stderrCharacters) return;
    kept = kept.slice(-stderrCharacters);
    isCut = true;
  });
  return output;
}

/** Waits for the last output of a program that ended, and abandons children that keep the pipe open. */
async function drain(child: ChildProcessWithoutNullStreams, clock: Clock, finished: AbortSignal): Promise<void> {
  try {
    await clock.sleep(drainMs, finished);
  } catch {
    return;
  }
  signalGroup(child, 'SIGKILL');
  child.stdout.destroy();
  child.stderr.destroy();
}

/** SIGTERM, and SIGKILL for the rest of the group when its leader has ended or its time is over. */
async function endGroup(child: ChildProcessWithoutNullStreams, ended: Ended, clock: Clock): Promise<void> {
  signalGroup(child, 'SIGTERM');
  const stop = new AbortController();
  const late = clock.sleep(killAfterMs, stop.signal).catch(() => undefined);
  await Promise.race([ended.exit.catch(() => undefined), late]);
  stop.abort('the program ended');
  signalGroup(child, 'SIGKILL');
}

function signalGroup(child: ChildProcessWithoutNullStreams, signal: NodeJS.Signals): void {
  if (child.pid === undefined) return;
  try {
    if (process.platform === 'win32') child.kill(signal);
    else process.kill(-child.pid, signal);
  } catch {
    // The group has already ended: ESRCH. On some systems a group of zombies only gives EPERM.
  }
}
