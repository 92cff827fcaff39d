import type { Kysely } from 'kysely';
import type { AuditEvent, AuditPage } from '../curation-port.ts';
import { takeSequence } from '../tables/counters.ts';
import type { Database } from '../tables/database.ts';
import { Statement, toParameters } from '../tables/statement.ts';

const eventColumns = ['sequence', 'at', 'by', 'action', 'dataset', 'item', 'revision', 'detail'] as const;

export function insertAuditEventStatement(db: Kysely<Database>) {
  const event = toParameters('audit_events', eventColumns);
  return new Statement(event, db.insertInto('audit_events').values(event));
}

/** Writes that something changed, in the transaction that changes it. */
export async function recordAuditEvent(db: Kysely<Database>, event: Omit<AuditEvent, 'sequence'>): Promise<void> {
  const { at, by, action, dataset = null, item = null, revision = null, detail = null } = event;
  const sequence = await takeSequence(db, 1);
  await db.insertInto('audit_events').values({ sequence, at, by, action, dataset, item, revision, detail }).execute();
}

export async function listAuditEvents(
  db: Kysely<Database>,
  filter: { readonly dataset?: string; readonly item?: string },
  { limit, after = 0, newestFirst }: AuditPage,
): Promise<readonly AuditEvent[]> {
  let query = db
    .selectFrom('audit_events')
    .selectAll()
    .where('sequence', '>', after)
    .orderBy('sequence', newestFirst === undefined ? 'asc' : 'desc')
    .limit(limit);
  if (newestFirst?.before !== undefined) query = query.where('sequence', '<', newestFirst.before);
  if (filter.dataset !== undefined) query = query.where('dataset', '=', filter.dataset);
  if (filter.item !== undefined) query = query.where('item', '=', filter.item);
  const rows = await query.execute();
  return rows.map(({ sequence, at, by, action, dataset, item, revision, detail }) => ({
    sequence,
    at,
    by,
    action,
    ...(dataset === null ? {} : { dataset }),
    ...(item === null ? {} : { item }),
    ...(revision === null ? {} : { revision }),
    ...(detail === null ? {} : { detail }),
  }));
}

/** Keeps the actor, action and time of an item's events, without their details. */
export async function eraseAuditDetails(
  db: Kysely<Database>,
  key: { readonly dataset: string; readonly id: string },
): Promise<void> {
  await db
    .updateTable('audit_events')
    .set({ detail: null })
    .where('item', '=', key.id)
    .where('dataset', '=', key.dataset)
    .execute();
}
