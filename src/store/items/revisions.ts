import type { Kysely } from 'kysely';
import type { ItemKey, RevisionRecord } from '../item-port.ts';
import type { Database } from '../tables/database.ts';
import { Statement, toParameters } from '../tables/statement.ts';
import { findItemNumber, findVersion, toEtag } from './items.ts';

const revisionColumns = ['item_no', 'revision', 'version', 'body_no', 'status', 'action', 'at', 'by'] as const;

export function insertRevisionStatement(db: Kysely<Database>) {
  const revision = toParameters('revisions', revisionColumns);
  return new Statement(revision, db.insertInto('revisions').values(revision));
}

const revisionsAtOnce = 100;

/** Newest first. */
export async function listRevisions(
  db: Kysely<Database>,
  key: ItemKey,
  { limit = revisionsAtOnce, before }: { readonly limit?: number; readonly before?: number } = {},
): Promise<readonly RevisionRecord[]> {
  const item = await findItemNumber(db, key);
  if (item === undefined) return [];
  let query = revisionRows(db, item).orderBy('revision', 'desc').limit(limit);
  if (before !== undefined) query = query.where('revision', '<', before);
  const rows = await query.execute();
  return rows.map(toRevisionRecord);
}

export async function findRevision(
  db: Kysely<Database>,
  key: ItemKey,
  revision: number,
): Promise<RevisionRecord | undefined> {
  const item = await findItemNumber(db, key);
  if (item === undefined) return undefined;
  const row = await revisionRows(db, item).where('revision', '=', revision).executeTakeFirst();
  return row === undefined ? undefined : toRevisionRecord(row);
}

export async function findRevisionByEtag(
  db: Kysely<Database>,
  key: ItemKey,
  etag: string,
): Promise<RevisionRecord | undefined> {
  const item = await findItemNumber(db, key);
  const version = item === undefined ? undefined : findVersion(item, etag);
  if (item === undefined || version === undefined) return undefined;
  // Taking an item from the queue changes its version and nothing else, so the revision is the one before that.
  const row = await revisionRows(db, item)
    .innerJoin('items', 'items.no', 'revisions.item_no')
    .where('items.version', '>=', version)
    .where('revisions.version', '<=', version)
    .orderBy('revisions.revision', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row === undefined ? undefined : toRevisionRecord(row);
}

function revisionRows(db: Kysely<Database>, item: number) {
  return db
    .selectFrom('revisions')
    .innerJoin('bodies', 'bodies.no', 'revisions.body_no')
    .selectAll('revisions')
    .select('bodies.body')
    .where('item_no', '=', item);
}

type RevisionRow = Awaited<ReturnType<ReturnType<typeof revisionRows>['execute']>>[number];

function toRevisionRecord(row: RevisionRow): RevisionRecord {
  const { revision, at, by, action, status, body } = row;
  return { revision, at, by, action, status, etag: toEtag(row.item_no, row.version), body };
}
