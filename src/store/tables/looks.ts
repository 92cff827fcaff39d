import type { Kysely } from 'kysely';
import type { Database } from './database.ts';

export interface Look {
  readonly decks: readonly string[];
  /** Id of the calibration. */
  readonly calibration: string;
  readonly at: string;
}

/** A calibration looks at the test samples of these decks, each once. */
export async function recordLooks(db: Kysely<Database>, { decks, calibration, at }: Look): Promise<void> {
  const rows = [...new Set(decks)].map((deck) => ({ deck, calibration, at }));
  if (rows.length > 0) await db.insertInto('looks').values(rows).execute();
}

export async function countLooks(db: Kysely<Database>, deck: string): Promise<number> {
  const row = await db
    .selectFrom('looks')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('deck', '=', deck)
    .executeTakeFirstOrThrow();
  return Number(row.count);
}
