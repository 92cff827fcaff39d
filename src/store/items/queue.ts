import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { ItemRecord } from '../item-port.ts';
import { takeSequence } from '../tables/counters.ts';
import type { Database } from '../tables/database.ts';
import type { ItemWriter } from './item-writer.ts';
import { itemRows, toItemRecord } from './items.ts';

/** Drafts that are assigned to the caller, the earliest assigned first. */
export async function listAssigned(
  db: Kysely<Database>,
  caller: string,
  limit?: number,
): Promise<readonly ItemRecord[]> {
  let query = itemRows(db)
    .where('items.assigned_to', '=', caller)
    .where('items.status', '=', 'draft')
    .orderBy('items.assigned_at')
    .orderBy('items.no');
  if (limit !== undefined) query = query.limit(limit);
  const rows = await query.execute();
  return rows.map(toItemRecord);
}

/** What a dataset can offer to a caller: numbers of items, those changed longest ago first. */
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

/** Assigns drafts to the caller. Only their version changes, not their place among the items. */
async function assignItems(
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

/** Writes an audit event for each assigned item. */
async function recordAssignments(
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

interface QueueCall {
  readonly caller: string;
  readonly limit: number;
  readonly at: string;
}

/** Fills the caller's queue, inside a transaction: the next caller finds the items assigned. */
export async function serveQueue(
  db: Kysely<Database>,
  writer: ItemWriter,
  { caller, limit, at }: QueueCall,
): Promise<readonly ItemRecord[]> {
  const own = await listAssigned(db, caller, limit);
  const wanted = limit - own.length;
  const offers = wanted === 0 ? [] : await listOffers(db, caller, wanted);
  const shares = toShares(
    wanted,
    offers.map(({ weight, items }) => ({ weight, available: items.length })),
  );
  const chosen = offers.flatMap(({ items }, index) => items.slice(0, shares[index]));
  return chosen.length === 0 ? own : [...own, ...(await assign(db, writer, { items: chosen, caller, at }))];
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

interface Party {
  /** Over 0. */
  readonly weight: number;
  readonly available: number;
}

/**
 * Divides a number by weight, by the method of largest remainders; of equal remainders the first wins. Who has less
 * than its share gives all it has, and the others divide the rest.
 *
 * @example toShares(10, [{ weight: 3, available: 100 }, { weight: 1, available: 1 }]) // [9, 1]
 */
export function toShares(total: number, parties: readonly Party[]): readonly number[] {
  const shares = parties.map(() => 0);
  const heaviest = parties.reduce((most, { weight }) => Math.max(most, weight), 0);
  let left = total;
  let open = parties.map(({ weight, available }, index) => ({ weight: weight / heaviest, available, index }));
  let short = open;
  while (short.length > 0) {
    const weights = open.reduce((sum, { weight }) => sum + weight, 0);
    short = open.filter(({ weight, available }) => (left * weight) / weights >= available);
    open = open.filter((party) => !short.includes(party));
    for (const { index, available } of short) shares[index] = available;
    left -= short.reduce((sum, { available }) => sum + available, 0);
  }
  divide(left, open, shares);
  return shares;
}

type Placed = Party & { readonly index: number };

/** Every party has more than its share. */
function divide(total: number, parties: readonly Placed[], shares: number[]): void {
  const weights = parties.reduce((sum, { weight }) => sum + weight, 0);
  const exact = parties.map(({ weight, index }) => ({ index, share: (total * weight) / weights }));
  for (const { index, share } of exact) shares[index] = Math.floor(share);
  const rest = total - exact.reduce((sum, { share }) => sum + Math.floor(share), 0);
  const byRemainder = exact.toSorted((a, b) => (b.share % 1) - (a.share % 1));
  for (const { index } of byRemainder.slice(0, rest)) shares[index] = (shares[index] ?? 0) + 1;
}
