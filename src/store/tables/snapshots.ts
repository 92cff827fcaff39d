import type { Kysely, Selectable } from 'kysely';
import { z } from 'zod';
import { ItemStatus } from '../../conversation/item/item.ts';
import type { SnapshotRecord } from '../curation-port.ts';
import type { ItemFilter } from '../item-port.ts';
import { recordAuditEvent } from './audit-events.ts';
import type { SnapshotTable } from './curation-tables.ts';
import type { Database } from './database.ts';
import { parseWith } from './json-column.ts';

type SnapshotRow = Selectable<SnapshotTable>;

const Words = z.array(z.string());

export const StoredFilter: z.ZodType<ItemFilter> = z.strictObject({
  statuses: z.array(ItemStatus).exactOptional(),
  datasets: Words.exactOptional(),
  tags: Words.exactOptional(),
  excludeTags: Words.exactOptional(),
  turnTags: Words.exactOptional(),
  idPrefix: z.string().exactOptional(),
  refUrl: z.string().exactOptional(),
  keyword: z.string().exactOptional(),
  assignedTo: z.string().exactOptional(),
});

export type NewSnapshot = Omit<SnapshotRecord, 'createdAt'>;

/** Begins a snapshot that nobody sees until it is complete; gives its number. */
export async function beginSnapshot(db: Kysely<Database>, snapshot: NewSnapshot, at: string): Promise<number> {
  const row = await db
    .insertInto('snapshots')
    .values({
      id: null,
      hash: snapshot.hash,
      created_at: at,
      created_by: snapshot.createdBy,
      count: snapshot.count,
      filter: JSON.stringify(snapshot.filter),
    })
    .returning('no')
    .executeTakeFirstOrThrow();
  return row.no;
}

/** Shows a snapshot, now that all its items are there. One of the same id that was there first stays instead. */
export async function showSnapshot(db: Kysely<Database>, no: number, { id }: NewSnapshot): Promise<SnapshotRecord> {
  const first = await findSnapshot(db, id);
  if (first !== undefined) {
    await deleteSnapshot(db, no);
    return first;
  }
  const row = await db
    .updateTable('snapshots')
    .set({ id })
    .where('no', '=', no)
    .returningAll()
    .executeTakeFirstOrThrow();
  await recordAuditEvent(db, { at: row.created_at, by: row.created_by, action: 'snapshot', detail: id });
  return toSnapshotRecord({ ...row, id });
}

export async function deleteSnapshot(db: Kysely<Database>, no: number): Promise<void> {
  await db.deleteFrom('snapshot_items').where('snapshot_no', '=', no).execute();
  await db.deleteFrom('snapshots').where('no', '=', no).execute();
}

/** Snapshots that were begun before this time and never shown: whoever wrote them is gone. */
export async function deleteAbandonedSnapshots(db: Kysely<Database>, before: string): Promise<void> {
  const abandoned = db.selectFrom('snapshots').select('no').where('id', 'is', null).where('created_at', '<', before);
  for (const { no } of await abandoned.execute()) await deleteSnapshot(db, no);
}

/** Newest first. */
export async function listSnapshots(db: Kysely<Database>): Promise<readonly SnapshotRecord[]> {
  const rows = await db.selectFrom('snapshots').selectAll().where('id', 'is not', null).orderBy('no', 'desc').execute();
  return rows.flatMap(({ id, ...row }) => (id === null ? [] : [toSnapshotRecord({ ...row, id })]));
}

export async function findSnapshot(db: Kysely<Database>, id: string): Promise<SnapshotRecord | undefined> {
  const row = await db.selectFrom('snapshots').selectAll().where('id', '=', id).executeTakeFirst();
  return row === undefined ? undefined : toSnapshotRecord({ ...row, id });
}

function toSnapshotRecord(row: SnapshotRow & { readonly id: string }): SnapshotRecord {
  return {
    id: row.id,
    hash: row.hash,
    createdAt: row.created_at,
    createdBy: row.created_by,
    filter: parseWith(StoredFilter, row.filter, `snapshot ${row.id}`),
    count: row.count,
  };
}
