import type { Kysely } from 'kysely';
import type { Database } from './database.ts';

/** Parameters: scope, tag, sequence. Tags that differ only in broken characters are one here. */
export function insertItemTagQuery(db: Kysely<Database>) {
  return db
    .insertInto('item_tags')
    .values({ scope: 'item', tag: '', sequence: 0 })
    .onConflict((conflict) => conflict.doNothing());
}

/** Parameters: scope, tag, sequence. */
export function deleteItemTagQuery(db: Kysely<Database>) {
  return db.deleteFrom('item_tags').where('scope', '=', 'item').where('tag', '=', '').where('sequence', '=', 0);
}
