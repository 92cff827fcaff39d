import { openDatabase } from './open-database.ts';
import { findResultCode } from './sqlite-fault.ts';

/** What the database file itself says, without what is still in its log: when it was made, and how far it has counted. */
export interface MainContent {
  readonly madeAt: string;
  readonly sequence: number;
}

/** `torn`: another process is just moving pages from the log to the file. */
type Found = MainContent | 'nothing' | 'torn';

/**
 * Notices that a database file was written over in place, as `cp` does: its inode stays the same, and what SQLite knows
 * of it is not true any more. Others may write to the file too, when they move pages to it from the log; then it only
 * ever counts on. Its times say when to look, so that a look costs something only then.
 */
export class MainFile {
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

export function toWritten({ mtimeNs, size }: { readonly mtimeNs: bigint; readonly size: bigint }): string {
  return `${mtimeNs} ${size}`;
}
