import type { Kysely } from 'kysely';
import type { ItemStatus } from '../../conversation/item/item.ts';
import type { CurationStats } from '../curation-port.ts';
import type { Connection } from '../sqlite/connection.ts';
import type { TagKind } from '../tables/curation-tables.ts';
import type { Database } from '../tables/database.ts';
import { Statement, toParameters } from '../tables/statement.ts';
import { countRaters } from './labels.ts';
import { countTagStatement } from './tags.ts';

type TagLists = Readonly<Record<TagKind, readonly string[]>>;

const kinds: readonly TagKind[] = ['manual', 'computed', 'turn'];

export type CountStatements = ReturnType<typeof prepareCountStatements>;

export function prepareCountStatements(connection: Connection, db: Kysely<Database>) {
  return {
    countItems: connection.prepare(countItemsStatement(db)),
    countTag: connection.prepare(countTagStatement(db)),
  };
}

/** Adds up what a transaction does to the counts, so that each count is written once. */
export class CurationCounts {
  readonly #statements: CountStatements;
  readonly #items = new Map<number, Map<ItemStatus, number>>();
  readonly #tags: Readonly<Record<TagKind, Map<string, number>>> = {
    manual: new Map(),
    computed: new Map(),
    turn: new Map(),
  };

  constructor(statements: CountStatements) {
    this.#statements = statements;
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
    const { countItems, countTag } = this.#statements;
    for (const [dataset, statuses] of this.#items) {
      for (const [status, items] of statuses) if (items !== 0) countItems.run({ dataset_no: dataset, status, items });
    }
    for (const kind of kinds) {
      for (const [tag, items] of this.#tags[kind]) if (items !== 0) countTag.run({ kind, tag, items });
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

/** Adds the items to those that are counted. */
function countItemsStatement(db: Kysely<Database>) {
  const count = toParameters('dataset_counts', ['dataset_no', 'status', 'items']);
  const query = db
    .insertInto('dataset_counts')
    .values(count)
    .onConflict((conflict) =>
      conflict.columns(['dataset_no', 'status']).doUpdateSet((eb) => ({
        items: eb('dataset_counts.items', '+', eb.ref('excluded.items')),
      })),
    );
  return new Statement(count, query);
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
