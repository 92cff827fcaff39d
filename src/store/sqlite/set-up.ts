import { Fault } from '../../base/fault.ts';
import type { Connection } from './connection.ts';

/** "Twis" in the header of the file: tells our databases from those of other programs. */
const applicationId = 0x54_77_69_73;

/**
 * Settings of the connection, and of the file when it is new. A file that holds the tables of another program is
 * refused, so that nothing is added to it.
 */
export async function setUp(connection: Connection): Promise<void> {
  const read = async (pragma: string) => {
    const { rows } = await connection.execute(`select * from pragma_${pragma}`, []);
    return Object.values(rows[0] ?? {})[0];
  };
  if ((await read('application_id')) !== applicationId) {
    const { rows } = await connection.execute('select name from sqlite_master limit 1', []);
    if (rows.length > 0) throw foreignFault(connection.file);
    // Has to stand before the first table. Two processes that make the file at once write the same.
    await connection.retry(() => connection.exec('pragma auto_vacuum = incremental'));
    await connection.retry(() => connection.exec(`pragma application_id = ${applicationId}`));
  }
  if ((await read('journal_mode')) !== 'wal') {
    await connection.retry(() => connection.exec('pragma journal_mode = wal'));
  }
  connection.exec('pragma synchronous = normal');
  connection.exec('pragma temp_store = memory');
}

function foreignFault(file: string): Fault {
  return new Fault({
    code: 'STORE_UNREADABLE',
    message: 'The file is a database of another program.',
    hint: 'Name another database with --store.',
    file,
  });
}
