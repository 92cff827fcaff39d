import { type Kysely, sql } from 'kysely';
import { listStatusCounts } from '../curation/curation-counts.ts';
import { listDatasetNames } from '../curation/datasets.ts';
import { listTagCounts } from '../curation/tags.ts';
import type { ItemFilter, ItemSort } from '../item-port.ts';
import type { Database } from '../tables/database.ts';
import { type Sql, toDatasetCondition, toPrefixCondition, toWanted, type Wanted } from './item-conditions.ts';

/** As many rows as can be read and sorted for one page. Counting rows stops here. */
export const fewRows = 20_000;

/** Rows among which all items of a filter are. */
export interface Source {
  /** Exact up to `fewRows`; above, it may be a lower bound. */
  readonly rows: number;
  /** Gives items as `i`. */
  readonly from: Sql;
  readonly where: Sql;
  /** What `where` does not say yet. */
  readonly rest: Wanted;
  /** The sequence of the item, where the database reads the rows in its order. */
  readonly sequence?: Sql;
}

export interface ItemPlan {
  readonly wanted: Wanted;
  /** How many items of the statuses a dataset has. */
  readonly countIn: (dataset: number) => number;
  /** The items of the statuses and datasets. */
  readonly base: Source;
  /** One for each other thing that the filter asks for. */
  readonly sources: readonly Source[];
}

/** Undefined: no item can fit. */
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
  const countIn = (dataset: number) => sum(wanted.statuses.map((status) => counts.get(dataset)?.[status] ?? 0));
  return { wanted, countIn, base: toBase(wanted, sum(numbers.map(countIn))), sources: sources.flat() };
}

/** The plan for one of its datasets. */
export function toPlanOf(plan: ItemPlan, dataset: number): ItemPlan {
  const within = (wanted: Wanted): Wanted => ({ ...wanted, datasets: [dataset], isEveryDataset: false });
  const wanted = within(plan.wanted);
  const sources = plan.sources.map((source) => ({ ...source, rest: within(source.rest) }));
  return { ...plan, wanted, base: toBase(wanted, plan.countIn(dataset)), sources };
}

/** The source with the fewest rows. */
export function findRarest(base: Source, sources: readonly Source[]): Source {
  return sources.reduce((rarest, source) => (source.rows <= rarest.rows ? source : rarest), base);
}

/** The filter asks for words, or part of a url, alone, last changed first: nothing needs to be compared. */
function isTextAlone({ keyword, refUrl, ...others }: ItemFilter, sortBy: ItemSort | undefined): boolean {
  const isEither = keyword === undefined || refUrl === undefined;
  const { statuses, datasets, tags, turnTags, idPrefix, assignedTo } = others;
  const narrowing = [statuses, datasets, tags, turnTags, idPrefix, assignedTo];
  return sortBy === 'updatedAt' && isEither && narrowing.every((each) => each === undefined);
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((one, other) => one + other, 0);
}

function toBase(wanted: Wanted, rows: number): Source {
  const where = sql`i.status in (${sql.join(wanted.statuses)})`;
  if (wanted.isEveryDataset) return { rows, from: sql`items as i indexed by items_by_status`, where, rest: wanted };
  const from = sql`items as i indexed by items_by_dataset`;
  return { rows, from, where: sql`${toDatasetCondition(wanted)} and ${where}`, rest: wanted };
}

async function listTagSources(db: Kysely<Database>, wanted: Wanted): Promise<readonly Source[]> {
  const { tags, turnTags } = wanted;
  const counts = await listTagCounts(db, [...tags, ...turnTags]);
  const count = (tag: string, isOfTurn: boolean) =>
    sum(counts.map((row) => (row.tag === tag && (row.kind === 'turn') === isOfTurn ? row.items : 0)));
  const toSource = (tag: string, scope: 'item' | 'turn', rest: Partial<Wanted>): Source => ({
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
      rows: isAlone ? 0 : await countRows(db, sql`${name} where ${name} match ${query}`),
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
  const { idPrefix, assignedTo } = wanted;
  const sources: Source[] = [];
  if (idPrefix !== undefined) {
    const from = sql`items as i indexed by items_by_key`;
    const where = sql`${toDatasetCondition(wanted)} and ${toPrefixCondition(idPrefix)}`;
    sources.push({ rows: await countRows(db, sql`${from} where ${where}`), from, where, rest: wanted });
  }
  if (assignedTo !== undefined) {
    const from = sql`items as i indexed by items_by_holder`;
    const where = sql`i.assigned_to = ${assignedTo}`;
    sources.push({ rows: await countRows(db, sql`${from} where ${where}`), from, where, rest: wanted });
  }
  return sources;
}

async function countRows(db: Kysely<Database>, rows: Sql): Promise<number> {
  const limited = sql`select 1 from ${rows} limit ${fewRows + 1}`;
  const result = await sql<{ count: number }>`select count(*) as count from (${limited})`.execute(db);
  return result.rows[0]?.count ?? 0;
}
