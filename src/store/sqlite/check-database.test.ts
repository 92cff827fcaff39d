import { expect, it, onTestFinished } from 'vitest';
import { FakeClock } from '../../../test/support/fake-clock.ts';
import { openMigratedDatabase } from '../../../test/support/migrated-database.ts';
import { createDatabaseCheck } from './check-database.ts';

async function open() {
  const clock = new FakeClock();
  const { connection: writing } = await openMigratedDatabase({ clock });
  const reading = writing.openReader();
  onTestFinished(() => reading.close());
  // Another number after every commit of another connection that wrote a page.
  const readVersion = () => Number(reading.prepare('pragma data_version').get()?.data_version);
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

it('does not wait for whoever is writing', async () => {
  const { writing, readVersion, check } = await open();
  const before = readVersion();
  await writing.take();
  await check();
  expect(readVersion()).toBe(before);
});
