import type { Kysely } from 'kysely';
import type { ItemStatus } from '../../conversation/item/item.ts';
import type { Database } from './database.ts';

export type StatusCounts = Readonly<Partial<Record<ItemStatus, number>>>;

/** Parameters: dataset_no, status, items. Adds the items to those that are counted. */
export function countItemsQuery(db: Kysely<Database>) {
  return db
    .insertInto('dataset_counts')
    .values({ dataset_no: 0, status: 'draft', items: 0 })
    .onConflict((conflict) =>
      conflict.columns(['dataset_no', 'status']).doUpdateSet((eb) => ({
        items: eb('dataset_counts.items', '+', eb.ref('excluded.items')),
      })),
    );
}

/** Items by status, for each dataset that has any, or for one. */
export async function listStatusCounts(
  db: Kysely<Database>,
  dataset?: number,
): Promise<ReadonlyMap<number, StatusCounts>> {
  let query = db.selectFrom('dataset_counts').selectAll().where('items', '>', 0);
  if (dataset !== undefined) query = query.where('dataset_no', '=', dataset);
  const rows = await query.execute();
  const counts = new Map<number, Partial<Record<ItemStatus, number>>>();
  for (const { dataset_no: no, status, items } of rows) {
    const known = counts.get(no) ?? {};
    known[status] = items;
    counts.set(no, known);
  }
  return counts;
}
