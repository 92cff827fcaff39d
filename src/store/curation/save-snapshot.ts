import type { Kysely } from 'kysely';
import type { SnapshotRecord } from '../curation-port.ts';
import type { Database } from '../tables/database.ts';
import {
  beginSnapshot,
  deleteAbandonedSnapshots,
  deleteSnapshot,
  findSnapshot,
  type ItemRevision,
  insertSnapshotItems,
  type NewSnapshot,
  showSnapshot,
} from './snapshots.ts';

const itemsAtOnce = 500;
/** No snapshot takes so long to write. */
const abandonedAfterMs = 24 * 3_600_000;

export interface SnapshotSaving {
  readonly snapshot: NewSnapshot;
  readonly items: AsyncIterable<ItemRevision>;
  readonly nowMs: number;
}

/** Writes the items a few at a time, out of sight, so that others get their turn; then shows them at once. */
export async function saveSnapshot(
  db: Kysely<Database>,
  { snapshot, items, nowMs }: SnapshotSaving,
): Promise<SnapshotRecord> {
  const known = await findSnapshot(db, snapshot.id);
  if (known !== undefined) return known;
  const at = new Date(nowMs).toISOString();
  const abandoned = new Date(nowMs - abandonedAfterMs).toISOString();
  await db.transaction().execute((transaction) => deleteAbandonedSnapshots(transaction, abandoned));
  const no = await beginSnapshot(db, snapshot, at);
  try {
    let some: ItemRevision[] = [];
    for await (const item of items) {
      some.push(item);
      if (some.length < itemsAtOnce) continue;
      await insertSnapshotItems(db, no, some);
      some = [];
    }
    if (some.length > 0) await insertSnapshotItems(db, no, some);
    return await db.transaction().execute((transaction) => showSnapshot(transaction, no, snapshot));
  } catch (error) {
    await deleteSnapshot(db, no);
    throw error;
  }
}
