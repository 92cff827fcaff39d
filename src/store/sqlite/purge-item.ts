import type { Kysely } from 'kysely';
import type { ItemKey } from '../item-port.ts';
import { eraseAuditDetails, recordAuditEvent } from '../tables/audit-events.ts';
import type { Database } from '../tables/database.ts';
import { eraseItemSamples } from '../tables/erase-samples.ts';
import { deleteItemLabels } from '../tables/labels.ts';
import { eraseOnceAnswers } from '../tables/once-keys.ts';
import { deleteFromSnapshots } from '../tables/snapshot-items.ts';
import { deleteUnusedTags } from '../tables/tags.ts';
import type { ItemWriter, Writing } from './item-writer.ts';

/** Erases an item with everything that came of it; inside a transaction. False when there is none. */
export async function purgeItem(
  db: Kysely<Database>,
  writer: ItemWriter,
  { key, actor, at }: Writing & { readonly key: ItemKey },
): Promise<boolean> {
  const item = writer.find(key);
  if (item === undefined) return false;
  writer.withdraw(item);
  writer.finish();
  const bodies = db.selectFrom('revisions').select('body_no').where('item_no', '=', item.no);
  await db.deleteFrom('bodies').where('no', 'in', bodies).execute();
  await db.deleteFrom('revisions').where('item_no', '=', item.no).execute();
  await db.deleteFrom('skips').where('item_no', '=', item.no).execute();
  await db.deleteFrom('items').where('no', '=', item.no).execute();
  await deleteItemLabels(db, key);
  await eraseItemSamples(db, key);
  await deleteFromSnapshots(db, key);
  await deleteUnusedTags(db);
  await eraseAuditDetails(db, key);
  await eraseOnceAnswers(db, key.id);
  await recordAuditEvent(db, { at, by: actor, action: 'purge', dataset: key.dataset, item: key.id });
  return true;
}
