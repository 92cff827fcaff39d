import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { makeOldDatabase } from '../../../test/support/old-database.ts';
import { makeProject } from '../../../test/support/temp-project.ts';
import { systemClock as clock } from '../../base/clock.ts';
import { openSqliteStore } from '../sqlite/open-sqlite-store.ts';

it('names no assistant roles in datasets from before', async () => {
  const file = join(makeProject({}), 'old.db');
  const desk = { name: 'desk', weight: 1, created_at: '2026-01-01T00:00:00.000Z', version: 1 };
  const texts = { description: '""', instructions: '""', instructions_version: 0 };
  await makeOldDatabase(file, (insert) => insert('datasets', { ...desk, ...texts }), 9);
  const store = await openSqliteStore(file, { clock });
  onTestFinished(() => store.close());
  expect(await store.curation.datasets.find('desk')).toMatchObject({ name: 'desk', assistantRoles: [] });
});
