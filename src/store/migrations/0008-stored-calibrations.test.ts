import { join } from 'node:path';
import { Kysely } from 'kysely';
import { expect, it, onTestFinished } from 'vitest';
import { makeProject } from '../../../test/support/temp-project.ts';
import { systemClock as clock } from '../../base/clock.ts';
import { toCanonicalJson } from '../../base/hash.ts';
import { Connection } from '../sqlite/connection.ts';
import { createDialect, createWritingDriver } from '../sqlite/dialect.ts';
import { engine } from '../sqlite/engine.ts';
import { openSqliteStore } from '../sqlite/open-sqlite-store.ts';
import { setUp } from '../sqlite/set-up.ts';
import type { Database } from '../tables/database.ts';
import { migrate } from './migrate.ts';
import { migrations } from './migrations.ts';

const target = { id: 'bot', provider: 'builtin', settingsHash: 's' };
const rate = { value: 0.9, low: 0.8, high: 1, n: 40 };

/** As the version before recorded it. */
const judge = {
  ...{ deck: 'a.deck.md', deckHash: 'd', target, standing: 'stale', changed: ['request format', 'pass mark'] },
  certificate: {
    ...{ target, state: 'not enough labels', reasons: [], split: 'test', looks: 1, at: '', deckHash: 'd' },
    ...{ samplesHash: 'h', sources: ['deck'], pass: 1, n: 40, graded: 40 },
    limits: { tpr: 0.8, gwet_ac1: 0.6 },
    figures: { tpr: rate, gwet_ac1: rate, kendall_tau_b: rate },
    gate: [{ figure: 'gwet_ac1', limit: 0.6, state: 'inconclusive', eValue: null, neededE: null }],
    probes: [{ variant: 'injected', changed: rate, flipped: rate, obeyed: rate, finding: 'too few' }],
    replaces: { target, state: 'not trusted', verdict: 'not-worse' },
    hash: 'x',
  },
};
const fitting = { ...judge, standing: 'fits', changed: [] };

const renamed = {
  ...{ deck: 'a.deck.md', deckHash: 'd', target, certificateStatus: 'stale' },
  changed: ['request-format', 'passing-score'],
  certificate: {
    ...{ target, state: 'insufficient-labels', reasons: [], split: 'test', at: '', deckHash: 'd' },
    ...{ samplesHash: 'h', sources: ['deck'], pass: 1, n: 40, graded: 40 },
    limits: { tpr: 0.8, gwetAc1: 0.6 },
    metrics: { tpr: rate, gwetAc1: rate, kendallTauB: rate },
    gate: [{ metric: 'gwetAc1', limit: 0.6, state: 'inconclusive', eValue: null, neededE: null }],
    probes: [{ variant: 'injected', changed: rate, flipped: rate, obeyed: rate, finding: 'inconclusive' }],
    replaces: { target, state: 'not-trusted', verdict: 'not-worse' },
  },
};

const reason = 'It says {"score": 1,"unit": 1}.';

async function makeOldDatabase(file: string): Promise<void> {
  const connection = new Connection(file, clock);
  const db = new Kysely<Database>({ dialect: createDialect(createWritingDriver(connection)) });
  await setUp(connection);
  await migrate(db, { engine, migrations: migrations.slice(0, 7), clock, file });
  const run = { files: [], attachments: [], targets: [], options: { repeat: 1 }, conversations: 0 };
  const specs = [{ ...run, certificates: [judge, fitting] }, run].map((spec) => JSON.stringify(spec));
  const grading = toCanonicalJson({ hash: 'h', certificates: [judge] });
  const calibration = { judges: [], split: 'tune', sources: [], repeat: 1, variants: ['plain'], hash: 'h' };
  const graded = { grader: 'a.deck.md', turnIndex: null, status: 'graded', score: 2, unit: 0.5, pass: true, reason };
  const sample = { id: 'a', messages: [{ role: 'user', content: 'Hello' }], tags: [], split: 'tune', meta: {} };
  connection.exec(`
    insert into runs (id, state, started_at, spec, start_sequence, end_sequence)
      values ('run-1', 'ended', '', '${specs[0]}', 1, 2), ('run-2', 'ended', '', '${specs[1]}', 3, 4);
    insert into gradings (run_no, number, started_at, ended_at, spec, start_sequence)
      values (1, 1, '', '', '${grading}', 5);
    insert into calibrations (no, id, hash, started_at, spec, expected) values
      (3, 'cal-1', 'h', '', '${JSON.stringify(calibration)}', 1);
    insert into messages (no, run_no, hash, body) values (7, 3, x'00', '${JSON.stringify(JSON.stringify(sample))}');
    insert into calibration_samples (calibration_no, position, judge, sample, cluster, message_no)
      values (3, 0, 0, '"a"', '"a"', 7);
    insert into calibration_results (calibration_no, judge, position, variant, repeat, verdict)
      values (3, 0, 0, 'plain', 0, '${JSON.stringify(graded)}')`);
  connection.close();
}

it('renames what runs, gradings and calibrations of an older database recorded of judges', async () => {
  const file = join(makeProject(), 'a.db');
  await makeOldDatabase(file);
  const store = await openSqliteStore(file, { clock });
  onTestFinished(() => store.close());
  const [plain, certified] = await store.runs.list();
  expect(plain?.spec).not.toHaveProperty('certificates');
  expect(certified?.spec.certificates).toEqual([renamed, { ...renamed, certificateStatus: 'current', changed: [] }]);
  expect((await store.runs.gradings('run-1')).map(({ spec }) => spec.certificates)).toEqual([[renamed]]);
  const results = await Array.fromAsync(store.calibrations.results('cal-1'));
  expect(results).toMatchObject([{ sample: 'a', verdict: { score: 2, normalizedScore: 0.5, reason } }]);
});
