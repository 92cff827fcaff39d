import { systemClock } from '../../src/base/clock.ts';
import { openSqliteStore } from '../../src/store/sqlite/open-sqlite-store.ts';

/**
 * Opens the database of the first argument, which migrates it. `kill` as the second: a migration asks for the time once all
 * its rows are changed and nothing is committed, and the process is killed then.
 */
const [file = '', end] = process.argv.slice(2);
const die = (): never => {
  process.kill(process.pid, 'SIGKILL');
  throw new Error('It was killed.');
};
const store = await openSqliteStore(file, { clock: end === 'kill' ? { ...systemClock, now: die } : systemClock });
await store.close();
