import { toVisibleText } from '../format/transcript.ts';
import type { Io } from './io.ts';
import { readVersion } from './version.ts';

/** A bug during a command. `goOn` says how much was done, and what to type. */
export class Crash extends Error {
  override readonly name = 'Crash';
  readonly goOn: string;

  constructor(goOn: string, cause: unknown) {
    super('Something was under way.', { cause });
    this.goOn = goOn;
  }
}

/** Anything but a Fault is our bug: the stack helps to fix it. */
export function printCrash(error: unknown, io: Pick<Io, 'err'>): void {
  const [what, goOn] = error instanceof Crash ? [error.cause, `\n${error.goOn}\n`] : [error, ''];
  const head = `Turnwise ${readVersion()} crashed. This is a bug in Turnwise. Please report it with these lines:`;
  io.err(`${head}\n\n${toVisibleText(listStacks(what).join('\ncaused by: '))}\n${goOn}`);
}

const mostCauses = 5;

function listStacks(error: unknown): readonly string[] {
  const stacks: string[] = [];
  for (let cause = error; cause !== undefined && stacks.length < mostCauses; ) {
    stacks.push(cause instanceof Error ? (cause.stack ?? String(cause)) : String(cause));
    cause = cause instanceof Error ? cause.cause : undefined;
  }
  return stacks;
}
