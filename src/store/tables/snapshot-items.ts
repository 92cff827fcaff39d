import { type Kysely, sql } from 'kysely';
import type { SnapshotItem } from '../curation-port.ts';
import type { ItemKey } from '../item-port.ts';
import type { Database } from './database.ts';

const itemsAtOnce = 200;

export type ItemRevision = ItemKey & { readonly revision: number };

/** Adds items to a snapshot. One that is gone by now is left out. */
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
