import type { SQLInputValue, SQLOutputValue, StatementSync } from 'node:sqlite';
import { parentPort, workerData } from 'node:worker_threads';
import { withAssistantRoles } from '../../curate/conversation-view.ts';
import type { ItemBody } from '../../curate/item-content.ts';
import { toItemSummary } from '../../curate/item-summary.ts';
import { type KeywordMatcher, toKeywordMatcher } from '../../curate/keyword-hits.ts';
import { toRoles } from '../curation/assistant-roles.ts';
import { DatabaseFiles, type KnownFile } from './database-files.ts';
import { type OpenMode, openDatabase } from './open-database.ts';

/**
 * A query, inside a transaction or not; or the begin or end of a transaction. Every transaction has a connection of its
 * own, and sees the database as it was when it began.
 */
export type ReaderTask =
  | {
      readonly kind: 'query';
      readonly sql: string;
      readonly parameters: readonly SQLInputValue[];
      readonly transaction?: number;
    }
  | { readonly kind: 'begin' | 'end'; readonly transaction: number };

export type ReaderRequest = ReaderTask & { readonly id: number };

/** Rows as lists, with the names of their columns once. */
export interface ReaderRows {
  readonly columns: readonly string[];
  readonly rows: readonly unknown[][];
}

export type ReaderReply =
  | (ReaderRows & { readonly id: number })
  | { readonly id: number; readonly error: { readonly message: string; readonly errcode?: number } };

/** What the thread is started with. */
export interface ReaderData {
  readonly file: string;
  readonly mode: OpenMode;
  /** The files that the database was opened with. */
  readonly known: readonly KnownFile[];
}

const busyWaitMs = 5000;
const maxStatements = 100;

interface Prepared {
  readonly statement: StatementSync;
  readonly columns: readonly string[];
}

// The thread is started by `reader.ts`, which gives it this.
const { file, mode, known } = workerData as ReaderData;
const files = new DatabaseFiles(file, known);

class ReadingConnection {
  readonly #database = openDatabase(file, mode, { timeout: busyWaitMs });
  readonly #statements = new Map<string, Prepared>();

  constructor() {
    // It is opened by its path, where another file may be by now.
    files.assertInPlace();
    this.#database.function('item_summary', { deterministic: true }, renderSummary);
  }

  /** Reads the schema, since the transaction would otherwise begin with the first query. */
  begin(): void {
    this.#database.exec('begin; select 1 from sqlite_schema limit 1');
  }

  read(sql: string, parameters: readonly SQLInputValue[]): ReaderRows {
    const { statement, columns } = this.#prepare(sql);
    // With setReturnArrays each row is a list, which the types do not know.
    return { columns, rows: statement.all(...parameters) as unknown as unknown[][] };
  }

  close(): void {
    this.#database.close();
  }

  #prepare(sql: string): Prepared {
    const known = this.#statements.get(sql);
    if (known !== undefined) return known;
    const statement = this.#database.prepare(sql);
    statement.setReturnArrays(true);
    const prepared = { statement, columns: statement.columns().map((column) => column.name) };
    if (this.#statements.size >= maxStatements) this.#statements.clear();
    this.#statements.set(sql, prepared);
    return prepared;
  }
}

const now = new ReadingConnection();
const transactions = new Map<number, ReadingConnection>();
const nothing: ReaderRows = { columns: [], rows: [] };

parentPort?.on('message', (request: ReaderRequest | 'close') => {
  if (request !== 'close') return parentPort?.postMessage(answer(request));
  for (const connection of [now, ...transactions.values()]) connection.close();
  parentPort?.close();
});

function answer(request: ReaderRequest): ReaderReply {
  const { id } = request;
  try {
    return { id, ...carryOut(request) };
  } catch (error) {
    return { id, error: toPlainError(error) };
  }
}

function carryOut(task: ReaderTask): ReaderRows {
  if (task.kind === 'query') return getConnection(task.transaction).read(task.sql, task.parameters);
  if (task.kind === 'begin') beginTransaction(task.transaction);
  else endTransaction(task.transaction);
  return nothing;
}

function getConnection(transaction: number | undefined): ReadingConnection {
  const connection = transaction === undefined ? now : transactions.get(transaction);
  // The thread that began it may have failed. What is read now would not match what was read then.
  if (connection === undefined) throw new Error('The read transaction is over.');
  return connection;
}

function beginTransaction(transaction: number): void {
  const connection = new ReadingConnection();
  try {
    connection.begin();
    transactions.set(transaction, connection);
  } catch (error) {
    connection.close();
    throw error;
  }
}

function endTransaction(transaction: number): void {
  transactions.get(transaction)?.close();
  transactions.delete(transaction);
}

let latest: { readonly keyword: string; readonly matcher: KeywordMatcher } | undefined;

/**
 * The content of an item as JSON of its summary: a function of SQL. `keyword`: what was searched for, or null. `roles`:
 * JSON of the assistant roles of its dataset.
 */
function renderSummary(body: SQLOutputValue, keyword: SQLOutputValue, roles: SQLOutputValue): string {
  // A body is only ever written by toItemContent, which has its type.
  const content = withAssistantRoles(JSON.parse(String(body)) as ItemBody, toRoles(String(roles)));
  return JSON.stringify(toItemSummary(content, typeof keyword === 'string' ? findMatcher(keyword) : undefined));
}

/** All rows of a page ask for the same. */
function findMatcher(keyword: string): KeywordMatcher {
  if (latest?.keyword !== keyword) latest = { keyword, matcher: toKeywordMatcher(keyword) };
  return latest.matcher;
}

/** An error loses its own keys on the way to another thread. */
function toPlainError(error: unknown): { message: string; errcode?: number } {
  if (!(error instanceof Error)) return { message: String(error) };
  const errcode = 'errcode' in error && typeof error.errcode === 'number' ? { errcode: error.errcode } : {};
  return { message: error.message, ...errcode };
}
