import { realpathSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { Fault } from '../base/fault.ts';
import { findStats } from '../files/text/read-text.ts';

/** Files that nothing may be written over. */
interface ProtectedFiles {
  readonly cwd: string;
  /** The database. */
  readonly store?: string;
  /** What is read: evals, targets, decks, certificates, attachments. */
  readonly read?: readonly string[];
}

/** Throws FILE_NOT_WRITTEN when a file that is to be written is protected, by whatever name. */
export function assertNotProtected(written: string, { cwd, store, read = [] }: ProtectedFiles): void {
  const file = identify(resolve(cwd, written));
  const databases = store === undefined ? [] : ['', '-wal', '-shm', '-journal'].map((end) => `${store}${end}`);
  const isOneOf = (paths: readonly string[]) => paths.some((path) => identify(resolve(cwd, path)) === file);
  if (isOneOf(databases)) throw refused(written, 'it is the database');
  if (isOneOf(read)) throw refused(written, 'it is an input of this command');
}

/** The same for two paths that lead to one file, through links, another spelling or a second name. */
export function identify(path: string): string {
  const stats = findStats(path);
  return stats === undefined ? toRealPath(path) : `${stats.dev}:${stats.ino}`;
}

/** Of a file that may not be there yet. */
function toRealPath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    const folder = dirname(path);
    return folder === path ? path : join(toRealPath(folder), basename(path));
  }
}

function refused(written: string, why: string): Fault {
  const message = `"${written}" cannot be written: ${why}.`;
  return new Fault({ code: 'FILE_NOT_WRITTEN', message, hint: 'Choose another file.' });
}
