import { accessSync, constants, lstatSync, mkdirSync, type Stats } from 'node:fs';
import { open } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { Fault } from '../../base/fault.ts';
import { findStats } from '../../files/text/read-text.ts';
import { type Pieces, writeAtomically } from '../../files/text/write-atomically.ts';
import type { Io } from '../io.ts';

/**
 * Refuses what is there and is not a file: a pipe without a reader would block forever. Devices are taken, and what
 * the system opens for this process, such as /dev/stdout.
 */
export function assertPlainFile(path: string, { cwd }: Pick<Io, 'cwd'>): void {
  const full = resolve(cwd, path);
  const stats = findStats(full);
  if (stats === undefined || stats.isFile() || stats.isCharacterDevice() || /^\/(?:dev|proc)\//.test(full)) return;
  throw notWritten(path, stats.isDirectory() ? 'it is a folder' : 'it is not a file');
}

/** Fails before the first paid call when a report cannot be written there. Makes its folder. */
export function checkReportFile(path: string, { cwd }: Pick<Io, 'cwd'>): void {
  const full = resolve(cwd, path);
  try {
    const known = findOwnStats(full);
    mkdirSync(dirname(full), { recursive: true });
    accessSync(known === undefined || known.isFile() ? dirname(full) : full, constants.W_OK);
    if (known !== undefined) accessSync(full, constants.W_OK);
  } catch (cause) {
    throw notWritten(path, toCode(cause), cause);
  }
}

/**
 * Writes a report whole or not at all. What is not a plain file (a pipe, a device, a link) is written to as it is, and so
 * is the summary of a GitHub job, which other steps add to as well.
 */
export async function writeReportFile(
  path: string,
  pieces: Pieces,
  { cwd, env }: Pick<Io, 'cwd' | 'env'>,
): Promise<void> {
  const full = resolve(cwd, path);
  const known = findOwnStats(full);
  const { GITHUB_STEP_SUMMARY: jobSummary } = env;
  const isShared = jobSummary !== undefined && resolve(cwd, jobSummary) === full;
  if (!isShared && (known === undefined || known.isFile())) {
    await writeAtomically(path, cwd, pieces);
    return;
  }
  await appendToReport(path, pieces, { cwd });
}

/** Adds to the end of a report that is there already. */
export async function appendToReport(path: string, pieces: Pieces, { cwd }: Pick<Io, 'cwd'>): Promise<void> {
  try {
    const file = await open(resolve(cwd, path), 'a');
    try {
      for await (const piece of pieces) await file.appendFile(piece);
    } finally {
      await file.close();
    }
  } catch (cause) {
    if (!(cause instanceof Error) || !('syscall' in cause)) throw cause;
    throw notWritten(path, toCode(cause), cause);
  }
}

/** A text that is one piece. */
export async function* toPieces(text: string | Promise<string>): AsyncGenerator<string> {
  yield await text;
}

/** Stats of a link itself, not of its target. */
function findOwnStats(path: string): Stats | undefined {
  return lstatSync(path, { throwIfNoEntry: false });
}

function toCode(cause: unknown): string {
  return cause instanceof Error && 'code' in cause ? String(cause.code) : 'unknown';
}

function notWritten(path: string, why: string, cause?: unknown): Fault {
  const problem = {
    code: 'FILE_NOT_WRITTEN',
    message: `"${path}" cannot be written: ${why}.`,
    hint: 'Choose another file.',
  } as const;
  return new Fault(problem, { cause });
}
