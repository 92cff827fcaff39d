import { type Kysely, sql } from 'kysely';
import type { Database } from './database.ts';

/** Takes the next numbers of the store's sequence; gives the last one. Only inside the transaction that uses them. */
export async function takeSequence(db: Kysely<Database>, count: number): Promise<number> {
  const row = await takeSequenceQuery(db, count).executeTakeFirstOrThrow();
  return row.value;
}

/** Parameter: count. */
export function takeSequenceQuery(db: Kysely<Database>, count: number) {
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
