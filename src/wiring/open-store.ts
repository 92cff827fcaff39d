import { accessSync, constants, existsSync, mkdirSync, rmdirSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import type { Clock } from '../base/clock.ts';
import { Fault, type Problem } from '../base/fault.ts';
import { findProjectRoot, toShownFile } from '../files/project/project.ts';
import { findStats } from '../files/text/read-text.ts';
import type { Store } from '../store/port.ts';

interface StoreAddress {
  /** The database of `--db`, if any. */
  readonly path?: string | undefined;
  readonly cwd: string;
  /** A file or folder of the project. Default: the project around `cwd`. */
  readonly file?: string | undefined;
}

export interface StorePlace extends StoreAddress {
  readonly clock: Clock;
  /** Called if other users could read the database and no longer can. Absent: permissions stay unchanged. */
  readonly onMadePrivate?: (warning: Problem) => void;
}

/** The path of a project's database: `.turnwise/turnwise.db` under its root, unless `--db` names another file. */
export function findStorePath({ path, cwd, file }: StoreAddress): string {
  if (path !== undefined) return resolve(cwd, path);
  return join(findRoot({ cwd, file }), '.turnwise', 'turnwise.db');
}

export async function openStore(place: StorePlace, { isReadOnly = false } = {}): Promise<Store> {
  const { openSqliteStore } = await import('../store/sqlite/open-sqlite-store.ts');
  const { clock, onMadePrivate } = place;
  const notice = onMadePrivate === undefined ? {} : { onMadePrivate };
  return openSqliteStore(findStorePath(place), { clock, isReadOnly, ...notice });
}

/** Opens an existing database to write to it. Creates nothing, and a named database may be missing. */
export async function findWritableStore(place: StorePlace): Promise<Store | undefined> {
  return existsSync(findStorePath(place)) ? openStore(place) : undefined;
}

/**
 * Creates `.turnwise` for a new database, which marks the folder as a project. Returns a function that removes it if
 * the command cannot start. Left behind, it would turn any folder into a project.
 */
export function markProject(place: StoreAddress): () => void {
  const folder = dirname(findStorePath(place));
  const isMade = basename(folder) === '.turnwise' && succeeds(() => mkdirSync(folder, { mode: 0o700 }));
  // A folder that is not empty stays, because another command records there by now.
  return () => void (isMade && succeeds(() => rmdirSync(folder)));
}

/** A failure here needs no message: the next read or write of the folder reports it. */
function succeeds(change: () => void): boolean {
  try {
    change();
    return true;
  } catch {
    return false;
  }
}

/**
 * Opens an existing database, read-only if it cannot be written: a database on read-only media still has runs to show.
 * Creates nothing. Throws if a named database is missing.
 */
export async function findStore(place: StorePlace): Promise<Store | undefined> {
  const path = findStorePath(place);
  if (existsSync(path)) return openStore(place, { isReadOnly: !isWritable(path) });
  if (place.path === undefined) return undefined;
  const message = `There is no database "${toShownFile(path, place.cwd)}".`;
  throw new Fault({ code: 'FILE_MISSING', message, hint: 'Check the path after --db.' });
}

/** Opens the database to look up runs by name. Throws RUN_UNKNOWN if there is no database. */
export async function getStore(place: StorePlace): Promise<Store> {
  const store = await findStore(place);
  if (store !== undefined) return store;
  const message = `There are no runs yet: ${toShownFile(findStorePath(place), place.cwd)} does not exist.`;
  const hint =
    'A run is stored in the project of its eval file. Add the --db of its "Details" line, or run: turnwise run <file>.eval.yaml';
  throw new Fault({ code: 'RUN_UNKNOWN', message, hint });
}

/**
 * The project that a database belongs to, and that its paths are relative to: the folder that contains `.turnwise`,
 * else the project of `file`.
 */
export function findStoreRoot(place: StoreAddress): string {
  const folder = dirname(findStorePath(place));
  return basename(folder) === '.turnwise' ? dirname(folder) : findRoot(place);
}

/** Checks the folder as well, because SQLite creates files next to an open database. */
function isWritable(path: string): boolean {
  try {
    for (const each of [path, dirname(path)]) accessSync(each, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

/** The project of a folder is searched from that folder upward, and that of a file from the folder that contains it. */
function findRoot({ cwd, file = '.' }: Pick<StorePlace, 'cwd' | 'file'>): string {
  const full = resolve(cwd, file);
  return findProjectRoot(findStats(full)?.isDirectory() === true ? join(full, 'any') : full);
}
