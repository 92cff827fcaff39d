import { writeSync } from 'node:fs';
import type { Io } from './io.ts';
import { type ParentWatch, watchParent } from './parent-watch.ts';
import { readKeys } from './read-keys.ts';

/** The real terminal. Writing is synchronous, so that nothing is lost when the process ends or the pipe is slow. */
export function openSystemIo(): Io {
  const parent = watchParent();
  const { env, stdin, stdout, stderr } = process;
  return {
    out: (text) => writeAll(1, text),
    err: (text) => writeAll(2, text),
    cwd: findFolder(),
    env,
    isInteractive: stdin.isTTY === true && stdout.isTTY === true && !env.CI,
    isOutTerminal: stdout.isTTY === true,
    isErrTerminal: stderr.isTTY === true && env.TERM !== 'dumb' && !env.CI,
    onInterrupt: (listener) => onInterrupt(listener, parent),
    input: () => stdin,
    ...(stdin.isTTY === true && !env.CI ? { keys: () => readKeys(stdin) } : {}),
    color: { out: wantsColor(stdout.isTTY === true, env), err: wantsColor(stderr.isTTY === true, env) },
    columns: Math.min(stdout.columns || 100, 120),
  };
}

/** Without a listener the signals end the process, as they always do. */
function onInterrupt(listener: (times: number) => void, parent: ParentWatch): () => void {
  let times = 0;
  const tell = () => listener(++times);
  for (const signal of signals) process.on(signal, tell);
  // The next step of a command that lost its parent ends before it begins.
  if (parent.isGone) queueMicrotask(tell);
  return () => {
    for (const signal of signals) process.off(signal, tell);
  };
}

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

function wantsColor(isTerminal: boolean, env: NodeJS.ProcessEnv): boolean {
  if (env.NO_COLOR) return false;
  if (env.FORCE_COLOR) return env.FORCE_COLOR !== '0';
  return isTerminal && env.TERM !== 'dumb';
}

function writeAll(descriptor: number, text: string): void {
  let bytes: Uint8Array = Buffer.from(text);
  while (bytes.length > 0) {
    try {
      bytes = bytes.subarray(writeSync(descriptor, bytes));
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? error.code : undefined;
      // Nobody listens any more. What is being done goes on, and its exit code stays true.
      if (code === 'EPIPE') return;
      if (code !== 'EAGAIN') giveUp(`Cannot write the output: ${String(code)}.`);
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5);
    }
  }
}

/** The folder we were started in may be gone. */
function findFolder(): string {
  try {
    return process.cwd();
  } catch {
    return giveUp('The current folder no longer exists. Change to another one.');
  }
}

function giveUp(message: string): never {
  try {
    writeSync(2, `${message}\n`);
  } catch {
    // Nobody can be told.
  }
  process.exit(3);
}
