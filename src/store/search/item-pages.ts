import { sql } from 'kysely';
import type { ItemSort } from '../item-port.ts';
import { type Sql, toConditions, toDatasetCondition, type Wanted } from './item-conditions.ts';
import type { ItemOrder, Position } from './item-cursor.ts';
import { fewRows, findRarest, type ItemPlan, type Source } from './item-sources.ts';

type KeySort = Exclude<ItemSort, 'updatedAt'>;

const columns: Readonly<Record<ItemSort, Sql>> = {
  updatedAt: sql`i.sequence`,
  reviewedAt: sql`i.reviewed_at`,
  id: sql`i.id`,
  totalReferences: sql`i.total_references`,
  tagCount: sql`i.tag_count`,
};

/** Indexes that begin with the dataset and continue with the sort key. */
const indexes: Readonly<Record<KeySort, Sql>> = {
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

/** The items of one page as `no` and `key`, in order. */
export function toPageQuery(plan: ItemPlan, { order, after, limit }: PageOptions): Sql {
  const { from, where, rest, key } = chooseRows(plan, order.sortBy);
  const conditions = sql.join([where, ...toConditions(rest), ...toStart(key, { order, after })], sql` and `);
  const direction = order.sortOrder === 'desc' ? sql`desc` : sql`asc`;
  const ties = listTies(order.sortBy).map((column) => sql`, ${column} ${direction}`);
  return sql`select i.no as no, ${key} as key from ${from} where ${conditions}
    order by ${key} ${direction}${sql.join(ties, sql``)} limit ${limit}`;
}

type Rows = Pick<Source, 'from' | 'where' | 'rest'> & { readonly key: Sql };

/**
 * What tells equal keys apart: the id, then the number, which differs for items of two datasets. Neither ever changes, so
 * an item stays where it is while its key does. A sequence is never equal to another.
 */
function listTies(sortBy: ItemSort): readonly Sql[] {
  if (sortBy === 'updatedAt') return [];
  return sortBy === 'id' ? [sql`i.no`] : [sql`i.id`, sql`i.no`];
}

/**
 * The rarest rows that the database reads in the order of the page, where it stops when the page is full, or that are few
 * enough to be sorted. Otherwise all items in the order of the page.
 */
function chooseRows({ wanted, base, sources }: ItemPlan, sortBy: ItemSort): Rows {
  const isOrdered = ({ sequence }: Source) => sortBy === 'updatedAt' && sequence !== undefined;
  const usable = sources.filter((source) => isOrdered(source) || source.rows <= fewRows);
  const rarest = findRarest(base, usable);
  if (sortBy === 'updatedAt') return { ...rarest, key: rarest.sequence ?? columns.updatedAt };
  return rarest.rows <= fewRows ? { ...rarest, key: columns[sortBy] } : toSortedRows(wanted, sortBy);
}

/** SQLite stops in each dataset when the page cannot get better. */
function toSortedRows(wanted: Wanted, sortBy: KeySort): Rows {
  const from = sql`items as i indexed by ${indexes[sortBy]}`;
  return { from, where: toDatasetCondition(wanted), rest: wanted, key: columns[sortBy] };
}

/** Only what comes after the page before. */
function toStart(key: Sql, { order, after }: Pick<PageOptions, 'order' | 'after'>): readonly Sql[] {
  if (after === undefined) return [];
  const comes = order.sortOrder === 'desc' ? sql`<` : sql`>`;
  // A number comes to SQLite as a fraction, by which a full-text table cannot begin.
  if (order.sortBy === 'updatedAt') return [sql`${key} ${comes} cast(${after.key} as integer)`];
  const values = order.sortBy === 'id' ? [after.no] : [after.id, after.no];
  const columnsOf = sql.join([key, ...listTies(order.sortBy)]);
  return [sql`(${columnsOf}) ${comes} (${sql.join([after.key, ...values])})`];
}
