import { join } from 'node:path';
import { Kysely } from 'kysely';
import { onTestFinished } from 'vitest';
import { type Clock, systemClock } from '../../src/base/clock.ts';
import { migrate } from '../../src/store/migrations/migrate.ts';
import { migrations } from '../../src/store/migrations/migrations.ts';
import { Connection } from '../../src/store/sqlite/connection.ts';
import { createDialect, createWritingDriver, engine } from '../../src/store/sqlite/dialect.ts';
import { setUp } from '../../src/store/sqlite/set-up.ts';
import type { Database } from '../../src/store/tables/database.ts';
import { makeProject } from './temp-project.ts';

/** A database with all its tables and the connection that writes it, for as long as the test takes. */
export async function openMigratedDatabase({ clock = systemClock }: { readonly clock?: Clock } = {}) {
  const file = join(makeProject(), 'a.db');
  const connection = new Connection(file, clock);
  onTestFinished(() => connection.close());
  const queries: string[] = [];
  const db = new Kysely<Database>({
    dialect: createDialect(createWritingDriver(connection)),
    log: ({ query }) => void queries.push(query.sql),
  });
  await setUp(connection);
  await migrate(db, { engine, migrations, clock, file });
  return { connection, db, queries };
}

/** Makes datasets `d-1`, `d-2` and so on, each with items `a-1`, `a-2` and so on that are drafts. */
export function fillDatasets(connection: Connection, datasets: number, items = 1): void {
  connection.exec(`
    with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < ${datasets})
    insert into datasets (name, weight, created_at, version, description, instructions, instructions_version)
    select 'd-' || n, 1, '', 1, '""', '""', 0 from numbers`);
  connection.exec(`insert into bodies (no, found_by, body) values (1, '{}', '{}')`);
  connection.exec(`
    with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < ${items})
    insert into items (dataset_no, id, status, sequence, version, revision, body_no, created_at, updated_at, updated_by,
      reviewed_at, total_references, tag_count)
    select datasets.no, 'a-' || n, 'draft', datasets.no * ${items} + n, 1, 1, 1, '', '', '', '', 0, 0
    from datasets cross join numbers order by datasets.no, n`);
  connection.exec(`insert into dataset_counts (dataset_no, status, items) select no, 'draft', ${items} from datasets`);
}
