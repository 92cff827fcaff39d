import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { ItemRecord } from '../item-port.ts';
import { takeSequence } from './counters.ts';
import type { Database } from './database.ts';
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

/**
 * The offers of all datasets that have any, in the order of their numbers. Of heavier and lighter datasets the heavier
 * ones get something first, so that none but the `limit` heaviest can get an item: of the others it is enough to know
 * that there is one.
 */
export async function listOffers(db: Kysely<Database>, caller: string, limit: number): Promise<readonly Offer[]> {
  const offering = await listOffering(db, caller);
  const heaviest = new Set(offering.toSorted((one, other) => other.weight - one.weight).slice(0, limit));
  const offers: Offer[] = [];
  // A few rows of each dataset. One query for all of them would have to look at every item on offer.
  for (const dataset of offering) {
    const { no, weight, first } = dataset;
    const items = heaviest.has(dataset) ? await listOffered(db, { dataset: no, caller, limit }) : [first];
    offers.push({ weight, items });
  }
  return offers;
}

interface Offering {
  readonly no: number;
  readonly weight: number;
  /** The number of the first item on offer. */
  readonly first: number;
}

async function listOffering(db: Kysely<Database>, caller: string): Promise<readonly Offering[]> {
  const first = itemsOnOffer(db, { dataset: sql.ref<number>('datasets.no'), caller }).limit(1);
  const rows = await db
    .selectFrom('datasets')
    .select(['no', 'weight', first.as('first')])
    .where('weight', '>', 0)
    .orderBy('no')
    .execute();
  return rows.flatMap(({ no, weight, first }) => (first === null ? [] : [{ no, weight, first }]));
}

async function listOffered(
  db: Kysely<Database>,
  { limit, ...place }: OfferPlace & { readonly limit: number },
): Promise<readonly number[]> {
  const rows = await itemsOnOffer(db, place).limit(limit).execute();
  return rows.map((row) => row.no);
}

interface OfferPlace {
  readonly dataset: number | RawBuilder<number>;
  readonly caller: string;
}

function itemsOnOffer(db: Kysely<Database>, { dataset, caller }: OfferPlace) {
  return (
    db
      .selectFrom('items')
      .select('items.no')
      .where('items.dataset_no', '=', dataset)
      // Written out, not as parameters: only so is it seen that the index of what is on offer fits.
      .where(sql<boolean>`items.status in ('draft', 'skipped') and items.assigned_to is null`)
      .where((eb) =>
        eb.not(
          eb.exists(
            eb.selectFrom('skips').select('who').whereRef('skips.item_no', '=', 'items.no').where('who', '=', caller),
          ),
        ),
      )
      .orderBy('items.sequence')
  );
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
