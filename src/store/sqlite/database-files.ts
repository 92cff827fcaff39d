import { type BigIntStats, realpathSync, statSync } from 'node:fs';
import { basename } from 'node:path';
import { Fault } from '../../base/fault.ts';
import { openDatabase } from './open-database.ts';
import { findResultCode } from './sqlite-fault.ts';

/** What the database file itself says, without what is still in its log: when it was made, and how far it has counted. */
interface MainContent {
  readonly madeAt: string;
  readonly sequence: number;
}

/** `torn`: another process is moving pages from the log to the file. */
type Found = MainContent | 'nothing' | 'torn';

/**
 * Notices that a database file was written over in place, as `cp` does: its inode stays the same, and what SQLite knows
 * of it is no longer true. Other processes write to the file too, when they move pages to it from the log; then its counter
 * only grows. The file is read only when its times changed.
 */
class MainFile {
  readonly #path: string;
  #seen: string | undefined;
  #content: MainContent | undefined;

  constructor(path: string) {
    this.#path = path;
  }

  /** `written`: when, and how big, as `toWritten` gives it. */
  isOurs(written: string): boolean {
    if (written === this.#seen) return true;
    const found = readContent(this.#path);
    // Looked at again next time.
    if (found === 'torn') return true;
    // Until the first pages are moved, everything is in the log.
    const isOurs = this.#content === undefined || (found !== 'nothing' && continues(this.#content, found));
    if (!isOurs) return false;
    this.#seen = written;
    if (found !== 'nothing') this.#content = found;
    return true;
  }
}

function continues(before: MainContent, after: MainContent): boolean {
  return after.madeAt === before.madeAt && after.sequence >= before.sequence;
}

const damaged = 11;

function readContent(path: string): Found {
  try {
    const database = openDatabase(path, 'immutable', {});
    try {
      const row = database
        .prepare(
          `select (select applied_at from migrations where number = 1) as made,
             (select value from counters where name = 'sequence') as sequence`,
        )
        .get();
      return { madeAt: String(row?.made), sequence: Number(row?.sequence ?? 0) };
    } finally {
      database.close();
    }
  } catch (error) {
    return findResultCode(error) === damaged ? 'torn' : 'nothing';
  }
}

function toWritten({ mtimeNs, size }: { readonly mtimeNs: bigint; readonly size: bigint }): string {
  return `${mtimeNs} ${size}`;
}

/** The write-ahead log and its index, which exist while a connection is open. */
export const sidecarEndings = ['-wal', '-shm'] as const;

/** A path, and the device and inode that were there when the database was opened. */
export interface KnownFile {
  readonly path: string;
  readonly id: string;
}

const restartHint = 'Restart to use the new file.';

/**
 * The files that a connection has open. The system keeps a file that was removed or replaced for those who have it
 * open, so writes to it succeed and are lost. Each write compares what is at the paths before and after.
 *
 * Only ever looks at names: closing a descriptor of the database would drop the locks that SQLite has on it.
 */
export class DatabaseFiles {
  readonly #path: string;
  #known: readonly KnownFile[];
  #main: MainFile | undefined;
  #sequence = 0;
  #isBehind = false;

  /** Knows the file that is there now. Where none is, it is known from the first `remember` on. */
  constructor(path: string, known: readonly KnownFile[] = listPresent([path])) {
    this.#path = path;
    this.#known = known;
  }

  /** For another thread, which cannot be given an object with methods. */
  get known(): readonly KnownFile[] {
    return this.#known;
  }

  /** Once the database is open. Its log and index exist from the first transaction on. */
  remember(): void {
    this.#main = new MainFile(this.#path);
    this.assertInPlace();
    const real = toRealPath(this.#path);
    this.#known = listPresent([this.#path, ...sidecarEndings.map((ending) => `${real}${ending}`)]);
  }

  /** Throws a Fault `STORE_REPLACED` when another file, or none, is where one of ours was. */
  assertInPlace(): void {
    if (this.#isBehind) throw this.#toFault(this.#path);
    for (const { path, id } of this.#known) {
      const stats = findStats(path);
      const isSame = stats !== undefined && toId(stats) === id;
      if (!isSame || (path === this.#path && !this.#hasOurs(stats))) throw this.#toFault(path);
    }
  }

  /** An open database is never empty: SQLite writes its first page at once. */
  #hasOurs(stats: BigIntStats): boolean {
    return this.#main === undefined || (stats.size > 0n && this.#main.isOurs(toWritten(stats)));
  }

  /** How far the database had counted at the last commit. */
  noteSequence(sequence: number): void {
    this.#sequence = Math.max(this.#sequence, sequence);
  }

  /**
   * Throws the same Fault when the database has counted less far than at a commit before: older files were written over
   * ours, with the log. From then on every use fails, because acknowledged records are lost.
   */
  assertNotBehind(sequence: number): void {
    this.#isBehind ||= sequence < this.#sequence;
    this.assertInPlace();
  }

  #toFault(path: string): Fault {
    const what = path === this.#path ? 'The database file' : `"${basename(path)}", a part of the database,`;
    return new Fault({
      code: 'STORE_REPLACED',
      message: `${what} was removed, moved or replaced while the database was in use.`,
      hint: this.#isBehind
        ? restartHint
        : `Put it back, or ${restartHint.charAt(0).toLowerCase()}${restartHint.slice(1)}`,
      file: this.#path,
    });
  }
}

function listPresent(paths: readonly string[]): readonly KnownFile[] {
  return paths.flatMap((path) => {
    const stats = findStats(path);
    return stats === undefined ? [] : [{ path, id: toId(stats) }];
  });
}

function toId({ dev, ino }: BigIntStats): string {
  return `${dev}:${ino}`;
}

function findStats(path: string): BigIntStats | undefined {
  try {
    return statSync(path, { bigint: true, throwIfNoEntry: false });
  } catch {
    // A folder on the path was removed, or permission was denied.
    return undefined;
  }
}

/** SQLite follows links, and creates log and index in the folder of the real file. */
function toRealPath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}
