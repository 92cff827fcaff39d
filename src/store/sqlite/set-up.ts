import { Fault } from '../../base/fault.ts';
import type { Connection } from './connection.ts';

/** "Twis" in the header of the file: tells our databases from those of other programs. */
const applicationId = 0x54_77_69_73;

/** 16 MB of log. */
const checkpointPages = 4000;

/**
 * Settings of the connection, and of a new file. A file with the tables of another program is refused, so that nothing is
 * added to it.
 */
export async function setUp(connection: Connection): Promise<void> {
  const read = async (pragma: string) => {
    const { rows } = await connection.execute(`select * from pragma_${pragma}`, []);
    return Object.values(rows[0] ?? {})[0];
  };
  const isWritable = connection.mode === 'write';
  // Tables first: another process that creates the file writes its id before them.
  const { rows: tables } = await connection.execute('select name from sqlite_master limit 1', []);
  if ((await read('application_id')) !== applicationId) {
    if (tables.length > 0 || !isWritable) throw foreignFault(connection.file);
    // Has to come before the first table. Two processes that create the file at once write the same.
    await connection.retry(() => connection.exec('pragma auto_vacuum = incremental'));
    await connection.retry(() => connection.exec(`pragma application_id = ${applicationId}`));
  }
  if (isWritable && (await read('journal_mode')) !== 'wal') {
    await connection.retry(() => connection.exec('pragma journal_mode = wal'));
  }
  connection.exec('pragma synchronous = normal');
  // Moving pages from the log to the file blocks the process until the disk is done. So it happens rarely, with many pages.
  connection.exec(`pragma wal_autocheckpoint = ${checkpointPages}`);
  connection.exec('pragma temp_store = memory');
}

function foreignFault(file: string): Fault {
  return new Fault({
    code: 'STORE_UNREADABLE',
    message: 'The file is the database of another program.',
    hint: 'Choose another database with --db.',
    file,
  });
}
