import { statSync } from 'node:fs';
import { DatabaseSync, type DatabaseSyncOptions } from 'node:sqlite';
import { pathToFileURL } from 'node:url';

/**
 * How a file is opened. `immutable`: on a medium that cannot be written, where SQLite could not make the files it
 * needs next to the database; no process can change it there either.
 */
export type OpenMode = 'write' | 'read' | 'immutable';

export function openDatabase(file: string, mode: OpenMode, options: DatabaseSyncOptions): DatabaseSync {
  if (mode !== 'immutable') return new DatabaseSync(file, { ...options, readOnly: mode === 'read' });
  const location = pathToFileURL(file);
  location.searchParams.set('immutable', '1');
  return new DatabaseSync(location, { ...options, readOnly: true });
}

/** For a file that may not be written. If it has a log, the log has to be read too. */
export function findReadMode(file: string): OpenMode {
  const log = statSync(`${file}-wal`, { throwIfNoEntry: false });
  return log === undefined || log.size === 0 ? 'immutable' : 'read';
}

/** The mode of a further connection that only reads. */
export function toReadMode(mode: OpenMode): OpenMode {
  return mode === 'write' ? 'read' : mode;
}
