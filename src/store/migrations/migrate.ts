import { type Kysely, sql, type Transaction } from 'kysely';
import type { Clock } from '../../base/clock.ts';
import { Fault } from '../../base/fault.ts';
import { toExpiryTest } from '../leases/lease-expiry.ts';
import type { Database } from '../tables/database.ts';
import type { Engine, Migration } from './migration.ts';

export interface MigrateOptions {
  readonly engine: Engine;
  readonly migrations: readonly Migration[];
  readonly clock: Clock;
  /** Names the database in messages. */
  readonly file: string;
}

/**
 * Brings the tables up to date, one step a transaction. Several processes may do so at once: each step is looked up
 * inside the transaction that would do it. A database that is ahead of this version is a Fault `STORE_NEWER`.
 */
export async function migrate(db: Kysely<Database>, options: MigrateOptions): Promise<void> {
  const last = options.migrations.at(-1)?.number ?? 0;
  while (
    await db.transaction().execute(async (transaction) => {
      const applied = await readNumber(transaction);
      if (applied > last) throw newerFault(options.file, applied, last);
      const next = options.migrations.find((migration) => migration.number > applied);
      if (next !== undefined) await applyMigration(transaction, next, options);
      return next !== undefined;
    })
  );
}

/** For a database that cannot be written: its tables have to be those of this version. */
export async function assertMigrated(
  db: Kysely<Database>,
  { migrations, file }: Pick<MigrateOptions, 'migrations' | 'file'>,
): Promise<void> {
  const last = migrations.at(-1)?.number ?? 0;
  const applied = await readLast(db);
  if (applied > last) throw newerFault(file, applied, last);
  if (applied === last) return;
  throw new Fault({
    code: 'STORE_UNREADABLE',
    message: 'An earlier version of Turnwise wrote this database. It cannot be updated, because the file is read-only.',
    hint: 'Copy it to a folder that you can write to, and use the copy with --db.',
    file,
  });
}

/** The number of the last step that was done; 0 for a database without tables. */
async function readNumber(db: Transaction<Database>): Promise<number> {
  await db.schema
    .createTable('migrations')
    .ifNotExists()
    .addColumn('number', 'integer', (column) => column.primaryKey())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('applied_at', 'text', (column) => column.notNull())
    .execute();
  return readLast(db);
}

async function readLast(db: Kysely<Database>): Promise<number> {
  const row = await db.selectFrom('migrations').select(sql<number | null>`max(number)`.as('number')).executeTakeFirst();
  return row?.number ?? 0;
}

async function applyMigration(
  db: Transaction<Database>,
  migration: Migration,
  { engine, clock, file }: MigrateOptions,
): Promise<void> {
  const { number, name } = migration;
  try {
    // A step knows the tables of its own time, not those of today.
    await migration.up(db as unknown as Kysely<unknown>, engine, { file, isExpired: toExpiryTest(clock) });
  } catch (cause) {
    if (cause instanceof Fault) throw cause;
    throw new Fault(
      { code: 'STORE_UNREADABLE', message: `Migration ${number} "${name}" of the database failed.`, file },
      { cause },
    );
  }
  await db
    .insertInto('migrations')
    .values({ number, name, applied_at: new Date(clock.now()).toISOString() })
    .execute();
}

function newerFault(file: string, found: number, known: number): Fault {
  return new Fault({
    code: 'STORE_NEWER',
    message: `A newer Turnwise wrote this database. It has migration ${found}, but this version knows only ${known}.`,
    hint: 'Install the newer version, or choose another database with --db.',
    file,
  });
}
