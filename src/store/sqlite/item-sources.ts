import { type Kysely, sql } from 'kysely';
import type { ItemFilter } from '../item-port.ts';
import type { Database } from '../tables/database.ts';
import { listStatusCounts } from '../tables/dataset-counts.ts';
import { listDatasetNames } from '../tables/datasets.ts';
import { listTagCounts } from '../tables/tags.ts';
import { type Sql, toPrefixCondition, toWanted, type Wanted } from './item-conditions.ts';

/** So many items are looked at one by one and sorted; where there are more, an index is walked in the order wanted. */
export const collectLimit = 2000;

/** A way to items that may fit: they are among the rows of `from` where `where` holds. */
export interface Source {
  /** How many rows there are about; anything over `collectLimit` stands for many. */
  readonly rows: number;
  /** Gives items as `i`. */
  readonly from: Sql;
  readonly where: Sql;
  /** The sequence of the item, if the rows can be walked in its order. */
  readonly sequence?: Sql;
}

export interface ItemPlan {
  readonly wanted: Wanted;
  /** Items by status and dataset alone. */
  readonly base: Source;
  /** The ways by what else is asked for, the one with the fewest rows first. */
  readonly sources: readonly Source[];
}

/** Which ways there are to the items of a filter, and how long each is; undefined when nothing can fit. */
export async function planItems(db: Kysely<Database>, filter: ItemFilter): Promise<ItemPlan | undefined> {
  const datasets = await listDatasetNames(db, filter.datasets);
  const numbers = datasets.map((dataset) => dataset.no);
  const wanted = toWanted(filter, numbers);
  if (wanted === undefined) return undefined;
  const sources = [
    ...(await listTagSources(db, wanted)),
    ...(await listTextSources(db, wanted)),
    ...(await listKeySources(db, wanted)),
  ];
  return { wanted, base: await toBase(db, wanted), sources: sources.toSorted((a, b) => a.rows - b.rows) };
}

async function toBase(db: Kysely<Database>, { statuses, datasets, isEveryDataset }: Wanted): Promise<Source> {
  const counts = await listStatusCounts(db);
  let rows = 0;
  for (const dataset of datasets) for (const status of statuses) rows += counts.get(dataset)?.[status] ?? 0;
  const where = sql`i.status in (${sql.join(statuses)})`;
  if (isEveryDataset) return { rows, from: sql`items as i indexed by items_by_status`, where };
  const inDatasets = sql`i.dataset_no in (${sql.join(datasets)})`;
  return { rows, from: sql`items as i indexed by items_by_dataset`, where: sql`${inDatasets} and ${where}` };
}

async function listTagSources(db: Kysely<Database>, { tags, turnTags }: Wanted): Promise<readonly Source[]> {
  const counts = await listTagCounts(db, [...tags, ...turnTags]);
  const count = (tag: string, isOfTurn: boolean) =>
    counts.reduce((sum, row) => (row.tag === tag && (row.kind === 'turn') === isOfTurn ? sum + row.items : sum), 0);
  const toSource = (tag: string, scope: 'item' | 'turn'): Source => ({
    rows: count(tag, scope === 'turn'),
    from: sql`item_tags as t cross join items as i indexed by items_by_sequence`,
    where: sql`t.scope = ${scope} and t.tag = ${tag} and i.sequence = t.sequence`,
    sequence: sql`t.sequence`,
  });
  return [...tags.map((tag) => toSource(tag, 'item')), ...turnTags.map((tag) => toSource(tag, 'turn'))];
}

async function listTextSources(db: Kysely<Database>, { text, url }: Wanted): Promise<readonly Source[]> {
  const sources: Source[] = [];
  for (const [table, query] of Object.entries({ item_texts: text, item_urls: url })) {
    if (query === undefined) continue;
    const name = sql.table(table);
    sources.push({
      rows: await countRows(db, sql`${name} where ${name} match ${query}`),
      from: sql`${name} cross join items as i indexed by items_by_sequence`,
      where: sql`${name} match ${query} and i.sequence = ${name}.rowid`,
      sequence: sql`${name}.rowid`,
    });
  }
  return sources;
}

async function listKeySources(
  db: Kysely<Database>,
  { idPrefix, assignedTo, datasets }: Wanted,
): Promise<readonly Source[]> {
  const sources: Source[] = [];
  if (idPrefix !== undefined) {
    const from = sql`items as i indexed by items_by_key`;
    const where = sql`i.dataset_no in (${sql.join(datasets)}) and ${toPrefixCondition(idPrefix)}`;
    sources.push({ rows: await countRows(db, sql`${from} where ${where}`), from, where });
  }
  if (assignedTo !== undefined) {
    const from = sql`items as i indexed by items_by_holder`;
    const where = sql`i.assigned_to = ${assignedTo}`;
    sources.push({ rows: await countRows(db, sql`${from} where ${where}`), from, where });
  }
  return sources;
}

/** Counts no further than it matters. */
async function countRows(db: Kysely<Database>, rows: Sql): Promise<number> {
  const limited = sql`select 1 from ${rows} limit ${collectLimit + 1}`;
  const result = await sql<{ count: number }>`select count(*) as count from (${limited})`.execute(db);
  return result.rows[0]?.count ?? 0;
}
