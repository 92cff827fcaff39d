import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { type Insert, insertOldRun, makeOldDatabase } from '../../../test/support/old-database.ts';
import { makeProject } from '../../../test/support/temp-project.ts';
import { systemClock as clock } from '../../base/clock.ts';
import { toCanonicalJson } from '../../base/hash.ts';
import { openSqliteStore } from '../sqlite/open-sqlite-store.ts';

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
    thresholds: { tpr: 0.8, gwetAc1: 0.6 },
    metrics: { tpr: rate, gwetAc1: rate, kendallTauB: rate },
    gate: [{ metric: 'gwetAc1', threshold: 0.6, state: 'inconclusive', eValue: null, neededE: null }],
    probes: [{ variant: 'injected', changed: rate, flipped: rate, obeyed: rate, finding: 'inconclusive' }],
    replaces: { target, state: 'not-trusted', verdict: 'not-worse' },
  },
};

const reason = 'It says {"score": 1,"unit": 1}.';

function fill(insert: Insert): void {
  const run = { files: [], attachments: [], targets: [], options: { repeat: 1 }, conversations: 0 };
  const calibration = { judges: [], split: 'tune', sources: [], repeat: 1, variants: ['plain'], hash: 'h' };
  const graded = { grader: 'a.deck.md', turnIndex: null, status: 'graded', score: 2, unit: 0.5, pass: true, reason };
  const sample = { id: 'a', messages: [{ role: 'user', content: 'Hello' }], tags: [], split: 'tune', meta: {} };
  insertOldRun(insert, { no: 1, spec: { ...run, certificates: [judge, fitting] } });
  insertOldRun(insert, { no: 2, spec: run });
  const grading = toCanonicalJson({ hash: 'h', certificates: [judge] });
  insert('gradings', { run_no: 1, number: 1, started_at: '', ended_at: '', spec: grading, start_sequence: 5 });
  const spec = JSON.stringify(calibration);
  insert('calibrations', { no: 3, id: 'cal-1', hash: 'h', started_at: '', spec, expected: 1 });
  insert('messages', { no: 7, run_no: 3, hash: '0', body: JSON.stringify(JSON.stringify(sample)) });
  const place = { calibration_no: 3, judge: 0, position: 0 };
  insert('calibration_samples', { ...place, sample: '"a"', cluster: '"a"', message_no: 7 });
  insert('calibration_results', { ...place, variant: 'plain', repeat: 0, verdict: JSON.stringify(graded) });
}

it('renames what runs, gradings and calibrations of an older database recorded of judges', async () => {
  const file = join(makeProject(), 'a.db');
  await makeOldDatabase(file, fill);
  const store = await openSqliteStore(file, { clock });
  onTestFinished(() => store.close());
  const [plain, certified] = await store.runs.list();
  expect(plain?.spec).not.toHaveProperty('certificates');
  expect(certified?.spec.certificates).toEqual([renamed, { ...renamed, certificateStatus: 'current', changed: [] }]);
  expect((await store.runs.gradings('run-1')).map(({ spec }) => spec.certificates)).toEqual([[renamed]]);
  const results = await Array.fromAsync(store.calibrations.results('cal-1'));
  expect(results).toMatchObject([{ sample: 'a', verdict: { score: 2, normalizedScore: 0.5, reason } }]);
});
