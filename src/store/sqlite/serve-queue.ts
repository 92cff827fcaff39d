import type { Kysely } from 'kysely';
import type { ItemRecord } from '../item-port.ts';
import { toShares } from '../shares.ts';
import type { Database } from '../tables/database.ts';
import { itemRows, toItemRecord } from '../tables/items.ts';
import { assignItems, listHeld, listOffers, recordAssignments } from '../tables/queue.ts';
import type { ItemWriter } from './item-writer.ts';

export interface QueueCall {
  readonly caller: string;
  readonly limit: number;
  readonly at: string;
}

/** Fills the caller's queue, inside a transaction: whoever comes next finds the items taken. */
export async function serveQueue(
  db: Kysely<Database>,
  writer: ItemWriter,
  { caller, limit, at }: QueueCall,
): Promise<readonly ItemRecord[]> {
  const held = await listHeld(db, caller, limit);
  const wanted = limit - held.length;
  const offers = wanted === 0 ? [] : await listOffers(db, caller, wanted);
  const shares = toShares(
    wanted,
    offers.map(({ weight, items }) => ({ weight, available: items.length })),
  );
  const chosen = offers.flatMap(({ items }, index) => items.slice(0, shares[index]));
  return chosen.length === 0 ? held : [...held, ...(await assign(db, writer, { items: chosen, caller, at }))];
}

async function assign(
  db: Kysely<Database>,
  writer: ItemWriter,
  { items, caller, at }: { readonly items: readonly number[]; readonly caller: string; readonly at: string },
): Promise<readonly ItemRecord[]> {
  const rows = await itemRows(db).select('bodies.found_by').where('items.no', 'in', items).execute();
  const skipped = rows.filter((row) => row.status === 'skipped');
  writer.start(skipped.length);
  for (const row of skipped) {
    writer.update(row, { action: 'draft', status: 'draft', assignedTo: caller }, { actor: caller, at });
  }
  writer.finish();
  const drafts = rows.filter((row) => row.status !== 'skipped').map((row) => row.no);
  await assignItems(db, drafts, { caller, at });
  const assigned = await itemRows(db).where('items.no', 'in', items).orderBy('items.sequence').execute();
  const records = assigned.map(toItemRecord);
  await recordAssignments(db, records, { caller, at });
  return records;
}
