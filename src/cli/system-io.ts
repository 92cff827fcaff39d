import { writeSync } from 'node:fs';
import type { Io } from './io.ts';

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
  const notify = () => listener(++times);
  for (const signal of signals) process.on(signal, notify);
  // The next step of a command that lost its parent ends before it begins.
  if (parent.hasExited) queueMicrotask(notify);
  return () => {
    for (const signal of signals) process.off(signal, notify);
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
      // The reader of the output closed the pipe (EPIPE). The command continues, and its exit code stays true.
      if (code === 'EPIPE') return;
      if (code !== 'EAGAIN') exitWithMessage(`Cannot write the output: ${String(code)}.`);
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5);
    }
  }
}

/** The folder we were started in may be gone. */
function findFolder(): string {
  try {
    return process.cwd();
  } catch {
    return exitWithMessage('The current folder no longer exists. Change to another one.');
  }
}

function exitWithMessage(message: string): never {
  try {
    writeSync(2, `${message}\n`);
  } catch {
    // There is no output left to report it on.
  }
  process.exit(3);
}

/** Set by bin/older-node.mjs, which starts the command again under a newer Node and waits for it. */
const wrappedVariable = 'TURNWISE_WRAPPED';

/** How long calls in flight may take to end before they are stopped, and then the process. */
const graceMs = 10_000;

/** 128 + the number of SIGTERM, as shells count. */
const exitCode = 143;

interface ParentWatch {
  /** The wrapper that started this process was killed. */
  readonly hasExited: boolean;
}

/**
 * A command that a wrapper started ends when the wrapper is killed: its output goes nowhere, and Ctrl-C no longer reaches it.
 * It ends as by SIGTERM: calls in flight end and are recorded, no further call is made.
 */
function watchParent(): ParentWatch {
  const watch = { hasExited: false };
  if (process.env[wrappedVariable] === undefined) return watch;
  // A command that we run may be Turnwise, too.
  delete process.env[wrappedVariable];
  const stop = () => {
    watch.hasExited = true;
    end();
    setTimeout(end, graceMs).unref();
    setTimeout(() => process.exit(exitCode), 2 * graceMs).unref();
  };
  if (!process.connected) stop();
  else process.once('disconnect', stop);
  // The channel is there to be closed. It keeps nothing alive.
  process.channel?.unref();
  return watch;
}

/** Where nothing listens, SIGTERM would end the process. */
function end(): void {
  if (!process.emit('SIGTERM', 'SIGTERM')) process.exit(exitCode);
}

/** A terminal that reports each key. */
interface Keyboard extends AsyncIterable<unknown> {
  setRawMode?(isRaw: boolean): unknown;
}

/** Keys one by one. The terminal is set back when reading stops, however it stops. */
export async function* readKeys(keyboard: Keyboard): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  keyboard.setRawMode?.(true);
  try {
    for await (const piece of keyboard) {
      yield* splitKeys(piece instanceof Uint8Array ? decoder.decode(piece, { stream: true }) : String(piece));
    }
  } finally {
    keyboard.setRawMode?.(false);
  }
}

/** What came in at once: an arrow or function key is one sequence after an escape, anything else a key a character. */
export function splitKeys(text: string): readonly string[] {
  return text.match(/\u001b(?:\[[\d;]*[~A-Za-z]|O[A-Za-z])?|./gsu) ?? [];
}
