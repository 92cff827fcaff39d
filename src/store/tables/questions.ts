import type { Kysely } from 'kysely';
import type { Database } from './database.ts';

/** Parameters: key, item_no. */
export function insertQuestionQuery(db: Kysely<Database>) {
  return db
    .insertInto('questions')
    .values({ key: '', item_no: 0 })
    .onConflict((conflict) => conflict.doNothing());
}

/** Parameters: key, item_no. */
export function deleteQuestionQuery(db: Kysely<Database>) {
  return db.deleteFrom('questions').where('key', '=', '').where('item_no', '=', 0);
}
