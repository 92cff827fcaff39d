import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import { parentPort, workerData } from 'node:worker_threads';

/** What is asked: a query, or nothing more, when the store is closed. */
export interface ReaderRequest {
  readonly id: number;
  readonly sql: string;
  readonly parameters: readonly SQLInputValue[];
}

/** Rows as lists, with the names of their columns once. */
export type ReaderReply =
  | { readonly id: number; readonly columns: readonly string[]; readonly rows: readonly unknown[][] }
  | { readonly id: number; readonly error: { readonly message: string; readonly errcode?: number } };

const busyWaitMs = 5000;
const maxStatements = 100;

interface Prepared {
  readonly statement: StatementSync;
  readonly columns: readonly string[];
}

const database = new DatabaseSync(String(workerData), { readOnly: true, timeout: busyWaitMs });
const statements = new Map<string, Prepared>();

parentPort?.on('message', (request: ReaderRequest | 'close') => {
  if (request !== 'close') return parentPort?.postMessage(answer(request));
  database.close();
  parentPort?.close();
});

function answer({ id, sql, parameters }: ReaderRequest): ReaderReply {
  try {
    const { statement, columns } = prepare(sql);
    // With setReturnArrays each row is a list, which the types do not know.
    return { id, columns, rows: statement.all(...parameters) as unknown as unknown[][] };
  } catch (error) {
    return { id, error: toPlainError(error) };
  }
}

function prepare(sql: string): Prepared {
  const known = statements.get(sql);
  if (known !== undefined) return known;
  const statement = database.prepare(sql);
  statement.setReturnArrays(true);
  const prepared = { statement, columns: statement.columns().map((column) => column.name) };
  if (statements.size >= maxStatements) statements.clear();
  statements.set(sql, prepared);
  return prepared;
}

/** An error loses its own keys on the way to another thread. */
function toPlainError(error: unknown): { message: string; errcode?: number } {
  if (!(error instanceof Error)) return { message: String(error) };
  const errcode = 'errcode' in error && typeof error.errcode === 'number' ? { errcode: error.errcode } : {};
  return { message: error.message, ...errcode };
}
