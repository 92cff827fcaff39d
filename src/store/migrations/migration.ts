import type { ColumnDataType, ColumnDefinitionBuilder, CreateTableBuilder, Kysely, RawBuilder } from 'kysely';

/** What table definitions look like on one engine, where engines differ. */
export interface Engine {
  readonly bytes: ColumnDataType | RawBuilder<unknown>;
  /** A primary key that the engine counts up. */
  readonly rowNumber: (column: ColumnDefinitionBuilder) => ColumnDefinitionBuilder;
  /** The same, and a number never comes again after its row is deleted. */
  readonly uniqueNumber: (column: ColumnDefinitionBuilder) => ColumnDefinitionBuilder;
  /** Keeps the rows in the order of the primary key, where the engine can. */
  readonly byKey: <Table extends string, Column extends string>(
    table: CreateTableBuilder<Table, Column>,
  ) => CreateTableBuilder<Table, Column>;
}

/** One step of the tables, forward only. Never edited once released. */
export interface Migration {
  readonly number: number;
  readonly name: string;
  readonly up: (db: Kysely<unknown>, engine: Engine) => Promise<void>;
}
