import { Worker } from 'node:worker_threads';
import { type CompiledQuery, type DatabaseConnection, type Driver, Kysely, type QueryResult } from 'kysely';
import type { Database } from '../tables/database.ts';
import { type Connection, toInputValues } from './connection.ts';
import type { DatabaseFiles } from './database-files.ts';
import { createDialect, refuseToStream } from './dialect.ts';
import { type OpenMode, toReadMode } from './open-database.ts';
import type { ReaderData, ReaderReply, ReaderRequest, ReaderTask } from './reader-worker.ts';
import { toStoreError } from './sqlite-fault.ts';

const extension = import.meta.url.endsWith('.ts') ? 'ts' : 'js';
const workerFile = new URL(`./reader-worker.${extension}`, import.meta.url);

export interface Reader {
  /** Each of its transactions sees one moment, on a connection of its own, however long it takes. */
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

type Waiting = PromiseWithResolvers<Record<string, unknown>[]>;

class ReaderThread {
  readonly #file: string;
  readonly #files: DatabaseFiles;
  readonly #mode: OpenMode;
  readonly #waiting = new Map<number, Waiting>();
  #worker: Worker | undefined;
  #lastId = 0;
  #lastMoment = 0;
  #isClosed = false;

  constructor({ file, files, mode }: Pick<Connection, 'file' | 'files' | 'mode'>) {
    this.#file = file;
    this.#files = files;
    this.#mode = toReadMode(mode);
  }

  /** Throws a Fault `STORE_REPLACED` when the file is not the one that was opened, before or after. */
  async ask(task: ReaderTask): Promise<Record<string, unknown>[]> {
    this.#files.assertInPlace();
    const rows = await this.#post(task);
    this.#files.assertInPlace();
    return rows;
  }

  async #post(task: ReaderTask): Promise<Record<string, unknown>[]> {
    if (this.#isClosed) throw new Error('The database is closed.');
    const worker = this.#start();
    const waiting: Waiting = Promise.withResolvers();
    this.#lastId += 1;
    this.#waiting.set(this.#lastId, waiting);
    // Only while an answer is awaited does the thread keep the process alive.
    worker.ref();
    worker.postMessage({ ...task, id: this.#lastId } satisfies ReaderRequest);
    return waiting.promise;
  }

  /** Gives the number of the moment, which is read until it is ended. */
  async begin(): Promise<number> {
    this.#lastMoment += 1;
    const moment = this.#lastMoment;
    await this.ask({ kind: 'begin', moment });
    return moment;
  }

  /** Whoever breaks off reading may do so after the store was closed, and every moment with it. */
  async end(moment: number): Promise<void> {
    if (!this.#isClosed) await this.#post({ kind: 'end', moment });
  }

  async close(): Promise<void> {
    const worker = this.#worker;
    this.#isClosed = true;
    if (worker === undefined) return;
    const ended = new Promise((resolve) => worker.once('exit', resolve));
    worker.ref();
    worker.postMessage('close');
    await ended;
  }

  #start(): Worker {
    if (this.#worker !== undefined) return this.#worker;
    const workerData: ReaderData = { file: this.#file, mode: this.#mode, known: this.#files.known };
    const worker = new Worker(workerFile, { workerData });
    worker.unref();
    worker.on('message', (reply: ReaderReply) => this.#settle(reply));
    worker.on('error', (error) => this.#fail(error));
    worker.on('exit', () => this.#fail(new Error('The database reader thread has ended.')));
    this.#worker = worker;
    return worker;
  }

  #settle(reply: ReaderReply): void {
    const waiting = this.#waiting.get(reply.id);
    this.#waiting.delete(reply.id);
    if (this.#waiting.size === 0) this.#worker?.unref();
    if ('rows' in reply) waiting?.resolve(reply.rows.map((row) => toObject(reply.columns, row)));
    else waiting?.reject(toStoreError(Object.assign(new Error(reply.error.message), reply.error), this.#file));
  }

  /** Whoever waits is told; the next query starts a new thread. */
  #fail(error: Error): void {
    this.#worker = undefined;
    for (const waiting of this.#waiting.values()) waiting.reject(this.#toError(error));
    this.#waiting.clear();
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
  #moment: number | undefined;

  constructor(thread: ReaderThread) {
    this.#thread = thread;
  }

  async executeQuery<Row>({ sql, parameters }: CompiledQuery): Promise<QueryResult<Row>> {
    const query = { kind: 'query', sql, parameters: toInputValues(parameters) } as const;
    const moment = this.#moment;
    const rows = await this.#thread.ask(moment === undefined ? query : { ...query, moment });
    // Kysely says which columns the query selects, and SQLite gave those.
    return { rows: rows as Row[] };
  }

  async begin(): Promise<void> {
    this.#moment = await this.#thread.begin();
  }

  async end(): Promise<void> {
    const moment = this.#moment;
    this.#moment = undefined;
    if (moment !== undefined) await this.#thread.end(moment);
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
