import { toVisibleText } from '../format/transcript.ts';
import type { Io } from './io.ts';
import { readVersion } from './version.ts';

/** A bug of ours that ended a job. `resume` says what is saved and how to resume. */
export class Crash extends Error {
  override readonly name = 'Crash';
  readonly resume: string;

  constructor(resume: string, cause: unknown) {
    super('A job was running.', { cause });
    this.resume = resume;
  }
}

/** Anything but a Fault is our bug: its stack helps to fix it. */
export function printCrash(error: unknown, io: Pick<Io, 'err'>): void {
  const [cause, resume] = error instanceof Crash ? [error.cause, `\n${error.resume}\n`] : [error, ''];
  const head = `Turnwise ${readVersion()} crashed. This is a bug in Turnwise. Please report it with these lines:`;
  io.err(`${head}\n\n${toVisibleText(listStacks(cause).join('\ncaused by: '))}\n${resume}`);
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
