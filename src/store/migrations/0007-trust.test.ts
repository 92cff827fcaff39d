import { join } from 'node:path';
import { Kysely } from 'kysely';
import { expect, it, onTestFinished } from 'vitest';
import { makeProject } from '../../../test/support/temp-project.ts';
import { systemClock as clock } from '../../base/clock.ts';
import { toJudgeHash, toSampleHash } from '../../conversation/judge/test-set-use.ts';
import { Connection } from '../sqlite/connection.ts';
import { createDialect, createWritingDriver, engine } from '../sqlite/dialect.ts';
import { openSqliteStore } from '../sqlite/open-sqlite-store.ts';
import { setUp } from '../sqlite/set-up.ts';
import type { Database } from '../tables/database.ts';
import { migrate } from './migrate.ts';
import { migrations } from './migrations.ts';

const target = { id: 'bot', provider: 'builtin', settingsHash: 's' };
const sample = { id: 'a', messages: [{ role: 'user', content: 'Hello' }], tags: [], split: 'test', meta: {} };

/** A database of the version before: two calibrations of one judge. */
async function makeOldDatabase(file: string): Promise<void> {
  const connection = new Connection(file, clock);
  const db = new Kysely<Database>({ dialect: createDialect(createWritingDriver(connection)) });
  await setUp(connection);
  await migrate(db, { engine, migrations: migrations.slice(0, 6), clock, file });
  const toSpec = (split: string) => JSON.stringify({ judges: [{ deck: 'a.md', deckHash: 'd', target }], split });
  const body = JSON.stringify(JSON.stringify(sample));
  connection.exec(`
    insert into looks (deck, calibration, at, number) values ('a.md', 'cal-1', '', 1);
    insert into calibrations (no, id, hash, started_at, spec, expected) values
      (1, 'cal-1', 'h', '2026-01-02T03:04:05.000Z', '${toSpec('test')}', 1), (2, 'cal-2', 'h', '', '${toSpec('tune')}', 1);
    insert into messages (no, run_no, hash, body) values (7, 1, x'00', '${body}');
    insert into calibration_samples (calibration_no, position, judge, sample, cluster, message_no) values
      (1, 0, 0, '"a"', '"a"', 7), (2, 0, 0, '"a"', '"a"', 7)`);
  connection.close();
}

it('counts the judges that an older database tried on test samples, by sample', async () => {
  const file = join(makeProject(), 'a.db');
  await makeOldDatabase(file);
  const store = await openSqliteStore(file, { clock });
  onTestFinished(() => store.close());
  const hash = toSampleHash(sample);
  expect(await store.calibrations.testSetUses([hash, 'other'])).toEqual([
    { judge: toJudgeHash('d', target), at: '2026-01-02T03:04:05.000Z', place: 0, samples: [hash] },
  ]);
});
