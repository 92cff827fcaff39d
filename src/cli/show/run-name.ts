import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { Fault } from '../../base/fault.ts';
import { quoteArgument } from '../../format/transcript.ts';
import { usageFault } from '../faults.ts';
import type { Io } from '../io.ts';

/**
 * Whether a word can name a run: `run:last`, `last~1`, an id or a part of one. Files that Turnwise reads have a suffix.
 */
export function isRunName(word: string): boolean {
  return word.startsWith('run:') || /^[\w~-]+$/.test(word);
}

/** `show` reads runs, so a file name gets a hint to use `preview`. */
export function checkRunName(word: string): void {
  if (word.trim() === '')
    throw usageFault('The run has no name.', 'Name a run, such as last. To list runs: turnwise runs');
  if (!isRunName(word)) throw fileInsteadOfRun(word);
}

/** The fault for a file name that also looks like the name of a run. */
export function toFileFault(error: unknown, word: string, { cwd }: Io): unknown {
  const isUnknown = error instanceof Fault && error.code === 'RUN_UNKNOWN';
  return isUnknown && existsSync(resolve(cwd, word)) ? fileInsteadOfRun(word) : error;
}

function fileInsteadOfRun(word: string): Fault {
  return usageFault(
    `"${word}" is a file. \`turnwise show\` reads runs.`,
    `Run: turnwise preview ${quoteArgument(word)}`,
  );
}
