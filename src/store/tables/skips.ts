import type { Kysely } from 'kysely';
import type { Database } from './database.ts';

/** Parameters: item_no, who. */
export function insertSkipQuery(db: Kysely<Database>) {
  return db
    .insertInto('skips')
    .values({ item_no: 0, who: '' })
    .onConflict((conflict) => conflict.doNothing());
}
