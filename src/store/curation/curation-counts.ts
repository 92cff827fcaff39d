import type { StatementSync } from 'node:sqlite';
import type { Kysely } from 'kysely';
import type { ItemStatus } from '../../conversation/item.ts';
import type { CurationStats } from '../curation-port.ts';
import type { TagKind } from '../tables/curation-tables.ts';
import type { Database } from '../tables/database.ts';
import { countRaters } from './labels.ts';

type TagLists = Readonly<Record<TagKind, readonly string[]>>;

const kinds: readonly TagKind[] = ['manual', 'computed', 'turn'];

/** Adds up what a transaction does to the counts, so that each count is written once. */
export class CurationCounts {
  readonly #countItems: StatementSync;
  readonly #countTag: StatementSync;
  readonly #items = new Map<number, Map<ItemStatus, number>>();
  readonly #tags: Readonly<Record<TagKind, Map<string, number>>> = {
    manual: new Map(),
    computed: new Map(),
    turn: new Map(),
  };

  constructor(statements: { readonly countItems: StatementSync; readonly countTag: StatementSync }) {
    this.#countItems = statements.countItems;
    this.#countTag = statements.countTag;
  }

  /** An item comes (1) or goes (-1). Tags of deleted items do not count. */
  add(item: { readonly dataset: number; readonly status: ItemStatus; readonly tags: TagLists }, count: 1 | -1): void {
    const statuses = this.#items.get(item.dataset) ?? new Map<ItemStatus, number>();
    this.#items.set(item.dataset, statuses);
    addTo(statuses, item.status, count);
    if (item.status === 'deleted') return;
    for (const kind of kinds) for (const tag of item.tags[kind]) addTo(this.#tags[kind], tag, count);
  }

  write(): void {
    for (const [dataset, statuses] of this.#items) {
      for (const [status, count] of statuses) if (count !== 0) this.#countItems.run(dataset, status, count);
    }
    for (const kind of kinds) {
      for (const [tag, count] of this.#tags[kind]) if (count !== 0) this.#countTag.run(kind, tag, count);
    }
    this.clear();
  }

  clear(): void {
    this.#items.clear();
    for (const kind of kinds) this.#tags[kind].clear();
  }
}

function addTo<Key>(counts: Map<Key, number>, key: Key, count: number): void {
  counts.set(key, (counts.get(key) ?? 0) + count);
}

export type StatusCounts = Readonly<Partial<Record<ItemStatus, number>>>;

/** Parameters: dataset_no, status, items. Adds the items to those that are counted. */
export function countItemsQuery(db: Kysely<Database>) {
  return db
    .insertInto('dataset_counts')
    .values({ dataset_no: 0, status: 'draft', items: 0 })
    .onConflict((conflict) =>
      conflict.columns(['dataset_no', 'status']).doUpdateSet((eb) => ({
        items: eb('dataset_counts.items', '+', eb.ref('excluded.items')),
      })),
    );
}

/** Items by status, for each dataset that has any, or for one. */
export async function listStatusCounts(
  db: Kysely<Database>,
  dataset?: number,
): Promise<ReadonlyMap<number, StatusCounts>> {
  let query = db.selectFrom('dataset_counts').selectAll().where('items', '>', 0);
  if (dataset !== undefined) query = query.where('dataset_no', '=', dataset);
  const rows = await query.execute();
  const counts = new Map<number, Partial<Record<ItemStatus, number>>>();
  for (const { dataset_no: no, status, items } of rows) {
    const known = counts.get(no) ?? {};
    known[status] = items;
    counts.set(no, known);
  }
  return counts;
}

/** Adds up the counts that are kept; looks at no item. */
export async function readCurationStats(db: Kysely<Database>): Promise<CurationStats> {
  const { datasets } = await db
    .selectFrom('datasets')
    .select((eb) => eb.fn.countAll<number>().as('datasets'))
    .executeTakeFirstOrThrow();
  const rows = await db
    .selectFrom('dataset_counts')
    .select((eb) => ['status', eb.fn.sum<number>('items').as('items')])
    .where('items', '>', 0)
    .groupBy('status')
    .execute();
  const items: Partial<Record<ItemStatus, number>> = {};
  for (const row of rows) items[row.status] = row.items;
  return { datasets, items, ...(await countRaters(db)) };
}
