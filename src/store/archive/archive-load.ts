import { type Kysely, sql } from 'kysely';
import { quoteValue } from '../../base/explain-issue.ts';
import { toItemContent } from '../../curate/item-content.ts';
import type { ArchiveRow, ArchiveValue } from '../archive-port.ts';
import { toRoles } from '../curation/assistant-roles.ts';
import { toFoundBy } from '../items/item-rows.ts';
import { type Column, type ColumnKind, listColumns, listNumberedTables, raiseLastNumber } from '../sqlite/catalog.ts';
import type { Connection } from '../sqlite/connection.ts';
import { findResultCode } from '../sqlite/sqlite-fault.ts';
import type { Database } from '../tables/database.ts';
import { type Prepared, Statement, toParameter } from '../tables/statement.ts';
import { refuseBackup } from './archive-fault.ts';
import { archiveTables, lastNumbers, rebuiltTables, retiredTables } from './archive-tables.ts';
import { raiseNumbers } from './last-numbers.ts';
import { rebuildItems } from './rebuild-items.ts';
import { findForgery } from './row-rules.ts';
import { assertTied } from './row-ties.ts';
import { readStoredItem } from './stored-item.ts';

const constraintBroken = 19;
const typeMismatch = 20;

type Row = ArchiveRow['row'];

/**
 * Inserts the rows of a backup into empty tables, inside the caller's transaction. A backup may come from anyone, so each
 * row is checked, and rows that follow from others are rebuilt.
 */
export class ArchiveLoad {
  readonly #connection: Connection;
  readonly #db: Kysely<Database>;
  readonly #inserts = new Map<string, Prepared<Row, never>>();
  readonly #columns = new Map<string, ReadonlyMap<string, Column>>();
  readonly #numbered: ReadonlySet<string>;
  readonly #roles = new Map<string, readonly string[]>();
  #rows = 0;

  constructor(connection: Connection, db: Kysely<Database>) {
    this.#connection = connection;
    this.#db = db;
    this.#numbered = listNumberedTables(connection);
    this.#columns.set(lastNumbers, lastNumberColumns);
  }

  add(given: ArchiveRow): void {
    this.#rows += 1;
    const { table, row } = given;
    if (retiredTables.has(table)) return;
    const why = findMisfit(row, this.#getColumns(table)) ?? findForgery(given);
    if (why !== undefined) throw this.#refuse(table, why);
    if (table === lastNumbers) this.#setLastNumber(row);
    else if (table === 'datasets') this.#insertDataset(row);
    else if (table === 'bodies') this.#insertRow(table, this.#toBody(row));
    else if (table === 'tags') this.#insertListedTag(row);
    else if (!rebuiltTables.has(table)) this.#insertRow(table, row);
  }

  /** Creates what a backup does not have: the tables that follow from others, and the last numbers. */
  async finish(): Promise<void> {
    assertTied(this.#connection);
    await rebuildItems(this.#connection, this.#db);
    this.#connection.exec('insert into raters (name, labels) select rater, count(*) from labels group by rater');
    raiseNumbers(this.#connection);
  }

  #insertRow(table: string, row: Row): void {
    // In the order of the table: in any order there would be as many statements as orders.
    const columns = [...this.#getColumns(table).keys()].filter((column) => Object.hasOwn(row, column));
    const insert = this.#getInsert(table, columns);
    try {
      insert.run(row);
    } catch (error) {
      const code = findResultCode(error);
      if (code === constraintBroken || code === typeMismatch) {
        throw this.#refuse(table, 'it conflicts with another row', error);
      }
      this.#connection.guard(() => {
        throw error;
      });
    }
  }

  /** How many items have a tag follows from them; that it is on the list does not. */
  #insertListedTag(row: Row): void {
    if (typeof row.added_at === 'string') this.#insertRow('tags', { ...row, items: 0 });
  }

  /** A backup has its datasets before the contents of their items. */
  #insertDataset(row: Row): void {
    this.#insertRow('datasets', row);
    const { name, assistant_roles: roles = '[]' } = row;
    this.#roles.set(String(name), toRoles(String(roles)));
  }

  #toBody({ no = null, body }: Row): Row {
    const read = readStoredItem(String(body));
    if ('why' in read) throw this.#refuse('bodies', read.why);
    const content = toItemContent(read.item, this.#roles.get(read.item.datasetName));
    return { no, found_by: toFoundBy(content.index), body: content.body };
  }

  #getInsert(table: string, columns: readonly string[]): Prepared<Row, never> {
    const name = `${table} ${columns.join()}`;
    const known = this.#inserts.get(name);
    if (known !== undefined) return known;
    const values = Object.fromEntries(columns.map((column) => [column, toParameter<ArchiveValue>(column)]));
    const names = sql.join(columns.map((column) => sql.ref(column)));
    const query = sql<never>`insert into ${sql.table(table)} (${names}) values (${sql.join(Object.values(values))})`;
    const insert = this.#connection.prepare(
      new Statement<Row, never>(values, { compile: () => query.compile(this.#db) }),
    );
    this.#inserts.set(name, insert);
    return insert;
  }

  /** Names from the file are used in SQL only if the database has them too. */
  #getColumns(table: string): ReadonlyMap<string, Column> {
    const known = this.#columns.get(table);
    if (known !== undefined) return known;
    if (!archiveTables.includes(table)) throw this.#refuse(table, 'this version has no such table');
    const columns = listColumns(this.#connection, table);
    this.#columns.set(table, columns);
    return columns;
  }

  /** Numbers of rows that were deleted before the backup stay used. */
  #setLastNumber({ table, last }: Row): void {
    if (!this.#numbered.has(String(table))) throw this.#refuse(lastNumbers, `${quoteValue(table)} has no last number`);
    raiseLastNumber(this.#connection, String(table), Number(last));
  }

  #refuse(table: string, why: string, cause?: unknown) {
    return refuseBackup(`Row ${this.#rows} of the backup, in table ${quoteValue(table)}, is invalid: ${why}.`, cause);
  }
}

const lastNumberColumns: ReadonlyMap<string, Column> = new Map([
  ['table', { kind: 'text', isNullable: false, isNeeded: true }],
  ['last', { kind: 'whole', isNullable: false, isNeeded: true }],
]);

/** Far above any number that was ever given, and far below those that cannot be counted on from. */
const highestNumber = 2 ** 48;

const kinds: Readonly<Record<ColumnKind, string>> = {
  whole: 'a whole number in the valid range',
  turn: 'a turn index',
  number: 'a number',
  text: 'text',
  bytes: 'bytes',
};

/** Why a row does not fit a table of these columns; undefined when it does. */
export function findMisfit(row: ArchiveRow['row'], columns: ReadonlyMap<string, Column>): string | undefined {
  const given = Object.entries(row);
  if (given.length === 0) return 'it is empty';
  for (const [name, value] of given) {
    const column = columns.get(name);
    if (column === undefined) return `its table has no column ${quoteValue(name)}`;
    if (value === null ? column.isNullable : isOfKind(value, column.kind)) continue;
    return `"${name}" must be ${kinds[column.kind]}`;
  }
  for (const [name, { isNeeded }] of columns) {
    if (isNeeded && !Object.hasOwn(row, name)) return `"${name}" is missing`;
  }
  return undefined;
}

function isOfKind(value: Exclude<ArchiveValue, null>, kind: ColumnKind): boolean {
  if (kind === 'text') return typeof value === 'string';
  if (kind === 'bytes') return value instanceof Uint8Array;
  if (kind === 'number') return Number.isFinite(value);
  const lowest = kind === 'turn' ? -1 : 0;
  return typeof value === 'number' && Number.isInteger(value) && value >= lowest && value <= highestNumber;
}
