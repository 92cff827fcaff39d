import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  sql,
} from 'kysely';
import type { Engine, TextIndexSpec } from '../migrations/migration.ts';
import { type Connection, toInputValues } from './connection.ts';

/** Kysely on a driver of ours. */
export function createDialect(driver: Driver): Dialect {
  return {
    createDriver: () => driver,
    createAdapter: () => new SharedAdapter(),
    createQueryCompiler: () => new SqliteQueryCompiler(),
    createIntrospector: (db) => new SqliteIntrospector(db),
  };
}

/** Our drivers make their users take turns themselves, since not all of them come through Kysely. */
class SharedAdapter extends SqliteAdapter {
  override get supportsMultipleConnections(): boolean {
    return true;
  }
}

/** Runs queries on a connection of the main thread. `isDurable`: what they write is on disk when they are done. */
export function createWritingDriver(connection: Connection, { isDurable = false } = {}): Driver {
  const session: DatabaseConnection = {
    executeQuery: async <Row>({ sql, parameters }: CompiledQuery): Promise<QueryResult<Row>> => {
      const { rows, changes } = await connection.execute(sql, toInputValues(parameters));
      // Kysely says which columns the query selects, and SQLite gave those.
      return { rows: rows as Row[], numAffectedRows: BigInt(changes) };
    },
    streamQuery: refuseToStream,
  };
  return {
    init: async () => {},
    acquireConnection: async () => {
      await (isDurable ? connection.takeDurable() : connection.take());
      return session;
    },
    releaseConnection: async () => (isDurable ? connection.releaseDurable() : connection.release()),
    beginTransaction: () => connection.begin(),
    commitTransaction: async () => connection.commit(),
    rollbackTransaction: async () => connection.rollback(),
    destroy: async () => connection.close(),
  };
}

/** Long lists are read page by page: an open cursor would keep the write-ahead log from being emptied. */
export function refuseToStream(): never {
  throw new Error('Queries are not streamed.');
}

const tokenizers: Readonly<Record<TextIndexSpec['finds'], string>> = {
  words: 'unicode61 remove_diacritics 2',
  parts: 'trigram',
};

export const engine: Engine = {
  bytes: 'blob',
  // Only this type can be the number of the row itself. It has 64 bits.
  sequenceKey: 'integer',
  rowNumber: (column) => column.primaryKey(),
  uniqueNumber: (column) => column.primaryKey().autoIncrement(),
  byKey: (table) => table.modifyEnd(sql`without rowid`),
  createTextIndex: async (db, { name, finds }) => {
    const options = sql.raw(`content = '', contentless_delete = 1, tokenize = '${tokenizers[finds]}'`);
    await sql`create virtual table ${sql.table(name)} using fts5 (body, ${options})`.execute(db);
  },
};
