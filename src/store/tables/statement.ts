import {
  type Compilable,
  type DeleteResult,
  type InsertResult,
  type RawBuilder,
  type Selectable,
  sql,
  type UpdateResult,
} from 'kysely';
import type { Database } from './database.ts';

class Parameter {
  readonly name: string;

  constructor(name: string) {
    this.name = name;
  }
}

/** The placeholders of a query, by the names of their values. */
export type Parameters<Values> = { readonly [Name in keyof Values]: RawBuilder<Values[Name]> };

/** One for each column, with the column's own type. */
export function toParameters<Table extends keyof Database, Column extends keyof Database[Table] & string>(
  _table: Table,
  columns: readonly Column[],
): Parameters<Pick<Selectable<Database[Table]>, Column & keyof Selectable<Database[Table]>>> {
  const parameters = columns.map((column) => [column, toParameter(column)]);
  // Every column has its entry, and the type of a raw expression is what its reader says.
  return Object.fromEntries(parameters);
}

/** For a value that no column has, such as the length of a page. */
export function toParameter<Value>(name: string): RawBuilder<Value> {
  return sql<Value>`${new Parameter(name)}`;
}

/**
 * A query that is compiled once and run often, with its values by name: Kysely takes longer to build a query than SQLite
 * to run it. The names and types of the values are those of its parameters, and their order is that of the SQL.
 *
 * @example
 * const turn = toParameters('turns', ['run_no', 'conversation_no', 'turn_index', 'message_no']);
 * const insertTurn = new Statement(turn, db.insertInto('turns').values(turn));
 */
export class Statement<Values, Row> {
  /** A type alone: what a row of the query is. */
  declare readonly row: RowOf<Row>;
  readonly sql: string;
  /** For each position: the name of its value, or undefined for a constant. */
  readonly #names: readonly (string | undefined)[];
  readonly #constants: readonly unknown[];

  constructor(parameters: Parameters<Values>, query: Compilable<Row>) {
    const compiled = query.compile();
    this.sql = compiled.sql;
    this.#constants = compiled.parameters;
    this.#names = compiled.parameters.map((each) => (each instanceof Parameter ? each.name : undefined));
    const unused = Object.keys(parameters).filter((name) => !this.#names.includes(name));
    if (unused.length > 0) throw new Error(`The statement has no parameter ${unused.join(', ')}: ${this.sql}`);
  }

  /** The values in the order of the SQL, between the constants of the query. */
  toList(values: Values): readonly unknown[] {
    const named = values as Readonly<Record<string, unknown>>;
    return this.#names.map((name, place) => (name === undefined ? this.#constants[place] : named[name]));
  }
}

/** A statement on a connection. */
export interface Prepared<Values, Row> {
  /** Gives how many rows it changed. */
  run(values: Values): number;
  /**
   * Inserts a row, and gives the number that the database chose for it; undefined when there is such a row already.
   * `returning` would say the same, and makes SQLite keep a journal for the one statement: importing items took 1.7 times
   * as long with it.
   */
  insert(values: Values): number | undefined;
  /** The first row. */
  get(values: Values): Row | undefined;
  all(values: Values): readonly Row[];
}

/** A change gives no rows, unless it is asked to return them. */
type RowOf<Row> = Row extends InsertResult | UpdateResult | DeleteResult ? never : Row;
