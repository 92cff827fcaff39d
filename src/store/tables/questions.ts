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

/** The first approved item that asks it. Parameters: key, limit. */
export function findAskingQuery(db: Kysely<Database>) {
  return db
    .selectFrom('questions')
    .innerJoin('items', 'items.no', 'questions.item_no')
    .innerJoin('datasets', 'datasets.no', 'items.dataset_no')
    .select(['datasets.name as dataset', 'items.id'])
    .where('questions.key', '=', '')
    .orderBy('questions.item_no')
    .limit(1);
}
