import { chmodSync, closeSync, existsSync, mkdirSync, openSync, type Stats, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { Fault, type Problem, toWarning } from '../../base/fault.ts';
import { sidecarEndings } from './database-files.ts';

/** The database is not for the repository; nor is this file, which would be a change that you did not make. */
const ignored = '.gitignore\nturnwise.db*\n';
const ownFolder = '.turnwise';

const setGroupId = 0o2000;
const forOwner = { folder: 0o700, file: 0o600 };
const forGroup = { folder: 0o770, file: 0o660 };

/**
 * Creates the folder and file of a database if they do not exist, for their owner alone. A folder with the set-group-id
 * bit is shared on purpose: its group keeps its access, and gets access to new files.
 */
export function makePlace(path: string): void {
  const folder = dirname(path);
  assertFile(path);
  try {
    mkdirSync(folder, { recursive: true, mode: forOwner.folder });
    const ignoreFile = join(folder, '.gitignore');
    if (isOwn(folder) && !existsSync(ignoreFile)) writeFileSync(ignoreFile, ignored);
    // SQLite would create it by the umask. Log and index get the mode of this file.
    const { file, folder: most } = findModes(folder);
    if (makeFile(path, file) && isOwn(folder)) tighten(folder, most);
  } catch (cause) {
    throw new Fault(
      {
        code: 'STORE_UNREADABLE',
        message: 'Turnwise cannot create or write the database folder.',
        hint: 'Choose another database with --db.',
        file: path,
      },
      { cause },
    );
  }
}

/** SQLite would create a journal next to a device, and wait for a pipe. */
function assertFile(path: string): void {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (stats === undefined || stats.isFile()) return;
  const message = stats.isDirectory() ? 'It is a folder, not a database.' : 'It is not a file.';
  throw new Fault({ code: 'STORE_UNREADABLE', message, hint: 'Choose another database with --db.', file: path });
}

/**
 * Takes a database that is there away from others who may open it: its files, and its folder where that is ours. Gives
 * a warning, since another user may count on it.
 */
export function makePrivate(path: string): readonly Problem[] {
  const folder = dirname(path);
  const modes = findModes(folder);
  const canOthersEnter = (statSync(folder).mode & 0o011 & ~modes.folder) !== 0;
  const tightened = ['', ...sidecarEndings].filter((ending) => tighten(`${path}${ending}`, modes.file));
  if (isOwn(folder)) tighten(folder, modes.folder);
  if (tightened.length === 0 || !canOthersEnter) return [];
  return [
    toWarning({
      code: 'STORE_MADE_PRIVATE',
      message: 'Other users of this machine could read the database. Turnwise restricted it to you.',
      hint: `To share it with a group, run: chmod g+rwxs ${ownFolder} && chmod g+rw ${ownFolder}/turnwise.db*`,
      file: path,
    }),
  ];
}

/** Whether the folder is for our files alone. Any other may be a home folder. */
function isOwn(folder: string): boolean {
  return basename(folder) === ownFolder;
}

function findModes(folder: string): typeof forOwner {
  return (statSync(folder).mode & setGroupId) === 0 ? forOwner : forGroup;
}

/** False: it exists. */
function makeFile(path: string, mode: number): boolean {
  if (existsSync(path)) return false;
  try {
    closeSync(openSync(path, 'ax', mode));
    // The umask took bits away.
    if (mode !== forOwner.file) chmodSync(path, mode);
    return true;
  } catch (error) {
    // Another process was first.
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false;
    throw error;
  }
}

function tighten(path: string, most: number): boolean {
  const stats = findOwn(path);
  if (stats === undefined || (stats.mode & 0o777 & ~most) === 0) return false;
  try {
    chmodSync(path, stats.mode & (most | 0o7000));
    return true;
  } catch {
    // A file system without modes, or one that may not be written.
    return false;
  }
}

/** Undefined also for what belongs to another user, and on systems without users of this kind. */
function findOwn(path: string): Stats | undefined {
  const stats = existsSync(path) ? statSync(path) : undefined;
  return stats !== undefined && stats.uid === process.getuid?.() ? stats : undefined;
}
