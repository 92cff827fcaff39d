import { Worker } from 'node:worker_threads';
import { type CompiledQuery, type DatabaseConnection, type Driver, Kysely, type QueryResult } from 'kysely';
import type { Database } from '../tables/database.ts';
import { createDialect, refuseToStream, toInputValues } from './dialect.ts';
import type { ReaderReply, ReaderRequest } from './reader-worker.ts';
import { toStoreError } from './sqlite-fault.ts';

const extension = import.meta.url.endsWith('.ts') ? 'ts' : 'js';
const workerFile = new URL(`./reader-worker.${extension}`, import.meta.url);

export interface Reader {
  readonly db: Kysely<Database>;
  close(): Promise<void>;
}

/** Reads in a thread of its own, so that long lists stall nothing. The thread starts with the first query. */
export function createReader(file: string): Reader {
  const thread = new ReaderThread(file);
  return {
    db: new Kysely<Database>({ dialect: createDialect(createReadingDriver(thread)) }),
    close: () => thread.close(),
  };
}

type Waiting = PromiseWithResolvers<Record<string, unknown>[]>;

class ReaderThread {
  readonly #file: string;
  readonly #waiting = new Map<number, Waiting>();
  #worker: Worker | undefined;
  #lastId = 0;
  #isClosed = false;

  constructor(file: string) {
    this.#file = file;
  }

  async query({ sql, parameters }: Omit<ReaderRequest, 'id'>): Promise<Record<string, unknown>[]> {
    if (this.#isClosed) throw new Error('The store is closed.');
    const worker = this.#start();
    const waiting: Waiting = Promise.withResolvers();
    this.#lastId += 1;
    this.#waiting.set(this.#lastId, waiting);
    // Only while an answer is awaited does the thread keep the process alive.
    worker.ref();
    worker.postMessage({ id: this.#lastId, sql, parameters } satisfies ReaderRequest);
    return waiting.promise;
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
    const worker = new Worker(workerFile, { workerData: this.#file });
    worker.unref();
    worker.on('message', (reply: ReaderReply) => this.#settle(reply));
    worker.on('error', (error) => this.#fail(error));
    worker.on('exit', () => this.#fail(new Error('The thread that reads the store has ended.')));
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
    for (const waiting of this.#waiting.values()) waiting.reject(toStoreError(error, this.#file));
    this.#waiting.clear();
  }
}

function toObject(columns: readonly string[], row: readonly unknown[]): Record<string, unknown> {
  const object: Record<string, unknown> = {};
  for (let index = 0; index < columns.length; index += 1) object[columns[index] ?? ''] = row[index];
  return object;
}

function createReadingDriver(thread: ReaderThread): Driver {
  const session: DatabaseConnection = {
    executeQuery: async <Row>({ sql, parameters }: CompiledQuery): Promise<QueryResult<Row>> => {
      const rows = await thread.query({ sql, parameters: toInputValues(parameters) });
      // Kysely says which columns the query selects, and SQLite gave those.
      return { rows: rows as Row[] };
    },
    streamQuery: refuseToStream,
  };
  return {
    init: async () => {},
    acquireConnection: async () => session,
    releaseConnection: async () => {},
    beginTransaction: refuseToWrite,
    commitTransaction: refuseToWrite,
    rollbackTransaction: refuseToWrite,
    destroy: () => thread.close(),
  };
}

async function refuseToWrite(): Promise<void> {
  throw new Error('The reader has no transactions.');
}
