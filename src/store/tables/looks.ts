import type { Kysely } from 'kysely';
import type { Database } from './database.ts';

export interface Look {
  readonly decks: readonly string[];
  /** Id of the calibration. */
  readonly calibration: string;
  readonly at: string;
  /** Looks that are known from elsewhere, by deck. */
  readonly known?: Readonly<Record<string, number>> | undefined;
}

/** A calibration looks at the test samples of these decks, each once. */
export async function recordLooks(db: Kysely<Database>, { decks, calibration, at, known = {} }: Look): Promise<void> {
  for (const deck of new Set(decks)) {
    const before = Math.max(await countLooks(db, deck), Object.hasOwn(known, deck) ? (known[deck] ?? 0) : 0);
    await db
      .insertInto('looks')
      .values({ deck, calibration, at, number: before + 1 })
      .execute();
  }
}

/** The number of the newest; there are at least as many as rows. */
export async function countLooks(db: Kysely<Database>, deck: string): Promise<number> {
  const row = await db
    .selectFrom('looks')
    .select((eb) => [eb.fn.countAll<number>().as('count'), eb.fn.max('number').as('last')])
    .where('deck', '=', deck)
    .executeTakeFirstOrThrow();
  return Math.max(Number(row.count), Number(row.last ?? 0));
}
