import { type Kysely, sql } from 'kysely';
import { definedOnly } from '../../base/defined-only.ts';
import type { ItemBriefPage, ItemFilter, ItemPage, ItemQuery, ItemRecord } from '../item-port.ts';
import { type ItemRow, toItemHead, toItemRecord } from '../items/items.ts';
import type { Database } from '../tables/database.ts';
import { type Sql, toConditions } from './item-conditions.ts';
import { parseCursor, toCursor, toOrder } from './item-cursor.ts';
import { type PageOptions, toPageQuery } from './item-pages.ts';
import { findRarest, type ItemPlan, planItems, toPlanOf } from './item-sources.ts';

const itemsAtOnce = 200;

export async function listItems(db: Kysely<Database>, query: ItemQuery): Promise<ItemPage> {
  const { rows, cursor } = await listRows(db, query, sql`body`);
  return { records: rows.map(toItemRecord), ...definedOnly({ cursor }) };
}

/** The content is summarized in the reading thread, so that little of it is copied between threads. */
export async function listItemBriefs(db: Kysely<Database>, query: ItemQuery): Promise<ItemBriefPage> {
  const { rows, cursor } = await listRows(
    db,
    query,
    sql`item_summary(body, ${query.keyword ?? null}, (select assistant_roles from datasets where no = i.dataset_no))`,
  );
  const briefs = rows.map(({ body: summary, ...row }) => ({ ...toItemHead(row), summary }));
  return { briefs, ...definedOnly({ cursor }) };
}

interface Rows {
  readonly rows: readonly PageRow[];
  readonly cursor?: string | undefined;
}

async function listRows(db: Kysely<Database>, query: ItemQuery, content: Sql): Promise<Rows> {
  const order = toOrder(query);
  const after = query.cursor === undefined ? undefined : parseCursor(query.cursor, order);
  const plan = await planItems(db, query, order.sortBy);
  if (plan === undefined) return { rows: [] };
  // One more than asked for tells whether there are more.
  const rows = await readPage(db, plan, { order, after, limit: query.limit + 1, content });
  const last = rows[query.limit - 1];
  if (rows.length <= query.limit || last === undefined) return { rows };
  return { rows: rows.slice(0, query.limit), cursor: toCursor(order, { key: last.key, id: last.id, no: last.no }) };
}

export async function countItems(db: Kysely<Database>, filter: ItemFilter): Promise<number> {
  const plan = await planItems(db, filter);
  if (plan === undefined) return 0;
  if (isByStatusAlone(plan)) return plan.base.rows;
  const { from, where, rest } = findRarest(plan.base, plan.sources);
  const conditions = sql.join([where, ...toConditions(rest)], sql` and `);
  const result = await sql<{ count: number }>`select count(*) as count from ${from} where ${conditions}`.execute(db);
  return result.rows[0]?.count ?? 0;
}

/** By dataset and id: all as they are when the first is read, or with `mayChange` each page as it is when it is read. */
export async function* readAllItems(
  db: Kysely<Database>,
  filter: ItemFilter,
  { mayChange = false }: { readonly mayChange?: boolean } = {},
): AsyncGenerator<ItemRecord> {
  if (mayChange) return yield* readPages(db, filter);
  const moment = await db.startTransaction().execute();
  try {
    yield* readPages(moment, filter);
  } finally {
    await moment.rollback().execute();
  }
}

/** A page at a time, so that a slow reader has few items in memory. */
async function* readPages(db: Kysely<Database>, filter: ItemFilter): AsyncGenerator<ItemRecord> {
  const plan = await planItems(db, filter);
  if (plan === undefined) return;
  const order = { sortBy: 'id', sortOrder: 'asc' } as const;
  for (const dataset of plan.wanted.datasets) {
    const part = toPlanOf(plan, dataset);
    let rows: readonly PageRow[] | undefined;
    do {
      const last = rows?.at(-1);
      rows = await readPage(db, part, { order, after: last, limit: itemsAtOnce });
      for (const row of rows) yield toItemRecord(row);
    } while (rows.length === itemsAtOnce);
  }
}

/** The stored counts are the answer. */
function isByStatusAlone({ wanted, sources }: ItemPlan): boolean {
  return sources.length === 0 && wanted.excludeTags.length === 0 && wanted.shortUrl === undefined;
}

interface PageRow extends ItemRow {
  readonly key: string | number;
}

/** Names and contents are read for the rows of the page alone: sorting would carry them along. */
async function readPage(
  db: Kysely<Database>,
  plan: ItemPlan,
  { content = sql`body`, ...options }: PageOptions & { readonly content?: Sql },
): Promise<readonly PageRow[]> {
  const direction = options.order.sortOrder === 'desc' ? sql`desc` : sql`asc`;
  const result = await sql<PageRow>`select i.*, page.key as key,
      (select name from datasets where no = i.dataset_no) as dataset,
      (select ${content} from bodies where no = i.body_no) as body
    from (${toPageQuery(plan, options)}) as page cross join items as i
    where i.no = page.no
    order by page.key ${direction}, i.id ${direction}, page.no ${direction}`.execute(db);
  return result.rows;
}
