import { sql } from 'kysely';
import type { ItemSort } from '../item-port.ts';
import { type Sql, toConditions, type Wanted } from './item-conditions.ts';
import { toCollectCost, toWalkCost } from './item-costs.ts';
import type { ItemOrder, Position } from './item-cursor.ts';
import type { ItemPlan, Source } from './item-sources.ts';

/** Walks that are merged into one page; more would cost more than sorting. */
const maxWalks = 200;

const columns: Readonly<Record<ItemSort, Sql>> = {
  updatedAt: sql`i.sequence`,
  reviewedAt: sql`i.reviewed_at`,
  id: sql`i.id`,
  totalReferences: sql`i.total_references`,
  tagCount: sql`i.tag_count`,
};

/** Indexes that begin with the dataset and go on with what is sorted by. */
const indexes: Readonly<Record<Exclude<ItemSort, 'updatedAt'>, Sql>> = {
  reviewedAt: sql`items_by_review`,
  id: sql`items_by_key`,
  totalReferences: sql`items_by_references`,
  tagCount: sql`items_by_tag_count`,
};

export interface PageOptions {
  readonly order: ItemOrder;
  readonly after?: Position | undefined;
  readonly limit: number;
}

/** The items of one page as `no` and `key`, in order: by the way that costs least. */
export function toPageQuery(plan: ItemPlan, options: PageOptions): Sql {
  const ways = [...listCollections(plan, options.order), ...listWalks(plan, options)];
  const { parts } = ways.reduce((best, way) => (way.cost < best.cost ? way : best));
  const [first, ...others] = parts.map((part) => toPartQuery(part, options));
  if (first === undefined || others.length === 0) return first ?? nothing;
  const all = [first, ...others].map((part) => sql`select * from (${part})`);
  const direction = options.order.sortOrder === 'desc' ? sql`desc` : sql`asc`;
  return sql`select * from (${sql.join(all, sql` union all `)})
    order by key ${direction}, no ${direction} limit ${options.limit}`;
}

const nothing = sql`select null as no, null as key where false`;

/** A way to the items of a page: queries that give them together. */
interface Way {
  readonly cost: number;
  readonly parts: readonly Part[];
}

interface Part {
  readonly from: Sql;
  readonly where: readonly Sql[];
  readonly key: Sql;
}

/** Every source can be read as a whole, and sorted. */
function listCollections(plan: ItemPlan, { sortBy }: ItemOrder): readonly [Way, ...Way[]] {
  const collect = (source: Source): Way => {
    const where = [source.where, ...toConditions(source.rest)];
    return { cost: toCollectCost(plan, source), parts: [{ from: source.from, where, key: columns[sortBy] }] };
  };
  return [collect(plan.base), ...plan.sources.map(collect)];
}

/** Some are in the order wanted already, and end where the page does. */
function listWalks(plan: ItemPlan, { order, limit }: PageOptions): readonly Way[] {
  const { wanted, base, sources } = plan;
  const isByStatus = order.sortBy === 'updatedAt';
  const parts = isByStatus ? listStatusParts(wanted) : listDatasetParts(wanted, order.sortBy);
  const ways: Way[] = [];
  if (parts.length <= maxWalks) {
    const conditions = toConditions(wanted);
    const share = isByStatus ? 1 : base.rows / plan.inDatasets;
    const cost = toWalkCost(plan, base, { limit, walks: parts.length, share });
    ways.push({ cost, parts: parts.map((part) => ({ ...part, where: [...part.where, ...conditions] })) });
  }
  if (!isByStatus) return ways;
  for (const source of sources) {
    const { from, where, rest, sequence: key } = source;
    if (key === undefined) continue;
    const cost = toWalkCost(plan, source, { limit, walks: 1, share: 1 });
    ways.push({ cost, parts: [{ from, where: [where, ...toConditions(rest)], key }] });
  }
  return ways;
}

/** One for each dataset: within it, items stand in the order of anything they are sorted by. */
function listDatasetParts({ datasets }: Wanted, sortBy: Exclude<ItemSort, 'updatedAt'>): readonly Part[] {
  const from = sql`items as i indexed by ${indexes[sortBy]}`;
  return datasets.map((dataset) => ({ from, key: columns[sortBy], where: [sql`i.dataset_no = ${dataset}`] }));
}

/** One for each status, of each dataset if that is asked for: within both, items stand in the order of their sequence. */
function listStatusParts({ statuses, datasets, isEveryDataset }: Wanted): readonly Part[] {
  const key = columns.updatedAt;
  if (isEveryDataset || statuses.length * datasets.length > maxWalks) {
    const from = sql`items as i indexed by items_by_status`;
    return statuses.map((status) => ({ from, key, where: [sql`i.status = ${status}`] }));
  }
  const from = sql`items as i indexed by items_by_dataset`;
  return datasets.flatMap((dataset) =>
    statuses.map((status) => ({ from, key, where: [sql`i.dataset_no = ${dataset} and i.status = ${status}`] })),
  );
}

function toPartQuery({ from, where, key }: Part, { order, after, limit }: PageOptions): Sql {
  const isDown = order.sortOrder === 'desc';
  const conditions = sql.join([...where, ...toStart(key, { order, after })], sql` and `);
  // The number tells equal keys apart. It never changes, so an item stays where it is while its key does.
  const no = order.sortBy === 'updatedAt' ? sql`` : isDown ? sql`, i.no desc` : sql`, i.no`;
  const direction = isDown ? sql`desc` : sql`asc`;
  return sql`select i.no as no, ${key} as key from ${from} where ${conditions}
    order by ${key} ${direction}${no} limit ${limit}`;
}

/** Only what comes after the page before. */
function toStart(key: Sql, { order, after }: Pick<PageOptions, 'order' | 'after'>): readonly Sql[] {
  if (after === undefined) return [];
  const comes = order.sortOrder === 'desc' ? sql`<` : sql`>`;
  // A number comes to SQLite as a fraction, by which a full-text table cannot begin.
  if (order.sortBy === 'updatedAt') return [sql`${key} ${comes} cast(${after.key} as integer)`];
  return [sql`(${key}, i.no) ${comes} (${after.key}, ${after.no})`];
}
