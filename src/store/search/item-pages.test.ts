import { join } from 'node:path';
import { Kysely, sql } from 'kysely';
import { describe, expect, it, onTestFinished } from 'vitest';
import { makeProject } from '../../../test/support/temp-project.ts';
import { systemClock as clock } from '../../base/clock.ts';
import { createDataset } from '../curation/datasets.ts';
import type { ItemFilter, ItemSort } from '../item-port.ts';
import { migrate } from '../migrations/migrate.ts';
import { migrations } from '../migrations/migrations.ts';
import { Connection } from '../sqlite/connection.ts';
import { createDialect, createWritingDriver, engine } from '../sqlite/dialect.ts';
import type { Database } from '../tables/database.ts';
import type { Position } from './item-cursor.ts';
import { toPageQuery } from './item-pages.ts';
import { type ItemPlan, planItems } from './item-sources.ts';

const million = 1_000_000;

async function openDatabase(): Promise<Kysely<Database>> {
  const file = join(makeProject(), 'a.db');
  const connection = new Connection(file, clock);
  onTestFinished(() => connection.close());
  const db = new Kysely<Database>({ dialect: createDialect(createWritingDriver(connection)) });
  await migrate(db, { engine, migrations, clock, file });
  await createDataset(db, { name: 'desk', actor: 'ann' }, '');
  await createDataset(db, { name: 'shop', actor: 'ann' }, '');
  return db;
}

/** The plan of a filter among a million items, half of which match each of its conditions. */
async function planAmongMany(db: Kysely<Database>, filter: ItemFilter): Promise<ItemPlan> {
  const plan = await planItems(db, filter);
  if (plan === undefined) throw new Error('Nothing can fit.');
  const sources = plan.sources.map((source) => ({ ...source, rows: million / 2 }));
  return { ...plan, base: { ...plan.base, rows: million }, sources };
}

async function explain(
  db: Kysely<Database>,
  plan: ItemPlan,
  order: readonly [ItemSort, 'asc' | 'desc', (Position | undefined)?],
) {
  const [sortBy, sortOrder, after] = order;
  const query = toPageQuery(plan, { order: { sortBy, sortOrder }, after, limit: 51 });
  const { rows } = await sql<{ detail: string }>`explain query plan ${query}`.execute(db);
  return rows.map((row) => row.detail).join('\n');
}

const sorts: readonly (readonly [ItemSort, string | number])[] = [
  ['updatedAt', 5],
  ['reviewedAt', ''],
  ['id', 'a'],
  ['totalReferences', 3],
  ['tagCount', 2],
];

describe('toPageQuery among many items', () => {
  it.each(sorts)('reads an index in the order of %s, from where the page before ended', async (sortBy, key) => {
    const db = await openDatabase();
    const plan = await planAmongMany(db, { datasets: ['desk'], statuses: ['draft'] });
    for (const sortOrder of ['asc', 'desc'] as const) {
      for (const after of [undefined, { key, id: 'a', no: 1 }]) {
        const explained = await explain(db, plan, [sortBy, sortOrder, after]);
        expect(explained).toMatch(/USING (COVERING )?INDEX/);
        expect(explained).not.toContain('TEMP B-TREE');
      }
    }
  });

  it.each<[ItemFilter, string]>([
    [{ keyword: 'word' }, 'SCAN item_texts VIRTUAL TABLE'],
    [{ refUrl: 'example' }, 'SCAN item_urls VIRTUAL TABLE'],
    [{ tags: ['a:b'] }, 'SEARCH t USING PRIMARY KEY (scope=? AND tag=?'],
    [{ turnTags: ['b'], keyword: 'word' }, 'SEARCH i USING INDEX items_by_sequence'],
  ])('reads the rows of %j in the order of the page', async (filter, step) => {
    const db = await openDatabase();
    const plan = await planAmongMany(db, filter);
    const explained = await explain(db, plan, ['updatedAt', 'desc', { key: 5, id: 'a', no: 1 }]);
    expect(explained).toContain(step);
    expect(explained).not.toContain('TEMP B-TREE');
  });

  it('reads each status in order when nothing else is asked for', async () => {
    const db = await openDatabase();
    const explained = await explain(db, await planAmongMany(db, {}), ['updatedAt', 'desc']);
    expect(explained).toContain('items_by_status (status=?)');
  });

  it('reads no tag before its item, so that it stops when the page is full', async () => {
    const db = await openDatabase();
    const plan = await planAmongMany(db, { tags: ['a:b'], turnTags: ['c'] });
    const explained = await explain(db, plan, ['tagCount', 'desc']);
    expect(explained).toContain('items_by_tag_count (dataset_no=?)');
    expect(explained.match(/CORRELATED SCALAR SUBQUERY/g)).toHaveLength(2);
  });

  it('reads the few rows of a narrow filter and sorts them', async () => {
    const db = await openDatabase();
    const plan = await planAmongMany(db, { keyword: 'word', assignedTo: 'ann' });
    const [text, assigned] = plan.sources;
    if (text === undefined || assigned === undefined) throw new Error('There are two sources.');
    const narrow = { ...plan, sources: [text, { ...assigned, rows: 20 }] };
    expect(await explain(db, narrow, ['tagCount', 'desc'])).toContain('items_by_holder (assigned_to=?)');
  });
});
