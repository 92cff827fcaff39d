import type { ArchiveValue } from '../archive-port.ts';
import type { Connection } from './connection.ts';

/** `turn`: a whole number, or -1 for all turns. */
export type ColumnKind = 'whole' | 'turn' | 'number' | 'text' | 'bytes';

/** A column as its table declares it. */
export interface Column {
  readonly kind: ColumnKind;
  readonly isNullable: boolean;
  /** A row without it cannot be kept. */
  readonly isNeeded: boolean;
}

/** The columns of a table, in its order. */
export function listColumns(connection: Connection, table: string): ReadonlyMap<string, Column> {
  const sql = `select name, type, "notnull", dflt_value, pk from pragma_table_info('${table}')`;
  const columns = new Map<string, Column>();
  for (const row of connection.prepareText(sql).all()) {
    const name = String(row.name);
    // The database would choose a missing number, and other rows would refer to the wrong row.
    const isNullable = row.notnull === 0 && row.pk === 0;
    const isNeeded = !isNullable && row.dflt_value === null;
    columns.set(name, { kind: toKind(name, String(row.type).toLowerCase()), isNullable, isNeeded });
  }
  return columns;
}

function toKind(name: string, type: string): ColumnKind {
  if (name === 'turn_index') return 'turn';
  if (type === 'text') return 'text';
  if (type === 'blob') return 'bytes';
  return type === 'double precision' ? 'number' : 'whole';
}

/** Every row of a table, one at a time. */
export function readRows(connection: Connection, table: string): Generator<Readonly<Record<string, ArchiveValue>>> {
  return iterate(connection, `select * from ${table}`);
}

export function hasRows(connection: Connection, table: string): boolean {
  return connection.prepareText(`select 1 from ${table} limit 1`).get() !== undefined;
}

/** The tables whose numbers never come again, even when their row is deleted. */
export function listNumberedTables(connection: Connection): ReadonlySet<string> {
  const sql = "select name from sqlite_master where type = 'table' and sql like '%autoincrement%'";
  return new Set(Array.from(connection.prepareText(sql).all(), ({ name }) => String(name)));
}

/** The last number given in each of these tables, as `table` and `last`. */
export function readLastNumbers(connection: Connection): Generator<Readonly<Record<string, ArchiveValue>>> {
  return iterate(connection, 'select name as "table", seq as last from sqlite_sequence');
}

/** Numbers up to this one are not given in the table. */
export function raiseLastNumber(connection: Connection, table: string, last: number): void {
  const raise = connection.prepareText('update sqlite_sequence set seq = max(seq, :last) where name = :table');
  if (Number(raise.run({ last, table }).changes) > 0 || last === 0) return;
  connection.prepareText('insert into sqlite_sequence (name, seq) values (:table, :last)').run({ last, table });
}

function* iterate(connection: Connection, sql: string): Generator<Readonly<Record<string, ArchiveValue>>> {
  const rows = connection.guard(() => connection.prepareText(sql).iterate());
  for (;;) {
    const next = connection.guard(() => rows.next());
    if (next.done === true) return;
    // Columns are texts, numbers below 2^53, bytes or null: what the tables are declared with.
    yield next.value as Record<string, ArchiveValue>;
  }
}
