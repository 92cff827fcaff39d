import { sql } from 'kysely';
import type { Engine, TextIndexSpec } from '../migrations/migration.ts';

const tokenizers: Readonly<Record<TextIndexSpec['finds'], string>> = {
  words: 'unicode61 remove_diacritics 2',
  parts: 'trigram',
};

export const engine: Engine = {
  bytes: 'blob',
  // The number of the row itself, which only this type can be; it holds 64 bits all the same.
  sequenceKey: 'integer',
  rowNumber: (column) => column.primaryKey(),
  uniqueNumber: (column) => column.primaryKey().autoIncrement(),
  byKey: (table) => table.modifyEnd(sql`without rowid`),
  createTextIndex: async (db, { name, finds }) => {
    const options = sql.raw(`content = '', contentless_delete = 1, tokenize = '${tokenizers[finds]}'`);
    await sql`create virtual table ${sql.table(name)} using fts5 (body, ${options})`.execute(db);
  },
};
