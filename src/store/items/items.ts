import { type Kysely, type Selectable, sql } from 'kysely';
import type { ItemKey, ItemRecord, ItemStore } from '../item-port.ts';
import type { Connection } from '../sqlite/connection.ts';
import type { ItemTable } from '../tables/curation-tables.ts';
import type { Database } from '../tables/database.ts';
import { Statement, toParameter, toParameters } from '../tables/statement.ts';

/** An item with its columns of other tables. */
export interface ItemRow extends Selectable<ItemTable> {
  dataset: string;
  body: string;
}

/** Numbers of items are never used again, and versions only grow, so no ETag is given twice. */
export function toEtag(item: number, version: number): string {
  return `${item.toString(36)}-${version.toString(36)}`;
}

/** The version that an ETag of this item names; undefined for anything else. */
export function findVersion(item: number, etag: string): number | undefined {
  const version = Number.parseInt(etag.slice(etag.indexOf('-') + 1), 36);
  return toEtag(item, version) === etag ? version : undefined;
}

export function toItemRecord({ body, ...row }: ItemRow): ItemRecord {
  return { ...toItemHead(row), body };
}

/** All of it but the content. */
export function toItemHead(row: Omit<ItemRow, 'body'>): Omit<ItemRecord, 'body'> {
  return {
    dataset: row.dataset,
    id: row.id,
    status: row.status,
    revision: row.revision,
    etag: toEtag(row.no, row.version),
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    updatedBy: row.updated_by,
    ...(row.reviewed_at === '' ? {} : { reviewedAt: row.reviewed_at }),
    ...(row.assigned_to === null ? {} : { assignedTo: row.assigned_to }),
    ...(row.assigned_at === null ? {} : { assignedAt: row.assigned_at }),
    ...(row.skipped_by === null ? {} : { skippedBy: row.skipped_by }),
  };
}

export function findItemStatement(db: Kysely<Database>) {
  const key = toItemKey();
  return new Statement(key, itemRows(db).where('datasets.name', '=', key.dataset).where('items.id', '=', key.id));
}

/** The same, with what the item is found by. */
export function findItemToChangeStatement(db: Kysely<Database>) {
  const key = toItemKey();
  const query = itemRows(db).select('bodies.found_by');
  return new Statement(key, query.where('datasets.name', '=', key.dataset).where('items.id', '=', key.id));
}

function toItemKey() {
  return { dataset: toParameter<string>('dataset'), id: toParameter<string>('id') };
}

export function itemRows(db: Kysely<Database>) {
  return db
    .selectFrom('items')
    .innerJoin('datasets', 'datasets.no', 'items.dataset_no')
    .innerJoin('bodies', 'bodies.no', 'items.body_no')
    .selectAll('items')
    .select(['datasets.name as dataset', 'bodies.body']);
}

/** What every change of content or status sets. */
const changedColumns = [
  'status',
  'sequence',
  'version',
  'revision',
  'body_no',
  'updated_at',
  'updated_by',
  'reviewed_at',
  'assigned_to',
  'assigned_at',
  'skipped_by',
  'total_references',
  'tag_count',
] as const;

export function insertItemStatement(db: Kysely<Database>) {
  const item = toParameters('items', ['dataset_no', 'id', 'created_at', ...changedColumns]);
  return new Statement(item, db.insertInto('items').values(item));
}

export function updateItemStatement(db: Kysely<Database>) {
  const changed = toParameters('items', changedColumns);
  const { no } = toParameters('items', ['no']);
  return new Statement({ ...changed, no }, db.updateTable('items').set(changed).where('no', '=', no));
}

export function insertBodyStatement(db: Kysely<Database>) {
  const body = toParameters('bodies', ['found_by', 'body']);
  return new Statement(body, db.insertInto('bodies').values(body));
}

export async function findItemNumber(
  db: Kysely<Database>,
  key: { readonly dataset: string; readonly id: string },
): Promise<number | undefined> {
  const row = await db
    .selectFrom('items')
    .innerJoin('datasets', 'datasets.no', 'items.dataset_no')
    .select('items.no')
    .where('datasets.name', '=', key.dataset)
    .where('items.id', '=', key.id)
    .executeTakeFirst();
  return row?.no;
}

export function insertSkipStatement(db: Kysely<Database>) {
  const skip = toParameters('skips', ['item_no', 'who']);
  const query = db.insertInto('skips').values(skip);
  return new Statement(
    skip,
    query.onConflict((conflict) => conflict.doNothing()),
  );
}

/** All keys in one statement, as JSON: starting a read takes far longer than finding one of them. */
function findAskingStatement(db: Kysely<Database>) {
  const keys = toParameter<string>('keys');
  const query = sql<AskingRow>`select asked.value as key, datasets.name as dataset, items.id as id
    from json_each(${keys}) as asked
    join items on items.no = (select min(item_no) from questions where key = asked.value)
    join datasets on datasets.no = items.dataset_no`;
  return new Statement({ keys }, { compile: () => query.compile(db) });
}

interface AskingRow extends ItemKey {
  readonly key: string;
}

/** Finds, of question keys, those that approved items have, and the first such item of each. */
export function openQuestionFinder(connection: Connection, db: Kysely<Database>): ItemStore['findApprovedQuestions'] {
  const statement = connection.prepare(findAskingStatement(db));
  return async (keys) => {
    const rows = await connection.retry(() => statement.all({ keys: JSON.stringify(keys) }));
    return new Map(rows.map(({ key, dataset, id }) => [key, { dataset, id }]));
  };
}
