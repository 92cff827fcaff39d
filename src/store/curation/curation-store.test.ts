import { join } from 'node:path';
import { Kysely } from 'kysely';
import { expect, it, onTestFinished } from 'vitest';
import { makeProject } from '../../../test/support/temp-project.ts';
import { systemClock as clock } from '../../base/clock.ts';
import { toItemContent } from '../../curate/item-content.ts';
import type { ItemChange } from '../item-port.ts';
import { migrate } from '../migrations/migrate.ts';
import { migrations } from '../migrations/migrations.ts';
import { Connection } from '../sqlite/connection.ts';
import { createDialect, createWritingDriver, engine } from '../sqlite/dialect.ts';
import { setUp } from '../sqlite/set-up.ts';
import type { Database } from '../tables/database.ts';
import { createCurationStore } from './curation-store.ts';

function toSaving(id: string, comment = ''): ItemChange<string> {
  const item = { id, datasetName: 'desk', status: 'draft' as const, comment, refs: [], manualTags: [], meta: {} };
  const write = { action: 'create', status: 'draft', content: toItemContent(item) } as const;
  return { key: { dataset: 'desk', id }, actor: 'ann', decide: () => ({ result: '', write }) };
}

async function open() {
  const file = join(makeProject(), 'a.db');
  const connection = new Connection(file, clock);
  const db = new Kysely<Database>({ dialect: createDialect(createWritingDriver(connection)) });
  await setUp(connection);
  await migrate(db, { engine, migrations, clock, file });
  const curation = createCurationStore({ connection, reader: db, clock });
  onTestFinished(async () => {
    await curation.close();
    connection.close();
  });
  return { connection, curation };
}

it('keeps nothing of a change that fills the disk, and works again when there is room', async () => {
  const { connection, curation } = await open();
  connection.exec('pragma max_page_count = 1');
  const long = 'x'.repeat(1_000_000);
  const full = { code: 'STORE_FULL' };
  const together = [toSaving('a'), toSaving('b', long)];
  const settled = await Promise.allSettled(together.map((change) => curation.items.change(change)));
  for (const each of settled) expect(each).toMatchObject({ reason: full });
  async function* batches() {
    yield together;
  }
  await expect(Array.fromAsync(curation.items.changeMany(batches()))).rejects.toMatchObject(full);
  await expect(curation.datasets.create({ name: 'big', description: long, actor: 'ann' })).rejects.toMatchObject(full);

  connection.exec('pragma max_page_count = 1000000');
  expect(await curation.stats()).toEqual({ datasets: 0, items: {}, labels: 0, raters: 0 });
  await curation.items.change(toSaving('a'));
  expect(await curation.datasets.list()).toMatchObject([{ name: 'desk', counts: { draft: 1 } }]);
  expect(await curation.audit.list({}, { limit: 5 })).toHaveLength(1);
});

it('reports a change only after it is on disk', async () => {
  const { connection, curation } = await open();
  const levels: unknown[] = [];
  const read = () => connection.prepareText('select synchronous from pragma_synchronous').get()?.synchronous;
  await curation.items.change({
    ...toSaving('a'),
    decide: () => {
      levels.push(read());
      return { result: '' };
    },
  });
  levels.push(read());
  // 2: full, 1: normal.
  expect(levels).toEqual([2, 1]);
});

it('says that the database cannot be used', async () => {
  const { connection, curation } = await open();
  connection.exec('pragma query_only = on');
  await expect(curation.check()).rejects.toMatchObject({ code: 'STORE_UNREADABLE' });
});
