import type { SQLInputValue, StatementSync } from 'node:sqlite';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { Fault } from '../../base/fault.ts';
import { ItemStatus } from '../../conversation/item.ts';
import { fromBody, toItemContent } from '../../curate/item-content.ts';
import type { ArchiveRow } from '../archive-port.ts';
import { archiveTables, lastNumbers } from '../tables/archive-tables.ts';
import type { Connection } from './connection.ts';
import { findResultCode } from './sqlite-fault.ts';
import { TextIndex } from './text-index.ts';

const itemsAtOnce = 100;
const constraintBroken = 19;
const typeMismatch = 20;

/** Puts rows of a backup into empty tables, inside a transaction of its caller. */
export class ArchiveLoad {
  readonly #connection: Connection;
  readonly #inserts = new Map<string, StatementSync>();
  readonly #columns = new Map<string, ReadonlySet<string>>();

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  add({ table, row }: ArchiveRow): void {
    if (table === lastNumbers) this.#setLastNumber(row);
    else this.#insertRow(table, row);
  }

  /** Builds the full-text tables, which hold nothing of their own, from the items. */
  async finish(): Promise<void> {
    const texts = new TextIndex(this.#connection);
    const next = this.#connection.prepare(
      `select items.no, items.sequence, items.status, bodies.body from items join bodies on bodies.no = items.body_no
       where items.no > ? order by items.no limit ${itemsAtOnce}`,
    );
    for (let last = 0, isMore = true; isMore; ) {
      const rows = next.all(last);
      for (const row of rows) this.#connection.guard(() => texts.insert(Number(row.sequence), toIndex(row)));
      last = Number(rows.at(-1)?.no ?? last);
      isMore = rows.length === itemsAtOnce;
      await nextTurn();
    }
  }

  #insertRow(table: string, row: ArchiveRow['row']): void {
    const insert = this.#getInsert(table, Object.keys(row));
    try {
      insert.run(...Object.values(row));
    } catch (error) {
      const code = findResultCode(error);
      if (code === constraintBroken || code === typeMismatch) throw doesNotFit(`A row of "${table}"`, error);
      this.#connection.guard(() => {
        throw error;
      });
    }
  }

  #getInsert(table: string, columns: readonly string[]): StatementSync {
    const name = `${table} ${columns.join()}`;
    const known = this.#inserts.get(name);
    if (known !== undefined) return known;
    const fitting = this.#getColumns(table);
    const odd = columns.find((column) => !fitting.has(column));
    if (odd !== undefined) throw doesNotFit(`The column "${odd}" of "${table}"`);
    const quoted = columns.map((column) => `"${column}"`).join(', ');
    const marks = columns.map(() => '?').join(', ');
    const insert = this.#connection.prepare(`insert into ${table} (${quoted}) values (${marks})`);
    this.#inserts.set(name, insert);
    return insert;
  }

  /** Names from a file come near SQL only when the database has them itself. */
  #getColumns(table: string): ReadonlySet<string> {
    if (!archiveTables.includes(table)) throw doesNotFit(`The table "${table.slice(0, 80)}"`);
    const known = this.#columns.get(table);
    if (known !== undefined) return known;
    const rows = this.#connection.prepare(`select name from pragma_table_info('${table}')`).all();
    const columns = new Set(rows.map(({ name }) => String(name)));
    this.#columns.set(table, columns);
    return columns;
  }

  /** Numbers of rows that were deleted before the backup stay used. */
  #setLastNumber({ table = '', last = 0 }: Readonly<Record<string, SQLInputValue>>): void {
    const set = this.#connection.prepare('update sqlite_sequence set seq = max(seq, ?) where name = ?');
    if (Number(set.run(last, table).changes) > 0 || !archiveTables.includes(String(table))) return;
    this.#connection.prepare('insert into sqlite_sequence (name, seq) values (?, ?)').run(table, last);
  }
}

function toIndex({ body, status }: Readonly<Record<string, unknown>>) {
  const known = ItemStatus.safeParse(status);
  if (!known.success) throw doesNotFit('The status of an item', known.error);
  try {
    return toItemContent(fromBody(String(body), known.data)).index;
  } catch (error) {
    throw doesNotFit('The content of an item', error);
  }
}

function doesNotFit(what: string, cause?: unknown): Fault {
  return new Fault(
    {
      code: 'BACKUP_UNREADABLE',
      message: `${what} does not fit the tables of this version.`,
      hint: 'Restore it with the version of Turnwise that wrote it, or a newer one.',
    },
    { cause },
  );
}
