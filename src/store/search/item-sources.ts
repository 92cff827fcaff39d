import { type Kysely, sql } from 'kysely';
import { listStatusCounts, type StatusCounts } from '../curation/curation-counts.ts';
import { listDatasetNames } from '../curation/datasets.ts';
import { listTagCounts } from '../curation/tags.ts';
import type { ItemFilter, ItemSort } from '../item-port.ts';
import type { Database } from '../tables/database.ts';
import { type Sql, toPrefixCondition, toWanted, type Wanted } from './item-conditions.ts';

/** Where rows have to be counted one by one, no more than this: it takes about as long as reading a page. */
const countLimit = 20_000;

/** A way to items that may fit: they are among the rows of `from` where `where` holds. */
export interface Source {
  readonly kind: 'status' | 'tag' | 'text' | 'url' | 'key';
  /** How many rows there are, about. */
  readonly rows: number;
  /** Whether there may be any number more. */
  readonly isOpenEnded?: boolean;
  /** Gives items as `i`. */
  readonly from: Sql;
  readonly where: Sql;
  /** What `where` does not say yet. */
  readonly rest: Wanted;
  /** The sequence of the item, if the rows can be walked in its order. */
  readonly sequence?: Sql;
}

export interface ItemPlan {
  readonly wanted: Wanted;
  /** All items there are. */
  readonly total: number;
  /** Those of the datasets that are wanted. */
  readonly inDatasets: number;
  /** Items by status and dataset alone. */
  readonly base: Source;
  /** The ways by each other thing that is asked for. */
  readonly sources: readonly Source[];
}

/** Which ways there are to the items of a filter, and how long each is; undefined when nothing can fit. */
export async function planItems(
  db: Kysely<Database>,
  filter: ItemFilter,
  sortBy?: ItemSort,
): Promise<ItemPlan | undefined> {
  // Asked at once: each would wait for its way to the reading thread and back.
  const [datasets, counts] = await Promise.all([listDatasetNames(db, filter.datasets), listStatusCounts(db)]);
  const numbers = datasets.map((dataset) => dataset.no);
  const wanted = toWanted(filter, numbers);
  if (wanted === undefined) return undefined;
  const sources = await Promise.all([
    listTagSources(db, wanted),
    listTextSources(db, wanted, isTextAlone(filter, sortBy)),
    listKeySources(db, wanted),
  ]);
  return {
    wanted,
    total: sum([...counts.values()].map(sumUp)),
    inDatasets: sum(numbers.map((dataset) => sumUp(counts.get(dataset) ?? {}))),
    base: toBase(wanted, (dataset) => sum(wanted.statuses.map((status) => counts.get(dataset)?.[status] ?? 0))),
    sources: sources.flat(),
  };
}

/** Nothing is asked for but words, or part of a url, last changed first: there is one way, however long it is. */
function isTextAlone({ keyword, refUrl, ...others }: ItemFilter, sortBy: ItemSort | undefined): boolean {
  const isEither = keyword === undefined || refUrl === undefined;
  const { statuses, datasets, tags, turnTags, idPrefix, assignedTo } = others;
  const narrowing = [statuses, datasets, tags, turnTags, idPrefix, assignedTo];
  return sortBy === 'updatedAt' && isEither && narrowing.every((each) => each === undefined);
}

function sumUp(counts: StatusCounts): number {
  return sum(Object.values(counts));
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((one, other) => one + other, 0);
}

function toBase(wanted: Wanted, count: (dataset: number) => number): Source {
  const { statuses, datasets, isEveryDataset } = wanted;
  const rows = sum(datasets.map(count));
  const where = sql`i.status in (${sql.join(statuses)})`;
  const kind = 'status';
  if (isEveryDataset) return { kind, rows, from: sql`items as i indexed by items_by_status`, where, rest: wanted };
  const inDatasets = sql`i.dataset_no in (${sql.join(datasets)})`;
  const from = sql`items as i indexed by items_by_dataset`;
  return { kind, rows, from, where: sql`${inDatasets} and ${where}`, rest: wanted };
}

async function listTagSources(db: Kysely<Database>, wanted: Wanted): Promise<readonly Source[]> {
  const { tags, turnTags } = wanted;
  const counts = await listTagCounts(db, [...tags, ...turnTags]);
  const count = (tag: string, isOfTurn: boolean) =>
    sum(counts.map((row) => (row.tag === tag && (row.kind === 'turn') === isOfTurn ? row.items : 0)));
  const toSource = (tag: string, scope: 'item' | 'turn', rest: Partial<Wanted>): Source => ({
    kind: 'tag',
    rows: count(tag, scope === 'turn'),
    from: sql`item_tags as t cross join items as i indexed by items_by_sequence`,
    where: sql`t.scope = ${scope} and t.tag = ${tag} and i.sequence = t.sequence`,
    rest: { ...wanted, ...rest },
    sequence: sql`t.sequence`,
  });
  return [
    ...tags.map((tag) => toSource(tag, 'item', { tags: tags.filter((other) => other !== tag) })),
    ...turnTags.map((tag) => toSource(tag, 'turn', { turnTags: turnTags.filter((other) => other !== tag) })),
  ];
}

async function listTextSources(db: Kysely<Database>, wanted: Wanted, isAlone: boolean): Promise<readonly Source[]> {
  const { text, url, ...rest } = wanted;
  const sources: Source[] = [];
  const add = async (kind: 'text' | 'url', query: string, others: Partial<Wanted>) => {
    const name = sql.table(kind === 'text' ? 'item_texts' : 'item_urls');
    sources.push({
      kind,
      ...(isAlone ? manyRows : await countRows(db, sql`${name} where ${name} match ${query}`)),
      from: sql`${name} cross join items as i indexed by items_by_sequence`,
      where: sql`${name} match ${query} and i.sequence = ${name}.rowid`,
      rest: { ...rest, ...others },
      sequence: sql`${name}.rowid`,
    });
  };
  if (text !== undefined) await add('text', text, url === undefined ? {} : { url });
  if (url !== undefined) await add('url', url, text === undefined ? {} : { text });
  return sources;
}

async function listKeySources(db: Kysely<Database>, wanted: Wanted): Promise<readonly Source[]> {
  const { idPrefix, assignedTo, datasets, isEveryDataset } = wanted;
  const sources: Source[] = [];
  if (idPrefix !== undefined) {
    const from = sql`items as i indexed by items_by_key`;
    // The index begins with the dataset. All of them are too many to be named one by one.
    const among = isEveryDataset ? sql`select no from datasets` : sql.join(datasets);
    const where = sql`i.dataset_no in (${among}) and ${toPrefixCondition(idPrefix)}`;
    sources.push({ kind: 'key', ...(await countRows(db, sql`${from} where ${where}`)), from, where, rest: wanted });
  }
  if (assignedTo !== undefined) {
    const from = sql`items as i indexed by items_by_holder`;
    const where = sql`i.assigned_to = ${assignedTo}`;
    sources.push({ kind: 'key', ...(await countRows(db, sql`${from} where ${where}`)), from, where, rest: wanted });
  }
  return sources;
}

const manyRows: RowCount = { rows: countLimit, isOpenEnded: true };

type RowCount = Pick<Source, 'rows' | 'isOpenEnded'>;

async function countRows(db: Kysely<Database>, rows: Sql): Promise<RowCount> {
  const limited = sql`select 1 from ${rows} limit ${countLimit + 1}`;
  const result = await sql<{ count: number }>`select count(*) as count from (${limited})`.execute(db);
  const count = result.rows[0]?.count ?? 0;
  return { rows: count, isOpenEnded: count > countLimit };
}
