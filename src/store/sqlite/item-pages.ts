import { sql } from 'kysely';
import type { ItemSort } from '../item-port.ts';
import { type Sql, toConditions, type Wanted } from './item-conditions.ts';
import type { ItemOrder, Position } from './item-cursor.ts';
import { collectLimit, type ItemPlan, type Source } from './item-sources.ts';

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

/** The items of one page as `no` and `key`, in order: by the way that looks at the fewest rows. */
export function toPageQuery(plan: ItemPlan, options: PageOptions): Sql {
  const shortest = toShortest(plan);
  const walks = listWalks(plan, options.order);
  if (shortest.rows <= collectLimit || walks.length > maxWalks) {
    // The sorting is left to SQLite: rows of this source come in another order.
    const { from, where } = shortest;
    const key = columns[options.order.sortBy];
    return toWalkQuery({ from, where: [where, ...toConditions(plan.wanted)], key }, options);
  }
  const [first, ...others] = walks.map((walk) => toWalkQuery(walk, options));
  if (first === undefined || others.length === 0) return first ?? sql`select null as no, null as key where false`;
  const all = [first, ...others].map((walk) => sql`select * from (${walk})`);
  const direction = options.order.sortOrder === 'desc' ? sql`desc` : sql`asc`;
  return sql`select * from (${sql.join(all, sql` union all `)})
    order by key ${direction}, no ${direction} limit ${options.limit}`;
}

/** The source with the fewest rows. */
export function toShortest({ base, sources: [first] }: ItemPlan): Source {
  return first !== undefined && first.rows < base.rows ? first : base;
}

/** Walks along indexes that are in the order wanted already; each gives at most a page. */
function listWalks({ wanted, base, sources }: ItemPlan, { sortBy }: ItemOrder): readonly Walk[] {
  const conditions = toConditions(wanted);
  if (sortBy !== 'updatedAt') {
    const from = sql`items as i indexed by ${indexes[sortBy]}`;
    const key = columns[sortBy];
    return wanted.datasets.map((dataset) => ({ from, key, where: [sql`i.dataset_no = ${dataset}`, ...conditions] }));
  }
  const way = sources.find((source) => source.sequence !== undefined);
  if (way?.sequence !== undefined && way.rows < base.rows) {
    return [{ from: way.from, key: way.sequence, where: [way.where, ...conditions] }];
  }
  return listStatusWalks(wanted).map((walk) => ({ ...walk, where: [...walk.where, ...conditions] }));
}

/** One for each status, of each dataset if that is asked for: within both, items stand in the order of their sequence. */
function listStatusWalks({ statuses, datasets, isEveryDataset }: Wanted): readonly Walk[] {
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

interface Walk {
  readonly from: Sql;
  readonly where: readonly Sql[];
  readonly key: Sql;
}

function toWalkQuery({ from, where, key }: Walk, { order, after, limit }: PageOptions): Sql {
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
  if (order.sortBy === 'updatedAt') return [sql`${key} ${comes} ${after.key}`];
  return [sql`(${key}, i.no) ${comes} (${after.key}, ${after.no})`];
}
