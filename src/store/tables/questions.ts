import type { Kysely } from 'kysely';
import type { ItemKey } from '../item-port.ts';
import type { Database } from './database.ts';

/** More in one query would be more than an engine takes as parameters. */
const keysAtOnce = 500;

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

/** Of these keys those that approved items have, and the first such item of each. */
export async function findApprovedQuestions(
  db: Kysely<Database>,
  keys: readonly string[],
): Promise<ReadonlyMap<string, ItemKey>> {
  const found = new Map<string, ItemKey>();
  for (let start = 0; start < keys.length; start += keysAtOnce) {
    for (const row of await listAsking(db, keys.slice(start, start + keysAtOnce))) {
      if (!found.has(row.key)) found.set(row.key, { dataset: row.dataset, id: row.id });
    }
  }
  return found;
}

async function listAsking(db: Kysely<Database>, keys: readonly string[]) {
  return db
    .with('asked', (query) =>
      query
        .selectFrom('questions')
        .select((eb) => ['key', eb.fn.min('item_no').as('item_no')])
        .where('key', 'in', keys)
        .groupBy('key'),
    )
    .selectFrom('asked')
    .innerJoin('items', 'items.no', 'asked.item_no')
    .innerJoin('datasets', 'datasets.no', 'items.dataset_no')
    .select(['asked.key', 'datasets.name as dataset', 'items.id'])
    .execute();
}
