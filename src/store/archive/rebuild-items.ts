import { setImmediate as nextTurn } from 'node:timers/promises';
import { type Kysely, sql } from 'kysely';
import { quoteValue } from '../../base/explain-issue.ts';
import { ItemStatus } from '../../conversation/item/item.ts';
import { fromBody, toIndexOfBody } from '../../curate/item-content.ts';
import { CurationCounts, prepareCountStatements } from '../curation/curation-counts.ts';
import { ItemRows } from '../items/item-rows.ts';
import type { Connection } from '../sqlite/connection.ts';
import type { Database } from '../tables/database.ts';
import { Statement, toParameters } from '../tables/statement.ts';
import { refuseBackup } from './archive-fault.ts';

const rowsAtOnce = 100;

/**
 * Makes all rows by which items are found and counted, from the contents that a backup brought. A content that says it
 * is of another item than it belongs to is a Fault `BACKUP_UNREADABLE`.
 */
export async function rebuildItems(connection: Connection, db: Kysely<Database>): Promise<void> {
  await checkOwners(connection, db);
  connection.exec('delete from bodies where no not in (select body_no from revisions)');
  await indexItems(connection, db);
}

/** Bodies are read one by one: a hundred of the biggest would not fit into memory. */
function prepareBody(connection: Connection, db: Kysely<Database>): (no: number) => string {
  const { no: number } = toParameters('bodies', ['no']);
  const query = db.selectFrom('bodies').select('body').where('no', '=', number);
  const find = connection.prepare(new Statement({ no: number }, query));
  return (no) => String(find.get({ no })?.body);
}

async function checkOwners(connection: Connection, db: Kysely<Database>): Promise<void> {
  const readBody = prepareBody(connection, db);
  const next = connection.prepare(listRevisionsStatement(db));
  let item: number | undefined;
  const checked = new Set<number>();
  for await (const row of readPages((last: RevisionRow | undefined) => next.all(last ?? beforeRevisions))) {
    if (row.item_no !== item) checked.clear();
    item = row.item_no;
    if (checked.has(row.body_no)) continue;
    checked.add(row.body_no);
    // It was checked when it came.
    const { id, datasetName } = fromBody(readBody(row.body_no), 'draft');
    if (id === row.id && datasetName === row.name) continue;
    throw refuseBackup(`The item ${quoteValue(row.id)} in the backup has the content of another item.`);
  }
}

type RevisionRow = ReturnType<typeof listRevisionsStatement>['row'];

const beforeRevisions = { item_no: -1, revision: -1 };

function listRevisionsStatement(db: Kysely<Database>) {
  const last = toParameters('revisions', ['item_no', 'revision']);
  const query = db
    .selectFrom('revisions')
    .innerJoin('items', 'items.no', 'revisions.item_no')
    .innerJoin('datasets', 'datasets.no', 'items.dataset_no')
    .select(['revisions.item_no', 'revisions.revision', 'revisions.body_no', 'items.id', 'datasets.name'])
    .where(sql<boolean>`(revisions.item_no, revisions.revision) > (${last.item_no}, ${last.revision})`)
    .orderBy('revisions.item_no')
    .orderBy('revisions.revision')
    .limit(rowsAtOnce);
  return new Statement(last, query);
}

async function indexItems(connection: Connection, db: Kysely<Database>): Promise<void> {
  const rows = new ItemRows(connection, db);
  const counts = new CurationCounts(prepareCountStatements(connection, db));
  const readBody = prepareBody(connection, db);
  const setMetrics = connection.prepare(setMetricsStatement(db));
  const next = connection.prepare(listItemsStatement(db));
  for await (const row of readPages((last: PlacedItem | undefined) => next.all({ no: last?.no ?? -1 }))) {
    const item = { ...row, status: ItemStatus.parse(row.status) };
    const index = toIndexOfBody(readBody(row.body_no), item.status);
    const { manualTags: manual, computedTags: computed, turnTags: turn } = index;
    connection.guard(() => {
      rows.insert(item, index);
      const metrics = { total_references: index.totalReferences, tag_count: manual.length + computed.length };
      setMetrics.run({ ...metrics, no: item.no });
    });
    counts.add({ dataset: row.dataset_no, status: item.status, tags: { manual, computed, turn } }, 1);
  }
  connection.guard(() => counts.write());
}

function listItemsStatement(db: Kysely<Database>) {
  const { no } = toParameters('items', ['no']);
  const query = db.selectFrom('items').select(['no', 'dataset_no', 'sequence', 'status', 'body_no']);
  return new Statement({ no }, query.where('no', '>', no).orderBy('no').limit(rowsAtOnce));
}

type PlacedItem = ReturnType<typeof listItemsStatement>['row'];

function setMetricsStatement(db: Kysely<Database>) {
  const { no, ...metrics } = toParameters('items', ['total_references', 'tag_count', 'no']);
  return new Statement({ ...metrics, no }, db.updateTable('items').set(metrics).where('no', '=', no));
}

async function* readPages<Row>(readNext: (last: Row | undefined) => readonly Row[]): AsyncGenerator<Row> {
  let last: Row | undefined;
  for (let isMore = true; isMore; ) {
    const rows = readNext(last);
    yield* rows;
    last = rows.at(-1);
    isMore = rows.length === rowsAtOnce;
    await nextTurn();
  }
}
