import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Database } from './database.ts';
import { type Prepared, Statement, toParameter } from './statement.ts';

/** Takes the next numbers of the store's sequence; gives the last one. Only inside the transaction that uses them. */
export async function takeSequence(db: Kysely<Database>, count: number): Promise<number> {
  const row = await takeQuery(db, sql<number>`${count}`).executeTakeFirstOrThrow();
  return row.value;
}

/** The same, run often. */
export function takeSequenceStatement(db: Kysely<Database>) {
  const count = toParameter<number>('count');
  return new Statement({ count }, takeQuery(db, count));
}

interface SequenceStatements {
  readonly takeSequence: Prepared<{ readonly count: number }, { readonly value: number }>;
}

/** Takes the next numbers, and gives the first. */
export function takeSequences({ takeSequence }: SequenceStatements, count: number): number {
  const row = takeSequence.get({ count });
  if (row === undefined) throw new Error('The database has no counter.');
  return row.value - count + 1;
}

function takeQuery(db: Kysely<Database>, count: RawBuilder<number>) {
  return db
    .updateTable('counters')
    .set({ value: sql<number>`value + ${count}` })
    .where('name', '=', sql.lit('sequence'))
    .returning('value');
}

/** The last number that is taken: what has a number up to this one is recorded now. */
export async function readSequence(db: Kysely<Database>): Promise<number> {
  const row = await db.selectFrom('counters').select('value').where('name', '=', 'sequence').executeTakeFirstOrThrow();
  return row.value;
}
