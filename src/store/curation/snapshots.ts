import { type Kysely, type Selectable, sql } from 'kysely';
import { z } from 'zod';
import { ItemStatus } from '../../conversation/item/item.ts';
import type { SnapshotItem, SnapshotRecord } from '../curation-port.ts';
import type { ItemFilter, ItemKey } from '../item-port.ts';
import type { SnapshotTable } from '../tables/curation-tables.ts';
import type { Database } from '../tables/database.ts';
import { parseWith } from '../tables/json-column.ts';
import { recordAuditEvent } from './audit-events.ts';

const itemsAtOnce = 200;

export type ItemRevision = ItemKey & { readonly revision: number };

/** Adds items to a snapshot. An item that was purged in the meantime is left out. */
export async function insertSnapshotItems(
  db: Kysely<Database>,
  snapshot: number,
  items: readonly ItemRevision[],
): Promise<void> {
  const wanted = sql.join(items.map(({ dataset, id, revision }) => sql`(${dataset}, ${id}, ${revision})`));
  await sql`
    insert into snapshot_items (snapshot_no, dataset, id, item_no, revision)
    with wanted (dataset, id, revision) as (values ${wanted})
    select ${snapshot}, wanted.dataset, wanted.id, items.no, wanted.revision
    from wanted
      inner join datasets on datasets.name = wanted.dataset
      inner join items on items.dataset_no = datasets.no and items.id = wanted.id
    where wanted.revision between 1 and items.revision
    on conflict do nothing`.execute(db);
}

/** By dataset and id. */
export async function* readSnapshotItems(db: Kysely<Database>, id: string): AsyncGenerator<SnapshotItem> {
  let rows: readonly SnapshotItem[] | undefined;
  do {
    rows = await listSome(db, id, rows?.at(-1));
    yield* rows;
  } while (rows.length === itemsAtOnce);
}

async function listSome(
  db: Kysely<Database>,
  snapshot: string,
  after: ItemKey | undefined,
): Promise<readonly SnapshotItem[]> {
  let query = db
    .selectFrom('snapshots')
    .innerJoin('snapshot_items', 'snapshot_items.snapshot_no', 'snapshots.no')
    .innerJoin('revisions', (join) =>
      join
        .onRef('revisions.item_no', '=', 'snapshot_items.item_no')
        .onRef('revisions.revision', '=', 'snapshot_items.revision'),
    )
    .innerJoin('bodies', 'bodies.no', 'revisions.body_no')
    .select(['snapshot_items.dataset', 'snapshot_items.id', 'revisions.revision', 'revisions.status', 'bodies.body'])
    .where('snapshots.id', '=', snapshot)
    .orderBy('snapshot_items.dataset')
    .orderBy('snapshot_items.id')
    .limit(itemsAtOnce);
  if (after !== undefined) {
    query = query.where(sql<boolean>`(snapshot_items.dataset, snapshot_items.id) > (${after.dataset}, ${after.id})`);
  }
  return query.execute();
}

/** Takes an item out of every snapshot. */
export async function deleteFromSnapshots(db: Kysely<Database>, { dataset, id }: ItemKey): Promise<void> {
  await db
    .deleteFrom('snapshot_items')
    .where('snapshot_no', 'in', db.selectFrom('snapshots').select('no'))
    .where('dataset', '=', dataset)
    .where('id', '=', id)
    .execute();
}

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

/** Begins a snapshot that is hidden until it is complete, and gives its number. */
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

/** Shows a snapshot that is complete. If one of the same id was first, that one stays. */
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

/** Deletes snapshots that were begun before this time and never shown: their process ended. */
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
