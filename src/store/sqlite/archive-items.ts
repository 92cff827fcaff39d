import { setImmediate as nextTurn } from 'node:timers/promises';
import { Kysely } from 'kysely';
import { quoteValue } from '../../base/explain-issue.ts';
import { ItemStatus } from '../../conversation/item/item.ts';
import { fromBody, toItemContent } from '../../curate/item-content.ts';
import type { Database } from '../tables/database.ts';
import { refuseBackup } from './archive-fault.ts';
import type { Connection, Row } from './connection.ts';
import { CurationCounts } from './curation-counts.ts';
import { createDialect, createWritingDriver } from './dialect.ts';
import { ItemRows } from './item-rows.ts';
import { prepareItemStatements } from './item-statements.ts';
import { TextIndex } from './text-index.ts';

const rowsAtOnce = 100;

/**
 * Makes all rows by which items are found and counted, from the contents that a backup brought. A content that says it
 * is of another item than it belongs to is a Fault `BACKUP_UNREADABLE`.
 */
export async function rebuildItems(connection: Connection): Promise<void> {
  await checkOwners(connection);
  connection.exec('delete from bodies where no not in (select body_no from revisions)');
  await indexItems(connection);
}

/** Bodies are read one by one: a hundred of the biggest would not fit into memory. */
function prepareBody(connection: Connection): (no: unknown) => string {
  const find = connection.prepare('select body from bodies where no = ?');
  return (no) => String(find.get(Number(no))?.body);
}

async function checkOwners(connection: Connection): Promise<void> {
  const readBody = prepareBody(connection);
  const next = connection.prepare(
    `select revisions.item_no, revisions.revision, revisions.body_no, items.id, datasets.name from revisions
     inner join items on items.no = revisions.item_no inner join datasets on datasets.no = items.dataset_no
     where (revisions.item_no, revisions.revision) > (?, ?)
     order by revisions.item_no, revisions.revision limit ${rowsAtOnce}`,
  );
  let item: unknown;
  const checked = new Set<unknown>();
  for await (const row of readPages((last) => next.all(Number(last?.item_no ?? -1), Number(last?.revision ?? -1)))) {
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

async function indexItems(connection: Connection): Promise<void> {
  // Compiles queries; what is run is run here.
  const db = new Kysely<Database>({ dialect: createDialect(createWritingDriver(connection)) });
  const statements = prepareItemStatements(connection, db);
  const rows = new ItemRows(statements, new TextIndex(connection));
  const counts = new CurationCounts(statements);
  const readBody = prepareBody(connection);
  const setMetrics = connection.prepare('update items set total_references = ?, tag_count = ? where no = ?');
  const next = connection.prepare(
    `select no, dataset_no, sequence, status, body_no from items where no > ? order by no limit ${rowsAtOnce}`,
  );
  for await (const row of readPages((last) => next.all(Number(last?.no ?? -1)))) {
    const item = { no: Number(row.no), sequence: Number(row.sequence), status: ItemStatus.parse(row.status) };
    const { index } = toItemContent(fromBody(readBody(row.body_no), item.status));
    const { manualTags: manual, computedTags: computed, turnTags: turn } = index;
    connection.guard(() => {
      rows.insert(item, index);
      setMetrics.run(index.totalReferences, manual.length + computed.length, item.no);
    });
    counts.add({ dataset: Number(row.dataset_no), status: item.status, tags: { manual, computed, turn } }, 1);
  }
  connection.guard(() => counts.write());
}

async function* readPages(readNext: (last: Row | undefined) => readonly Row[]): AsyncGenerator<Row> {
  let last: Row | undefined;
  for (let isMore = true; isMore; ) {
    const rows = readNext(last);
    yield* rows;
    last = rows.at(-1);
    isMore = rows.length === rowsAtOnce;
    await nextTurn();
  }
}
