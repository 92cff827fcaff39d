import { type Kysely, sql } from 'kysely';
import type { ItemRecord } from '../item-port.ts';
import { takeSequence } from './counters.ts';
import type { Database } from './database.ts';
import { listStatusCounts } from './dataset-counts.ts';
import { itemRows, toItemRecord } from './items.ts';

/** Drafts that the caller holds, longest held first. */
export async function listHeld(db: Kysely<Database>, caller: string, limit?: number): Promise<readonly ItemRecord[]> {
  let query = itemRows(db)
    .where('items.assigned_to', '=', caller)
    .where('items.status', '=', 'draft')
    .orderBy('items.assigned_at')
    .orderBy('items.no');
  if (limit !== undefined) query = query.limit(limit);
  const rows = await query.execute();
  return rows.map(toItemRecord);
}

/** What a dataset has to offer to somebody: numbers of items, those first that were changed longest ago. */
export interface Offer {
  readonly weight: number;
  readonly items: readonly number[];
}

export async function listOffers(db: Kysely<Database>, caller: string, limit: number): Promise<readonly Offer[]> {
  const counts = await listStatusCounts(db);
  const datasets = await db
    .selectFrom('datasets')
    .select(['no', 'weight'])
    .where('weight', '>', 0)
    .orderBy('no')
    .execute();
  const offers: Offer[] = [];
  // A few rows of each dataset. One query for all of them would have to look at every item on offer.
  for (const { no, weight } of datasets) {
    const { draft = 0, skipped = 0 } = counts.get(no) ?? {};
    if (draft + skipped === 0) continue;
    offers.push({ weight, items: await listOffered(db, { dataset: no, caller, limit }) });
  }
  return offers;
}

async function listOffered(
  db: Kysely<Database>,
  { dataset, caller, limit }: { readonly dataset: number; readonly caller: string; readonly limit: number },
): Promise<readonly number[]> {
  const rows = await db
    .selectFrom('items')
    .select('no')
    .where('dataset_no', '=', dataset)
    // Written out, not as parameters: only so is it seen that the index of what is on offer fits.
    .where(sql<boolean>`status in ('draft', 'skipped') and assigned_to is null`)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb.selectFrom('skips').select('who').whereRef('skips.item_no', '=', 'items.no').where('who', '=', caller),
        ),
      ),
    )
    .orderBy('sequence')
    .limit(limit)
    .execute();
  return rows.map((row) => row.no);
}

/** Gives drafts to somebody. Only their version changes, not their place among the items. */
export async function assignItems(
  db: Kysely<Database>,
  items: readonly number[],
  { caller, at }: { readonly caller: string; readonly at: string },
): Promise<void> {
  if (items.length === 0) return;
  await db
    .updateTable('items')
    .set((eb) => ({ assigned_to: caller, assigned_at: at, version: eb('version', '+', 1) }))
    .where('no', 'in', items)
    .execute();
}

/** Writes for each item that it was given to somebody. */
export async function recordAssignments(
  db: Kysely<Database>,
  items: readonly ItemRecord[],
  { caller, at }: { readonly caller: string; readonly at: string },
): Promise<void> {
  if (items.length === 0) return;
  const first = (await takeSequence(db, items.length)) - items.length + 1;
  const events = items.map(({ dataset, id, revision }, index) => ({
    sequence: first + index,
    at,
    by: caller,
    action: 'assign',
    dataset,
    item: id,
    revision,
    detail: caller,
  }));
  await db.insertInto('audit_events').values(events).execute();
}
