import { type Kysely, sql } from 'kysely';
import type { IdempotencyKey, IdempotentAnswer } from '../curation-port.ts';
import type { Database } from '../tables/database.ts';

export async function findIdempotentAnswer(
  db: Kysely<Database>,
  actor: string,
  key: string,
): Promise<IdempotentAnswer | undefined> {
  return db
    .selectFrom('once_keys')
    .select(['request', 'status', 'answer'])
    .where('actor', '=', actor)
    .where('key', '=', key)
    .executeTakeFirst();
}

/** Keeps the answer unless there is one; gives the one that is kept. */
export async function saveIdempotentAnswer(
  db: Kysely<Database>,
  { key, actor, request }: IdempotencyKey,
  { status, answer, at }: Omit<IdempotentAnswer, 'request'> & { readonly at: string },
): Promise<IdempotentAnswer> {
  const kept = await findIdempotentAnswer(db, actor, key);
  if (kept !== undefined) return kept;
  await db.insertInto('once_keys').values({ actor, key, at, request, status, answer }).execute();
  return { request, status, answer };
}

/** Deletes answers that name an item: they may contain its text. */
export async function eraseIdempotentAnswers(db: Kysely<Database>, id: string): Promise<void> {
  await db
    .deleteFrom('once_keys')
    .where(sql<boolean>`instr(answer, ${JSON.stringify(id)}) > 0`)
    .execute();
}

export async function pruneIdempotencyKeys(db: Kysely<Database>, before: string): Promise<number> {
  const result = await db.deleteFrom('once_keys').where('at', '<', before).executeTakeFirst();
  return Number(result.numDeletedRows);
}
