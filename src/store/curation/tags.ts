import type { Kysely } from 'kysely';
import type { TagUse } from '../curation-port.ts';
import type { TagKind } from '../tables/curation-tables.ts';
import type { Database } from '../tables/database.ts';
import { Statement, toParameters } from '../tables/statement.ts';
import { recordAuditEvent } from './audit-events.ts';

/** Adds the items to those that are counted. */
export function countTagStatement(db: Kysely<Database>) {
  const count = toParameters('tags', ['kind', 'tag', 'items']);
  const query = db
    .insertInto('tags')
    .values(count)
    .onConflict((conflict) =>
      conflict
        .columns(['kind', 'tag'])
        .doUpdateSet((eb) => ({ items: eb('tags.items', '+', eb.ref('excluded.items')) })),
    );
  return new Statement(count, query);
}

/** Manual tags that are listed or used, by name. */
export async function listTags(db: Kysely<Database>): Promise<readonly TagUse[]> {
  const rows = await db
    .selectFrom('tags')
    .select(['tag', 'items', 'added_at'])
    .where('kind', '=', 'manual')
    .where((eb) => eb.or([eb('items', '>', 0), eb('added_at', 'is not', null)]))
    .orderBy('tag')
    .execute();
  return rows.map(({ tag, items, added_at }) => ({ tag, items, isListed: added_at !== null }));
}

interface TagChange {
  readonly tags: readonly string[];
  readonly actor: string;
  readonly at: string;
}

export async function addTags(db: Kysely<Database>, { tags, actor, at }: TagChange): Promise<void> {
  const listed = new Set(await listListed(db, tags));
  const added = [...new Set(tags)].filter((tag) => !listed.has(tag));
  if (added.length === 0) return;
  await db
    .insertInto('tags')
    .values(added.map((tag) => ({ kind: 'manual' as const, tag, items: 0, added_at: at, added_by: actor })))
    .onConflict((conflict) => conflict.columns(['kind', 'tag']).doUpdateSet({ added_at: at, added_by: actor }))
    .execute();
  await recordAuditEvent(db, { at, by: actor, action: 'tags', detail: JSON.stringify({ added }) });
}

/** Gives how many were listed. */
export async function removeTags(db: Kysely<Database>, { tags, actor, at }: TagChange): Promise<number> {
  const removed = await listListed(db, tags);
  if (removed.length === 0) return 0;
  await db
    .updateTable('tags')
    .set({ added_at: null, added_by: null })
    .where('kind', '=', 'manual')
    .where('tag', 'in', removed)
    .execute();
  await deleteUnusedTags(db);
  await recordAuditEvent(db, { at, by: actor, action: 'tags', detail: JSON.stringify({ removed }) });
  return removed.length;
}

/** Deletes tags that are no longer listed or used. */
export async function deleteUnusedTags(db: Kysely<Database>): Promise<void> {
  await db.deleteFrom('tags').where('items', '=', 0).where('added_at', 'is', null).execute();
}

/** How many items, deleted ones apart, have each of these tags. */
export async function listTagCounts(
  db: Kysely<Database>,
  tags: readonly string[],
): Promise<readonly { readonly kind: TagKind; readonly tag: string; readonly items: number }[]> {
  if (tags.length === 0) return [];
  return db
    .selectFrom('tags')
    .select(['kind', 'tag', 'items'])
    .where('kind', 'in', ['manual', 'computed', 'turn'])
    .where('tag', 'in', tags)
    .execute();
}

async function listListed(db: Kysely<Database>, tags: readonly string[]): Promise<readonly string[]> {
  if (tags.length === 0) return [];
  const rows = await db
    .selectFrom('tags')
    .select('tag')
    .where('kind', '=', 'manual')
    .where('tag', 'in', tags)
    .where('added_at', 'is not', null)
    .execute();
  return rows.map((row) => row.tag);
}
