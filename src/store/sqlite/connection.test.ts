import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, it, onTestFinished } from 'vitest';
import { makeProject } from '../../../test/support/temp-project.ts';
import { systemClock } from '../../base/clock.ts';
import { Connection } from './connection.ts';

it('tries a statement again while another connection has the lock', async () => {
  const file = join(makeProject(), 'a.db');
  const connection = new Connection(file, systemClock);
  onTestFinished(() => connection.close());
  const other = new DatabaseSync(file);
  onTestFinished(() => other.close());
  other.exec('begin immediate');
  const made = connection.retry(() => connection.exec('create table a (x)'));
  other.exec('commit');
  await made;
  expect((await connection.execute('select name from sqlite_master', [])).rows).toEqual([{ name: 'a' }]);
});
