import { existsSync, renameSync, symlinkSync } from 'node:fs';
import { expect, it } from 'vitest';
import { openMigratedDatabase } from '../../../test/support/migrated-database.ts';
import { makeProject } from '../../../test/support/temp-project.ts';
import { DatabaseFiles } from './database-files.ts';

const replaced = { code: 'STORE_REPLACED' };

async function open() {
  const { connection } = await openMigratedDatabase();
  connection.files.remember();
  const away = `${connection.file}.away`;
  return {
    connection,
    moveAway: () => renameSync(connection.file, away),
    moveBack: () => renameSync(away, connection.file),
  };
}

it('commits nothing to a file that is moved away while it is written to', async () => {
  const { connection, moveAway, moveBack } = await open();
  const count = () => connection.prepareText('select count(*) as n from counters').get()?.n;
  const before = count();
  const writing = connection.transact(() => {
    connection.exec("insert into counters (name, value) values ('late', 1)");
    moveAway();
  });
  await expect(writing).rejects.toMatchObject(replaced);
  moveBack();
  expect(count()).toBe(before);
});

it('acknowledges nothing that was written while the file was moved away', async () => {
  const { connection, moveAway, moveBack } = await open();
  const writing = connection.retry(() => {
    connection.exec("insert into counters (name, value) values ('late', 1)");
    moveAway();
  });
  await expect(writing).rejects.toMatchObject(replaced);
  moveBack();
  await connection.transact(() => {});
});

it('opens no further connection to another file', async () => {
  const { connection, moveAway } = await open();
  moveAway();
  expect(() => connection.openReader()).toThrow(expect.objectContaining(replaced));
  expect(existsSync(connection.file)).toBe(false);
});

it('follows a link to the database, and notices when the link leads elsewhere', async () => {
  const { connection } = await open();
  const link = `${makeProject()}/link.db`;
  symlinkSync(connection.file, link);
  const files = new DatabaseFiles(link);
  files.remember();
  expect(files.known.map(({ path }) => path)).toEqual([
    link,
    ...['-wal', '-shm'].map((ending) => `${connection.file}${ending}`),
  ]);
  renameSync(link, `${link}.away`);
  symlinkSync(`${connection.file}-wal`, link);
  expect(() => files.assertInPlace()).toThrow(expect.objectContaining(replaced));
});
