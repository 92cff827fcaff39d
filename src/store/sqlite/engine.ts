import { sql } from 'kysely';
import type { Engine } from '../migrations/migration.ts';

export const engine: Engine = {
  bytes: 'blob',
  rowNumber: (column) => column.primaryKey(),
  uniqueNumber: (column) => column.primaryKey().autoIncrement(),
  byKey: (table) => table.modifyEnd(sql`without rowid`),
};
