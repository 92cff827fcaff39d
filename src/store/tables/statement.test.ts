import { describe, expect, it } from 'vitest';
import { openMigratedDatabase } from '../../../test/support/migrated-database.ts';
import { Statement, toParameter, toParameters } from './statement.ts';

describe('a statement', () => {
  it('takes values by name, in any order, and puts them where the SQL has them', async () => {
    const { connection, db } = await openMigratedDatabase();
    const use = toParameters('message_uses', ['run_no', 'message_no']);
    const insert = connection.prepare(new Statement(use, db.insertInto('message_uses').values(use)));
    expect(insert.run({ message_no: 7, run_no: 1 })).toBe(1);
    expect(insert.run({ run_no: 2, message_no: 8 })).toBe(1);
    const limit = toParameter<number>('limit');
    const query = db.selectFrom('message_uses').select(['run_no', 'message_no']).where('run_no', '>', use.run_no);
    const list = connection.prepare(new Statement({ limit, run_no: use.run_no }, query.orderBy('run_no').limit(limit)));
    expect(list.all({ limit: 5, run_no: 1 })).toEqual([{ run_no: 2, message_no: 8 }]);
    expect(list.get({ limit: 1, run_no: 0 })).toEqual({ run_no: 1, message_no: 7 });
    expect(list.get({ limit: 1, run_no: 2 })).toBeUndefined();
  });

  it('keeps the constants of its query in place, and may use a value twice', async () => {
    const { db } = await openMigratedDatabase();
    const { no } = toParameters('runs', ['no']);
    const query = db.selectFrom('runs').select('id').where('no', '=', no).where('state', '=', 'stopped');
    const statement = new Statement({ no }, query.where('start_sequence', '<>', no));
    expect(statement.toList({ no: 4 })).toEqual([4, 'stopped', 4]);
  });

  it('gives the number of an inserted row, and none for a row that exists', async () => {
    const { connection, db } = await openMigratedDatabase();
    const message = toParameters('messages', ['run_no', 'hash', 'body']);
    const query = db.insertInto('messages').values(message);
    const statement = new Statement(
      message,
      query.onConflict((conflict) => conflict.column('hash').doNothing()),
    );
    const insert = connection.prepare(statement);
    const values = { run_no: 1, hash: new Uint8Array(16), body: '""' };
    expect(insert.insert(values)).toBe(1);
    expect(insert.insert(values)).toBeUndefined();
  });

  it('refuses a parameter that its query does not have', async () => {
    const { db } = await openMigratedDatabase();
    const { no, id } = toParameters('runs', ['no', 'id']);
    const query = db.selectFrom('runs').select('id').where('no', '=', no);
    expect(() => new Statement({ no, id }, query)).toThrow('no parameter id');
  });
});
