export type ArchiveValue = string | number | null | Uint8Array;

/** A row of a table, column by column. The tables are the same on every engine, so any engine can take it. */
export interface ArchiveRow {
  readonly table: string;
  readonly row: Readonly<Record<string, ArchiveValue>>;
}

/** The whole store as rows, except the response cache and what can be rebuilt. */
export interface ArchiveStore {
  /** Number of the newest step of the tables that this store knows. Rows of a newer one do not fit. */
  readonly version: number;
  /** Everything as it is at one moment. Writers do not wait for it. */
  dump(): AsyncIterable<ArchiveRow>;
  /**
   * Takes rows in, all or none: what the rows throw undoes everything. Throws a Fault `STORE_NOT_EMPTY` when there is
   * anything already, and `BACKUP_UNREADABLE` for rows that do not fit the tables.
   */
  load(rows: AsyncIterable<ArchiveRow>): Promise<void>;
}
