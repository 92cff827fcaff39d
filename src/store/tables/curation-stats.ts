import type { Kysely } from 'kysely';
import type { ItemStatus } from '../../conversation/item/item.ts';
import type { CurationStats } from '../curation-port.ts';
import type { Database } from './database.ts';
import { countRaters } from './raters.ts';

/** Adds up the counts that are kept; looks at no item. */
export async function readCurationStats(db: Kysely<Database>): Promise<CurationStats> {
  const { datasets } = await db
    .selectFrom('datasets')
    .select((eb) => eb.fn.countAll<number>().as('datasets'))
    .executeTakeFirstOrThrow();
  const rows = await db
    .selectFrom('dataset_counts')
    .select((eb) => ['status', eb.fn.sum<number>('items').as('items')])
    .where('items', '>', 0)
    .groupBy('status')
    .execute();
  const items: Partial<Record<ItemStatus, number>> = {};
  for (const row of rows) items[row.status] = row.items;
  return { datasets, items, ...(await countRaters(db)) };
}
