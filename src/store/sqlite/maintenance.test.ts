import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { FakeClock } from '../../../test/support/fake-clock.ts';
import { openMigratedDatabase } from '../../../test/support/migrated-database.ts';
import { makeProject } from '../../../test/support/temp-project.ts';
import { systemClock as clock } from '../../base/clock.ts';
import { parseItem } from '../../conversation/item/parse-item.ts';
import { toItemContent } from '../../curate/item-content.ts';
import type { ItemStore } from '../item-port.ts';
import { createDatabaseCheck } from './maintenance.ts';
import { openSqliteStore } from './open-sqlite-store.ts';

async function save(items: ItemStore, id: string, word: string): Promise<void> {
  const { value: item } = parseItem({
    id,
    datasetName: 'desk',
    manualTags: [`topic:${word}`],
    history: [
      { role: 'user', msg: `${word} asks ${'about the parcel '.repeat(20)}` },
      { role: 'assistant', msg: 'Yes.', refs: [{ url: `https://docs.example.com/${word}` }] },
    ],
  });
  if (item === undefined) throw new Error('The item cannot be read.');
  const decide = () => ({
    result: undefined,
    write: { action: 'import', status: 'draft', content: toItemContent(item) } as const,
  });
  await items.change({ key: { dataset: 'desk', id }, actor: 'ann', decide });
}

it('leaves nothing on disk of an item that was purged, and everything of the others', async () => {
  const file = join(makeProject(), 'a.db');
  const store = await openSqliteStore(file, { clock });
  const { items, labels } = store.curation;
  await save(items, 'gone', 'zebra');
  for (let n = 0; n < 40; n++) await save(items, `kept-${n}`, n === 20 ? 'giraffe' : 'lion');
  await save(items, 'gone', 'zebra');
  const subject = { dataset: 'desk', item: 'gone', revision: 1, turnIndex: null };
  await labels.add([{ subject, question: 'overall', rater: 'ann', score: 1, reason: 'zebra!', blind: true }]);
  await store.curation.idempotency.save(
    { key: 'k', actor: 'ann', request: 'r' },
    { status: 201, answer: '{"id":"gone","msg":"zebra"}' },
  );
  expect(await items.purge({ dataset: 'desk', id: 'gone' }, 'ann')).toBe(true);
  expect(await store.curation.idempotency.find('ann', 'k')).toBeUndefined();
  expect(await items.count({ keyword: 'giraffe' })).toBe(1);
  expect(await items.count({ refUrl: 'com/lion' })).toBe(39);
  await store.close();
  const left = readFileSync(file).toString('latin1');
  expect(left).toContain('giraffe');
  expect(left).not.toContain('zebra');
});

async function open() {
  const clock = new FakeClock();
  const { connection: writing } = await openMigratedDatabase({ clock });
  const reading = writing.openReader();
  onTestFinished(() => reading.close());
  // Another number after every commit of another connection that wrote a page.
  const readVersion = () => Number(reading.prepareText('pragma data_version').get()?.data_version);
  return { clock, writing, readVersion, check: createDatabaseCheck({ writing, reading, clock }) };
}

it('commits a page, and again only after some seconds', async () => {
  const { clock, readVersion, check } = await open();
  const versions = [readVersion()];
  for (const pauseMs of [0, 0, 4999, 1]) {
    await clock.advance(pauseMs);
    await check();
    versions.push(readVersion());
  }
  const [start = 0] = versions;
  expect(versions).toEqual([start, start + 1, start + 1, start + 1, start + 2]);
});

it('says again that the database cannot be written until it can', async () => {
  const { writing, check } = await open();
  writing.exec('pragma query_only = on');
  for (let time = 0; time < 2; time += 1) await expect(check()).rejects.toMatchObject({ code: 'STORE_UNREADABLE' });
  writing.exec('pragma query_only = off');
  await check();
  expect(writing.isTaken).toBe(false);
});

it('does not wait for a writer', async () => {
  const { writing, readVersion, check } = await open();
  const before = readVersion();
  await writing.take();
  await check();
  expect(readVersion()).toBe(before);
});
