import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, it, onTestFinished } from 'vitest';
import { type Insert, insertOldRun, makeOldDatabase } from '../../../test/support/old-database.ts';
import { makeProject } from '../../../test/support/temp-project.ts';
import { systemClock as clock } from '../../base/clock.ts';
import { toCanonicalJson } from '../../base/hash.ts';
import type { ArchiveRow } from '../archive-port.ts';
import { openSqliteStore } from '../sqlite/open-sqlite-store.ts';
import { toThresholdRow } from './0009-gate-thresholds.ts';

const target = { id: 'bot', provider: 'builtin', settingsHash: 's' };
const rate = { value: 0.9, low: 0.8, high: 1, n: 40 };
const common = {
  ...{ target, state: 'trusted', reasons: [], split: 'test', at: '', deckHash: 'd', samplesHash: 'h' },
  ...{ sources: ['deck'], pass: 1, n: 40, graded: 40, metrics: { tpr: rate } },
};

/** As version 8 recorded it. */
const judge = {
  ...{ deck: 'a.deck.md', deckHash: 'd', target, certificateStatus: 'stale', changed: ['limits', 'deck'] },
  certificate: {
    ...{ ...common, limits: { tpr: 0.8 }, hash: 'over the old names' },
    gate: [{ metric: 'tpr', limit: 0.8, state: 'met', eValue: 50, neededE: 40 }],
  },
};

const renamed = {
  ...{ deck: 'a.deck.md', deckHash: 'd', target, certificateStatus: 'stale', changed: ['thresholds', 'deck'] },
  certificate: {
    ...{ ...common, thresholds: { tpr: 0.8 } },
    gate: [{ metric: 'tpr', threshold: 0.8, state: 'met', eValue: 50, neededE: 40 }],
  },
};

const run = { files: [], attachments: [], targets: [], options: { repeat: 1 }, conversations: 0 };

function fill(insert: Insert): void {
  const columns = { state: 'completed' };
  insertOldRun(insert, { no: 1, spec: { ...run, certificates: [judge] }, columns });
  insertOldRun(insert, { no: 2, spec: run, columns });
  const spec = toCanonicalJson({ hash: 'h', certificates: [judge] });
  insert('gradings', { run_no: 1, number: 1, started_at: '', ended_at: '', spec, start_sequence: 5 });
}

function readRows(file: string): readonly ArchiveRow[] {
  const database = new DatabaseSync(file);
  const rows = ['runs', 'gradings'].flatMap((table) => {
    const found = database.prepare(`select * from ${table}`).all();
    // The columns are texts, numbers or null.
    return found.map((row) => ({ table, row: { ...row } as ArchiveRow['row'] }));
  });
  database.close();
  return rows;
}

it('renames the limits of recorded certificates, and changes nothing else', async () => {
  const file = join(makeProject(), 'a.db');
  await makeOldDatabase(file, fill, 8);
  const before = readRows(file);
  const store = await openSqliteStore(file, { clock });
  onTestFinished(() => store.close());
  const [plain, certified] = await store.runs.list();
  expect(plain?.spec).toEqual(run);
  expect(certified?.spec).toEqual({ ...run, certificates: [renamed] });
  expect((await store.runs.gradings('run-1')).map(({ spec }) => spec.certificates)).toEqual([[renamed]]);
  // `restore` changes the rows of a backup by the same rules.
  expect(before.map(toThresholdRow)).toEqual(readRows(file));
});
