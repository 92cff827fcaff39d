import { accessSync, constants, existsSync, mkdirSync, rmdirSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import type { Clock } from '../base/clock.ts';
import { Fault, type Problem } from '../base/fault.ts';
import { findProjectRoot, toShownFile } from '../files/project/project.ts';
import { findStats } from '../files/text/read-text.ts';
import type { Store } from '../store/port.ts';

interface StoreAddress {
  /** The path that was named, if any. */
  readonly path?: string | undefined;
  readonly cwd: string;
  /** A file or folder of the project; without one, the project around `cwd`. */
  readonly file?: string | undefined;
}

export interface StorePlace extends StoreAddress {
  readonly clock: Clock;
  /** Called when other users could read the database, and no longer can. Without it they still can. */
  readonly onMadePrivate?: (warning: Problem) => void;
}

/** Where the records of a project are: `.turnwise/turnwise.db` under its root, unless another file is named. */
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

/** The store to write to, if its database is there: nothing is made, and a path that was named may be missing. */
export async function findWritableStore(place: StorePlace): Promise<Store | undefined> {
  return existsSync(findStorePath(place)) ? openStore(place) : undefined;
}

/**
 * Makes the `.turnwise` of a database that is not there yet, which marks the project whose files are read now. Returns
 * what removes it when the command cannot start. Left behind, it would turn a plain folder into a project.
 */
export function markProject(place: StoreAddress): () => void {
  const folder = dirname(findStorePath(place));
  const isMade = basename(folder) === '.turnwise' && succeeds(() => mkdirSync(folder, { mode: 0o700 }));
  // A folder that is not empty stays: another command records there by now.
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
 * The store, if there is one: nothing is made. A path that was named has to be there. Where it may not be written, it can
 * be read: a database on a read-only medium has runs to show.
 */
export async function findStore(place: StorePlace): Promise<Store | undefined> {
  const path = findStorePath(place);
  if (existsSync(path)) return openStore(place, { isReadOnly: !isWritable(path) });
  if (place.path === undefined) return undefined;
  const message = `There is no database "${toShownFile(path, place.cwd)}".`;
  throw new Fault({ code: 'FILE_MISSING', message, hint: 'Check the path after --db.' });
}

/** The store of runs that are asked for by name. Throws RUN_UNKNOWN when nothing was ever recorded. */
export async function getStore(place: StorePlace): Promise<Store> {
  const store = await findStore(place);
  if (store !== undefined) return store;
  const message = `There are no runs yet: ${toShownFile(findStorePath(place), place.cwd)} does not exist.`;
  const hint =
    'A run is stored in the project of its eval file. Add the --db of its "Details" line, or run: turnwise run <file>.eval.yaml';
  throw new Fault({ code: 'RUN_UNKNOWN', message, hint });
}

/**
 * The project that a store belongs to, and that the paths in it are relative to: the folder around its `.turnwise`, else
 * the project of `file`.
 */
export function findStoreRoot(place: StoreAddress): string {
  const folder = dirname(findStorePath(place));
  return basename(folder) === '.turnwise' ? dirname(folder) : findRoot(place);
}

/** SQLite makes files beside the database while it is open. */
function isWritable(path: string): boolean {
  try {
    for (const each of [path, dirname(path)]) accessSync(each, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

/** The project around a folder begins with that folder, the one around a file with the folder it stands in. */
function findRoot({ cwd, file = '.' }: Pick<StorePlace, 'cwd' | 'file'>): string {
  const full = resolve(cwd, file);
  return findProjectRoot(findStats(full)?.isDirectory() === true ? join(full, 'any') : full);
}
