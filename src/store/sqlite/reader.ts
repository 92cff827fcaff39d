import { Worker } from 'node:worker_threads';
import { type CompiledQuery, type DatabaseConnection, type Driver, Kysely, type QueryResult } from 'kysely';
import { WorkerCalls } from '../../base/worker-calls.ts';
import type { Database } from '../tables/database.ts';
import { type Connection, toInputValues } from './connection.ts';
import type { DatabaseFiles } from './database-files.ts';
import { createDialect, refuseToStream } from './dialect.ts';
import { toReadMode } from './open-database.ts';
import type { ReaderData, ReaderReply, ReaderTask } from './reader-worker.ts';
import { toStoreError } from './sqlite-fault.ts';

const extension = import.meta.url.endsWith('.ts') ? 'ts' : 'js';
const workerFile = new URL(`./reader-worker.${extension}`, import.meta.url);

export interface Reader {
  /** Each of its transactions sees the database as it was when it began, on a connection of its own. */
  readonly db: Kysely<Database>;
  close(): Promise<void>;
}

/** Reads in a thread of its own, so that long lists stall nothing. The thread starts with the first query. */
export function createReader(connection: Pick<Connection, 'file' | 'files' | 'mode'>): Reader {
  const thread = new ReaderThread(connection);
  return {
    db: new Kysely<Database>({ dialect: createDialect(createReadingDriver(thread)) }),
    close: () => thread.close(),
  };
}

class ReaderThread {
  readonly #file: string;
  readonly #files: DatabaseFiles;
  readonly #calls: WorkerCalls<ReaderTask, ReaderReply>;
  #lastTransaction = 0;

  constructor({ file, files, mode }: Pick<Connection, 'file' | 'files' | 'mode'>) {
    this.#file = file;
    this.#files = files;
    this.#calls = new WorkerCalls({
      name: 'database reader',
      start: () => {
        const workerData: ReaderData = { file, mode: toReadMode(mode), known: files.known };
        return new Worker(workerFile, { workerData });
      },
    });
  }

  /** Throws a Fault `STORE_REPLACED` when the file is not the one that was opened, before or after. */
  async ask(task: ReaderTask): Promise<Record<string, unknown>[]> {
    this.#files.assertInPlace();
    const rows = await this.#post(task);
    this.#files.assertInPlace();
    return rows;
  }

  async #post(task: ReaderTask): Promise<Record<string, unknown>[]> {
    if (this.#calls.isClosed) throw new Error('The database is closed.');
    const reply = await this.#calls.call(task).catch((error) => {
      throw this.#toError(error);
    });
    if ('rows' in reply) return reply.rows.map((row) => toObject(reply.columns, row));
    throw toStoreError(Object.assign(new Error(reply.error.message), reply.error), this.#file);
  }

  /** Gives the number of the transaction. */
  async begin(): Promise<number> {
    this.#lastTransaction += 1;
    const transaction = this.#lastTransaction;
    await this.ask({ kind: 'begin', transaction });
    return transaction;
  }

  /** A reader may stop after the store was closed, which ended every transaction. */
  async end(transaction: number): Promise<void> {
    if (!this.#calls.isClosed) await this.#post({ kind: 'end', transaction });
  }

  close(): Promise<void> {
    return this.#calls.close();
  }

  /** A thread that finds another file ends, and its error loses its code on the way. */
  #toError(error: Error): unknown {
    try {
      this.#files.assertInPlace();
    } catch (fault) {
      return fault;
    }
    return toStoreError(error, this.#file);
  }
}

function toObject(columns: readonly string[], row: readonly unknown[]): Record<string, unknown> {
  const object: Record<string, unknown> = {};
  for (let index = 0; index < columns.length; index += 1) object[columns[index] ?? ''] = row[index];
  return object;
}

class ReadingSession implements DatabaseConnection {
  readonly streamQuery = refuseToStream;
  readonly #thread: ReaderThread;
  #transaction: number | undefined;

  constructor(thread: ReaderThread) {
    this.#thread = thread;
  }

  async executeQuery<Row>({ sql, parameters }: CompiledQuery): Promise<QueryResult<Row>> {
    const query = { kind: 'query', sql, parameters: toInputValues(parameters) } as const;
    const transaction = this.#transaction;
    const rows = await this.#thread.ask(transaction === undefined ? query : { ...query, transaction });
    // Kysely says which columns the query selects, and SQLite gave those.
    return { rows: rows as Row[] };
  }

  async begin(): Promise<void> {
    this.#transaction = await this.#thread.begin();
  }

  async end(): Promise<void> {
    const transaction = this.#transaction;
    this.#transaction = undefined;
    if (transaction !== undefined) await this.#thread.end(transaction);
  }
}

function createReadingDriver(thread: ReaderThread): Driver {
  const end = (connection: DatabaseConnection) => toSession(connection).end();
  return {
    init: async () => {},
    acquireConnection: async () => new ReadingSession(thread),
    releaseConnection: async () => {},
    beginTransaction: (connection) => toSession(connection).begin(),
    commitTransaction: end,
    rollbackTransaction: end,
    destroy: () => thread.close(),
  };
}

function toSession(connection: DatabaseConnection): ReadingSession {
  if (connection instanceof ReadingSession) return connection;
  throw new Error('The connection is of another driver.');
}
