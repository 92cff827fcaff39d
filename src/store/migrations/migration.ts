import type { ColumnDataType, ColumnDefinitionBuilder, CreateTableBuilder, Kysely, RawBuilder } from 'kysely';
import type { IsExpired } from '../leases/lease-expiry.ts';

/** What table definitions look like on one engine, where engines differ. */
export interface Engine {
  readonly bytes: ColumnDataType | RawBuilder<unknown>;
  /** A number of the store's sequence as a primary key. */
  readonly sequenceKey: ColumnDataType;
  /** A primary key that the engine counts up. */
  readonly rowNumber: (column: ColumnDefinitionBuilder) => ColumnDefinitionBuilder;
  /** The same, and a number never comes again after its row is deleted. */
  readonly uniqueNumber: (column: ColumnDefinitionBuilder) => ColumnDefinitionBuilder;
  /** Keeps the rows in the order of the primary key, where the engine can. */
  readonly byKey: <Table extends string, Column extends string>(
    table: CreateTableBuilder<Table, Column>,
  ) => CreateTableBuilder<Table, Column>;
  /** An empty full-text index. Its writer numbers the rows, which contain no text of their own. */
  readonly createTextIndex: (db: Kysely<unknown>, index: TextIndexSpec) => Promise<void>;
}

export interface TextIndexSpec {
  readonly name: string;
  /** `words`: whole words, whatever their case and accents. `parts`: any part of a text, whatever its case. */
  readonly finds: 'words' | 'parts';
}

export interface MigrationContext {
  /** Names the database in messages. */
  readonly file: string;
  /** Tells an owner that died from one that still writes. */
  readonly isExpired: IsExpired;
}

/** One step of the tables, forward only. Never edited once released. */
export interface Migration {
  readonly number: number;
  readonly name: string;
  readonly up: (db: Kysely<unknown>, engine: Engine, context: MigrationContext) => Promise<void>;
}
