import { expect, it, onTestFinished } from 'vitest';
import { fillDatasets, openMigratedDatabase } from '../../../test/support/migrated-database.ts';
import { readCurationStats } from '../curation/curation-counts.ts';
import { createReader } from './reader.ts';

async function open() {
  const { connection } = await openMigratedDatabase();
  const reader = createReader(connection);
  onTestFinished(() => reader.close());
  return { connection, reader };
}

it('reads one moment in a transaction, and otherwise what there is now', async () => {
  const { connection, reader } = await open();
  const moment = await reader.db.startTransaction().execute();
  fillDatasets(connection, 3);
  expect(await readCurationStats(moment)).toMatchObject({ datasets: 0 });
  expect(await readCurationStats(reader.db)).toMatchObject({ datasets: 3 });
  await moment.rollback().execute();
  const later = await reader.db.transaction().execute((transaction) => readCurationStats(transaction));
  expect(later).toMatchObject({ datasets: 3 });
});

it('leaves the write-ahead log alone when the moment is over', async () => {
  const { connection, reader } = await open();
  const isHeld = () => connection.prepareText('pragma wal_checkpoint(truncate)').get()?.busy !== 0;
  const moment = await reader.db.startTransaction().execute();
  fillDatasets(connection, 3);
  expect(isHeld()).toBe(true);
  await moment.rollback().execute();
  expect(isHeld()).toBe(false);
});

it('ends every transaction when it is closed, and lets a reader stop after that', async () => {
  const { connection, reader } = await open();
  const moment = await reader.db.startTransaction().execute();
  fillDatasets(connection, 3);
  await reader.close();
  expect(connection.prepareText('pragma wal_checkpoint(truncate)').get()).toMatchObject({ busy: 0 });
  await expect(readCurationStats(moment)).rejects.toThrow('closed');
  await moment.rollback().execute();
});

it('writes nothing, also in a transaction', async () => {
  const { reader } = await open();
  const writing = reader.db.transaction().execute((transaction) => transaction.deleteFrom('counters').execute());
  await expect(writing).rejects.toMatchObject({ code: 'STORE_UNREADABLE' });
});
