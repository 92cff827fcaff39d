import type { StatementSync } from 'node:sqlite';
import type { Kysely, Selectable } from 'kysely';
import type { ItemKey, ItemRecord } from '../item-port.ts';
import type { Connection } from '../sqlite/connection.ts';
import type { ItemTable } from '../tables/curation-tables.ts';
import type { Database } from '../tables/database.ts';

/** An item with what stands in other tables. */
export interface ItemRow extends Selectable<ItemTable> {
  dataset: string;
  body: string;
}

/** Numbers of items never come again, and their versions only grow: so it is with ETags. */
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

/** Parameters: dataset, id. */
export function findItemQuery(db: Kysely<Database>) {
  return itemRows(db).where('datasets.name', '=', '').where('items.id', '=', '');
}

/** The same, with what the item is found by. */
export function findItemToChangeQuery(db: Kysely<Database>) {
  return findItemQuery(db).select('bodies.found_by');
}

export function itemRows(db: Kysely<Database>) {
  return db
    .selectFrom('items')
    .innerJoin('datasets', 'datasets.no', 'items.dataset_no')
    .innerJoin('bodies', 'bodies.no', 'items.body_no')
    .selectAll('items')
    .select(['datasets.name as dataset', 'bodies.body']);
}

/** Parameters: as the columns stand here. */
export function insertItemQuery(db: Kysely<Database>) {
  return db.insertInto('items').values({ dataset_no: 0, id: '', created_at: '', ...changedColumns });
}

/** Parameters: the columns of `changedColumns`, no. */
export function updateItemQuery(db: Kysely<Database>) {
  return db.updateTable('items').set(changedColumns).where('no', '=', 0);
}

/** What every change of content or status sets. */
const changedColumns = {
  status: 'draft',
  sequence: 0,
  version: 0,
  revision: 0,
  body_no: 0,
  updated_at: '',
  updated_by: '',
  reviewed_at: '',
  assigned_to: '',
  assigned_at: '',
  skipped_by: '',
  total_references: 0,
  tag_count: 0,
} as const;

/** The values of `changedColumns`, in their order. */
export function toChangedValues(row: Omit<ItemRow, 'no' | 'dataset' | 'dataset_no' | 'id' | 'created_at' | 'body'>) {
  return [
    row.status,
    row.sequence,
    row.version,
    row.revision,
    row.body_no,
    row.updated_at,
    row.updated_by,
    row.reviewed_at,
    row.assigned_to,
    row.assigned_at,
    row.skipped_by,
    row.total_references,
    row.tag_count,
  ] as const;
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

/** Parameters: item_no, who. */
export function insertSkipQuery(db: Kysely<Database>) {
  return db
    .insertInto('skips')
    .values({ item_no: 0, who: '' })
    .onConflict((conflict) => conflict.doNothing());
}

/** All keys in one statement, as JSON: to begin to read takes far longer than to look one of them up. */
const findAsking = `select asked.value as key, datasets.name as dataset, items.id as id
  from json_each(?) as asked
  join items on items.no = (select min(item_no) from questions where key = asked.value)
  join datasets on datasets.no = items.dataset_no`;

/** Finds, of question keys, those that approved items have, and the first such item of each. */
export class ApprovedQuestions {
  readonly #connection: Connection;
  readonly #statement: StatementSync;

  constructor(connection: Connection) {
    this.#connection = connection;
    this.#statement = connection.prepare(findAsking);
  }

  readonly find = async (keys: readonly string[]): Promise<ReadonlyMap<string, ItemKey>> => {
    const rows = await this.#connection.retry(() => this.#statement.all(JSON.stringify(keys)));
    return new Map(rows.map((row) => [String(row.key), { dataset: String(row.dataset), id: String(row.id) }]));
  };
}
