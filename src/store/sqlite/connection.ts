import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';
import type { Clock } from '../../base/clock.ts';
import type { Prepared, Statement } from '../tables/statement.ts';
import { DatabaseFiles } from './database-files.ts';
import { type OpenMode, openDatabase, toReadMode } from './open-database.ts';
import { isBusy, toStoreError } from './sqlite-fault.ts';

/** How long SQLite itself waits for a lock, with the whole process; longer waits leave room for other work. */
const busyWaitMs = 25;
const lockPatienceMs = 60_000;
const maxPauseMs = 200;
const maxStatements = 300;

export type Row = Record<string, unknown>;

export interface ConnectionOptions {
  /** Default: write. */
  readonly mode?: OpenMode;
  /** Those of the connection that opened the database first. */
  readonly files?: DatabaseFiles;
}

interface CachedStatement {
  readonly statement: StatementSync;
  readonly hasRows: boolean;
}

/**
 * A connection of the main thread, of which one writes. Statements are prepared once. Its users take turns: one may leave
 * a transaction open while it waits.
 */
export class Connection {
  readonly file: string;
  readonly mode: OpenMode;
  readonly files: DatabaseFiles;
  readonly #database: DatabaseSync;
  readonly #clock: Clock;
  readonly #statements = new Map<string, CachedStatement>();
  readonly #waiting: (() => void)[] = [];
  #isTaken = false;
  #isCounted = false;

  constructor(file: string, clock: Clock, { mode = 'write', files }: ConnectionOptions = {}) {
    this.file = file;
    this.mode = mode;
    this.files = files ?? new DatabaseFiles(file);
    this.#clock = clock;
    this.#database = this.guard(() => openDatabase(file, mode, { timeout: busyWaitMs }));
    this.#assertOpened();
  }

  /** Another connection to the same file, that only reads. */
  openReader(): Connection {
    this.files.assertInPlace();
    return new Connection(this.file, this.#clock, { mode: toReadMode(this.mode), files: this.files });
  }

  get isTaken(): boolean {
    return this.#isTaken;
  }

  /** Resolves when the connection is free. */
  take(): Promise<void> | undefined {
    if (this.#isTaken) return new Promise((resolve) => this.#waiting.push(resolve));
    this.#isTaken = true;
    return undefined;
  }

  release(): void {
    const next = this.#waiting.shift();
    if (next === undefined) this.#isTaken = false;
    else next();
  }

  /** The same, and what is committed until `releaseDurable` is on disk when the commit returns. */
  async takeDurable(): Promise<void> {
    await this.take();
    try {
      this.exec('pragma synchronous = full');
    } catch (error) {
      this.release();
      throw error;
    }
  }

  releaseDurable(): void {
    try {
      this.exec('pragma synchronous = normal');
    } finally {
      this.release();
    }
  }

  /** For statements that run often. */
  prepare<Values, Row>(statement: Statement<Values, Row>): Prepared<Values, Statement<Values, Row>['row']> {
    const prepared = this.prepareText(statement.sql);
    // What columns hold, and which columns a row has, is in the types of the statement.
    type Rows = Statement<Values, Row>['row'][];
    const toList = (values: Values) => toInputValues(statement.toList(values));
    return {
      run: (values) => Number(prepared.run(...toList(values)).changes),
      insert: (values) => {
        const { changes, lastInsertRowid } = prepared.run(...toList(values));
        return Number(changes) === 0 ? undefined : Number(lastInsertRowid);
      },
      get: (values) => prepared.get(...toList(values)) as Rows[number] | undefined,
      all: (values) => prepared.all(...toList(values)) as Rows,
    };
  }

  prepareText(sql: string): StatementSync {
    return this.#prepare(sql).statement;
  }

  exec(sql: string): void {
    this.guard(() => this.#database.exec(sql));
  }

  /** Rows of a query, or what a statement changed. For the user that has the connection. */
  async execute(sql: string, parameters: readonly SQLInputValue[]): Promise<{ rows: Row[]; changes: number }> {
    return this.retry(() => {
      const { statement, hasRows } = this.#prepare(sql);
      if (hasRows) return { rows: statement.all(...parameters), changes: 0 };
      return { rows: [], changes: Number(statement.run(...parameters).changes) };
    });
  }

  /** Takes the lock for writing at once: a transaction that reads first could not get it later. */
  begin(): Promise<void> {
    return this.#untilFree(() => {
      this.#database.exec('begin immediate');
      this.#assertNotBehind();
    });
  }

  /** From here on, each transaction looks whether the database still has what was committed before. */
  startCounting(): void {
    this.#isCounted = true;
  }

  /**
   * What is committed when this returns is in the file that is at the path then. Checked before, so that nothing is
   * written to a file that is lost; and after, because it may have been replaced in between.
   */
  commit(): void {
    this.files.assertInPlace();
    const sequence = this.#readSequence();
    this.guard(() => this.#database.exec('commit'));
    this.files.assertInPlace();
    this.files.noteSequence(sequence);
  }

  #assertNotBehind(): void {
    try {
      this.files.assertNotBehind(this.#readSequence());
    } catch (error) {
      this.rollback();
      throw error;
    }
  }

  #readSequence(): number {
    if (!this.#isCounted) return 0;
    const row = this.guard(() => this.prepareText("select value from counters where name = 'sequence'").get());
    return Number(row?.value ?? 0);
  }

  /** SQLite has rolled back by itself after some errors, such as a full disk. */
  rollback(): void {
    if (this.#database.isTransaction) this.guard(() => this.#database.exec('rollback'));
  }

  /** Runs the work in one transaction, alone and without a pause inside it. */
  async transact<Result>(work: () => Result): Promise<Result> {
    await this.take();
    try {
      await this.begin();
      try {
        const result = this.guard(work);
        this.commit();
        return result;
      } catch (error) {
        this.rollback();
        throw error;
      }
    } finally {
      this.release();
    }
  }

  /** Errors of SQLite that the user can fix become Faults. */
  guard<Result>(work: () => Result): Result {
    try {
      return work();
    } catch (error) {
      throw toStoreError(error, this.file);
    }
  }

  /** Tries again while another connection has a lock. The thread is free in between. */
  retry<Result>(attempt: () => Result): Promise<Result> {
    return this.#untilFree(() => this.#inPlace(attempt));
  }

  async #untilFree<Result>(attempt: () => Result): Promise<Result> {
    let since: number | undefined;
    for (let pauseMs = 5; ; pauseMs = Math.min(pauseMs * 2, maxPauseMs)) {
      try {
        return attempt();
      } catch (error) {
        since ??= this.#clock.elapsed();
        if (!isBusy(error) || this.#clock.elapsed() - since >= lockPatienceMs) throw toStoreError(error, this.file);
      }
      await this.#clock.sleep(pauseMs);
    }
  }

  /** A statement outside of a transaction commits by itself. Inside of one, `commit` looks. */
  #inPlace<Result>(attempt: () => Result): Result {
    if (this.#database.isTransaction) return attempt();
    this.files.assertInPlace();
    const result = attempt();
    this.files.assertInPlace();
    return result;
  }

  /** Between the look at the path and the opening, another file may have come. */
  #assertOpened(): void {
    try {
      this.files.assertInPlace();
    } catch (error) {
      this.close();
      throw error;
    }
  }

  close(): void {
    this.#statements.clear();
    this.#database.close();
  }

  /** Statements that are kept elsewhere too stay usable when they are dropped here. */
  #prepare(sql: string): CachedStatement {
    const known = this.#statements.get(sql);
    if (known !== undefined) return known;
    const statement = this.#database.prepare(sql);
    const prepared = { statement, hasRows: statement.columns().length > 0 };
    if (this.#statements.size >= maxStatements) this.#statements.clear();
    this.#statements.set(sql, prepared);
    return prepared;
  }
}

/** Kysely types parameters as unknown; the columns have only types that SQLite accepts. */
export function toInputValues(parameters: readonly unknown[]): readonly SQLInputValue[] {
  return parameters as readonly SQLInputValue[];
}
