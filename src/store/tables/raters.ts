import type { Kysely } from 'kysely';
import type { Database } from './database.ts';

/** Adds to the number of labels of each rater. */
export async function countLabels(db: Kysely<Database>, raters: readonly string[], each: 1 | -1): Promise<void> {
  const counts = new Map<string, number>();
  for (const name of raters) counts.set(name, (counts.get(name) ?? 0) + each);
  if (counts.size === 0) return;
  await db
    .insertInto('raters')
    .values(Array.from(counts, ([name, labels]) => ({ name, labels })))
    .onConflict((conflict) =>
      conflict.column('name').doUpdateSet((eb) => ({ labels: eb('raters.labels', '+', eb.ref('excluded.labels')) })),
    )
    .execute();
}

export async function countRaters(db: Kysely<Database>): Promise<{ readonly labels: number; readonly raters: number }> {
  const row = await db
    .selectFrom('raters')
    .select((eb) => [eb.fn.sum<number | null>('labels').as('labels'), eb.fn.countAll<number>().as('raters')])
    .where('labels', '>', 0)
    .executeTakeFirstOrThrow();
  return { labels: row.labels ?? 0, raters: row.raters };
}
