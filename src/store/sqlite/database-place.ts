import { chmodSync, closeSync, existsSync, mkdirSync, openSync, type Stats, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { Fault, type Problem, toWarning } from '../../base/fault.ts';
import { sidecarEndings } from './database-files.ts';

/** The database is not for the repository; nor is this file, which would be a change that nobody made. */
const ignored = '.gitignore\nturnwise.db*\n';
const ownFolder = '.turnwise';

const setGroupId = 0o2000;
const forOwner = { folder: 0o700, file: 0o600 };
const forGroup = { folder: 0o770, file: 0o660 };

/**
 * Makes folder and file of a database that are not there yet, for their owner alone. A folder with the set-group-id bit
 * is shared on purpose: its group keeps what it has, and gets new files too.
 */
export function makePlace(path: string): void {
  const folder = dirname(path);
  try {
    mkdirSync(folder, { recursive: true, mode: forOwner.folder });
    const ignoreFile = join(folder, '.gitignore');
    if (basename(folder) === ownFolder && !existsSync(ignoreFile)) writeFileSync(ignoreFile, ignored);
    // SQLite would make it as the umask says. The files beside it get the mode of this one.
    makeFile(path, findModes(folder).file);
  } catch (cause) {
    throw new Fault(
      {
        code: 'STORE_UNREADABLE',
        message: 'The folder of the database cannot be made or written.',
        hint: 'Name another database with --store.',
        file: path,
      },
      { cause },
    );
  }
}

/**
 * Takes the database away from others who may look into it: its files, and its folder where that is ours. Gives a
 * warning for each, since somebody else may have counted on it.
 */
export function makePrivate(path: string): readonly Problem[] {
  const folder = dirname(path);
  const modes = findModes(folder);
  const files = ['', ...sidecarEndings].map((ending) => ({ path: `${path}${ending}`, mode: modes.file }));
  const folders = basename(folder) === ownFolder ? [{ path: folder, mode: modes.folder }] : [];
  const tightened = [...folders, ...files].filter((each) => tighten(each.path, each.mode));
  if (tightened.length === 0) return [];
  const names = tightened.map((each) => basename(each.path)).join(', ');
  return [
    toWarning({
      code: 'STORE_MADE_PRIVATE',
      message: `Other users of this machine could read the database. Only you can now: ${names}.`,
      hint: `To share it with a group: chmod -R g+rwX ${ownFolder} && chmod g+s ${ownFolder}`,
      file: path,
    }),
  ];
}

function findModes(folder: string): typeof forOwner {
  return (statSync(folder).mode & setGroupId) === 0 ? forOwner : forGroup;
}

function makeFile(path: string, mode: number): void {
  if (existsSync(path)) return;
  try {
    closeSync(openSync(path, 'ax', mode));
    // The umask took bits away.
    if (mode !== forOwner.file) chmodSync(path, mode);
  } catch (error) {
    // Another process was first.
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
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
