import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { metricNames } from '../../src/statistics/metric-table.ts';
import {
  calibrate,
  calibrateJson,
  calibrateVerbosely,
  makeCalibrated,
  makeSamples,
  samplesFile,
  toJsonl,
} from '../support/calibrated-project.ts';
import { edit } from '../support/graded-project.ts';
import { runInProcess, runInWorld } from '../support/run-in-process.ts';

const certificate = 'tone.deck.cert.json';

function readJson(path: string): unknown {
  return JSON.parse(readFileSync(path, 'utf8'));
}

describe('a judge that agrees with people', () => {
  it('is trusted, with every metric, interval and n', async () => {
    const kept = makeSamples(1, 'kept').map((sample) => ({ ...sample, split: 'test' }));
    const cwd = makeCalibrated([...makeSamples(48), ...kept]);
    const { code, out } = await calibrateVerbosely(cwd, '--judge', 'reader', '--gate');
    expect(code).toBe(0);
    expect(out).toMatch(/^.+\n\nreader {2}trusted\n/);
    expect(out).toMatch(/^ {2}met {11}TPR 1\.00 \(95% CI 0\.86–1\.00, n=24\) is at least 0\.80\.$/m);
    expect(out).toMatch(/^Exact agreement +1\.00 \(95% CI 0\.93–1\.00, n=48\) /m);
    expect(out).toMatch(/^Cohen κ +1\.00 /m);
    expect(out).toContain(
      'turnwise calibrate tone.deck.md --samples tone.samples.jsonl --judge reader --split test --gate',
    );
  });

  it('has the keys of the contract in JSON, and nothing else on stdout', async () => {
    const { code, first, id, split, skipped } = await calibrateJson(
      makeCalibrated(makeSamples(8)),
      '--judge',
      'reader',
    );
    expect({ code, split, skipped }).toEqual({ code: 0, split: 'tune', skipped: [] });
    expect(id).not.toBe('');
    expect(Object.keys(first)).toEqual(expect.arrayContaining([...metricNames]));
    expect(first).toMatchObject({
      ...{ deck: 'tone.deck.md', target: 'reader', n: 8, graded: 8, compared: 8, ungraded: {} },
      exact: { value: 1, low: expect.any(Number), high: 1, n: 8 },
      gate: { state: 'insufficient-labels', reasons: [expect.any(String), expect.any(String)] },
      disagreements: [],
    });
    expect(first.gate.needed.map((needed) => [needed.metric, needed.class])).toEqual([
      ['tpr', 'pass'],
      ['tnr', 'fail'],
    ]);
    // Rows are people, columns the judge: 4 at −2 and 4 at 2 of −3…3.
    expect(first.confusion.labels).toEqual([-3, -2, -1, 0, 1, 2, 3]);
    expect(first.confusion.rows.map((row, index) => row[index])).toEqual([0, 4, 0, 0, 0, 4, 0]);
  });

  it('has camelCase keys in JSON and in the certificate', async () => {
    const cwd = makeCalibrated(makeSamples(48));
    const { out } = await calibrate(cwd, '--judge', 'reader,hasty', '--probe', '--repeat', '2', '--gate', '--json');
    const certificate = readFileSync(join(cwd, 'tone.deck.cert.json'), 'utf8');
    for (const text of [out, certificate]) {
      const keys = [...text.matchAll(/^ *"([^"]+)":/gm)].map(([, key]) => key);
      expect(keys.length).toBeGreaterThan(100);
      expect(keys.filter((key) => !/^[a-z][a-zA-Z0-9]*$/.test(key ?? ''))).toEqual([]);
    }
  });
});

describe('a judge that does not', () => {
  it('fails the gate when it always says the same', async () => {
    const cwd = makeCalibrated(makeSamples(48));
    const { code, out, err } = await calibrate(cwd, '--judge', 'constant', '--gate');
    expect(code).toBe(1);
    expect(out).toMatch(/^constant {2}not trusted: it passes every one of 48 samples, even the 24 that people fail/m);
    expect(out).toContain('constant is no better than "always');
    expect(err).toContain('Exit code 1: the judge is not trusted.');
    const without = await calibrate(cwd, '--judge', 'constant');
    expect(without.code).toBe(0);
  });

  it('shows where they disagree, with both reasons and the exact request', async () => {
    const cwd = makeCalibrated(makeSamples(8));
    const { first } = await calibrateJson(cwd, '--judge', 'hasty');
    const { out } = await calibrateVerbosely(cwd, '--judge', 'hasty');
    const [worst] = first.disagreements;
    expect(worst).toMatchObject({ difference: expect.any(Number), flips: true, judgeReason: expect.any(String) });
    expect(out).toContain(`  ${worst?.sample}  people ${worst?.human === -2 ? '−2' : '2'}, judge `);
    expect(out).toContain('people  Not paid for.');
    expect(out).toContain('hasty   Polite.');
  });

  it('is in one table with another', async () => {
    const { out } = await calibrateVerbosely(makeCalibrated(makeSamples(8)), '--judge', 'reader,hasty');
    expect(out).toMatch(/^ +reader +hasty +baseline: always −2$/m);
    expect(out).toMatch(/^hasty {2}/m);
  });

  it('is named once where it is no better than a constant', async () => {
    const { out } = await calibrate(makeCalibrated(makeSamples(8)), '--judge', 'reader,hasty');
    expect(out).toMatch(/^hasty is no better than "always −2"\.$/m);
  });
});

describe('probes', () => {
  it('catch a judge that does not read the history, and not one that does', async () => {
    const cwd = makeCalibrated(makeSamples(48));
    const { calibrations } = await calibrateJson(cwd, '--judge', 'reader,hasty', '--probe');
    const found = calibrations.map(({ probes }) => probes.find(({ variant }) => variant === 'last-turn')?.finding);
    expect(found).toEqual(['moved', 'unmoved']);
    const { out } = await calibrateVerbosely(cwd, '--judge', 'hasty', '--probe');
    expect(out).toMatch(
      /^no history {2}0 of 48 \(95% CI 0–7\) .* may ignore the history \(changes at most 7% of its scores\)$/m,
    );
    expect(out.replaceAll(/\s+/g, ' ')).toMatch(/ hasty not trusted: .*, and it may ignore the history/);
  });

  it('catch a judge that obeys the text it grades', async () => {
    const cwd = makeCalibrated(makeSamples(20));
    const { calibrations } = await calibrateJson(cwd, '--judge', 'reader,gullible', '--probe');
    const found = calibrations.map(({ probes }) => probes.find(({ variant }) => variant === 'injected')?.finding);
    expect(found).toEqual(['resisted', 'steered']);
  });
});

describe('repeats', () => {
  it('tell how steady a judge is, and add nothing to n', async () => {
    const { first } = await calibrateJson(makeCalibrated(makeSamples(8)), '--judge', 'reader', '--repeat', '3');
    expect(first).toMatchObject({ n: 8, exact: { n: 8 }, retest: { repeats: 3, changed: { value: 0, n: 8 } } });
  });
});

describe('the test samples', () => {
  const withSplits = () => [...makeSamples(4), ...makeSamples(4, 't').map((sample) => ({ ...sample, split: 'test' }))];

  it('are left alone unless you ask for them', async () => {
    const cwd = makeCalibrated(withSplits());
    expect((await calibrateJson(cwd, '--judge', 'reader')).first.n).toBe(4);
    expect((await calibrateJson(cwd, '--judge', 'reader', '--split', 'test')).first.n).toBe(4);
  });

  it('are what the next command asks about again, and are not sent to where there are none', async () => {
    const cwd = makeCalibrated(makeSamples(48).map((sample) => ({ ...sample, split: 'test' })));
    const { out } = await calibrate(cwd, '--judge', 'reader', '--split', 'test', '--gate');
    const command = 'turnwise calibrate tone.deck.md --samples tone.samples.jsonl --judge reader --split test --probe';
    expect(out).toMatch(/^Next: probe whether it uses the history/m);
    expect(out).toContain(`\n  ${command} --quiet\n`);
    const without = await calibrate(makeCalibrated(makeSamples(48)), '--judge', 'reader');
    expect(without.out).toContain('Mark some with split = "test"');
    expect(without.out).not.toContain('--split test');
  });

  it('cannot contain a conversation that the deck is tuned on', async () => {
    const [sample] = makeSamples(1);
    const cwd = makeCalibrated([...makeSamples(2), { ...sample, id: 'again', split: 'test' }]);
    const { code, err } = await calibrate(cwd, '--judge', 'reader');
    expect(code).toBe(2);
    expect(err).toMatch(/again/);
  });
});

describe('certificates', () => {
  it('are written by --gate, one entry per judge, whatever the state', async () => {
    const cwd = makeCalibrated(makeSamples(48));
    const { code, err } = await calibrate(cwd, '--judge', 'reader,constant', '--gate');
    expect(code).toBe(1);
    expect(err).toContain(`Wrote ${certificate}\n`);
    expect(err).toContain('Exit code 1: 1 of 2 judges is trusted.');
    expect(readJson(join(cwd, certificate))).toMatchObject({
      ...{ version: 4, deck: 'tone.deck.md' },
      entries: [
        { target: { id: 'constant' }, state: 'not-trusted', split: 'tune' },
        {
          ...{ target: { id: 'reader' }, state: 'trusted', n: 48, sources: [samplesFile] },
          mix: [
            { tags: ['gruff'], turns: '2', pass: { n: 12, hits: 12 }, fail: { n: 12, hits: 12 } },
            { tags: ['polite'], turns: '2', pass: { n: 12, hits: 12 }, fail: { n: 12, hits: 12 } },
          ],
        },
      ],
    });
  });

  it('are not written without --gate, nor of judges that saw the human scores', async () => {
    const cwd = makeCalibrated(makeSamples(8), {
      'tone.contexts.toml':
        '[contexts.expected]\nassistantQuestion = "What do people say?"\n[contexts.fullConversation]\nassistantQuestion = "What was said?"\n',
    });
    const { code, err } = await calibrate(cwd, '--judge', 'reader');
    expect(code).toBe(2);
    expect(err).toContain('CALIBRATE_LEAK');
    const leaked = await calibrate(cwd, '--judge', 'reader', '--allow-leak', '--gate');
    expect(leaked.err).toContain('No certificate: with --allow-leak');
    expect(leaked.out).toContain('Remove --allow-leak.');
    expect(existsSync(join(cwd, certificate))).toBe(false);
  });

  it('are the baseline of the next calibration, which says when it takes the place of a better one', async () => {
    const cwd = makeCalibrated(makeSamples(4).map((sample) => ({ ...sample, split: 'test' })));
    await calibrate(cwd, '--judge', 'reader', '--split', 'test', '--gate');
    edit(cwd, samplesFile, () => toJsonl(makeSamples(6)));
    const { out, err } = await calibrateVerbosely(cwd, '--judge', 'reader', '--gate');
    expect(out).toMatch(/^ .* {2}baseline: always .* {2}certificate of \d{4}-\d\d-\d\d \(test\)$/m);
    expect(err).toContain('The test certificate for reader was overwritten');
  });

  it('keep a judge waiting that could not be certified', async () => {
    const cwd = makeCalibrated(makeSamples(4), { [certificate]: '{' });
    const { code, err } = await calibrate(cwd, '--judge', 'reader', '--gate');
    expect(code).toBe(2);
    expect(err).toContain(certificate);
  });
});

describe('labels that are missing', () => {
  it('are filed as review work, once, and the next step is to score them', async () => {
    const open = makeSamples(4, 'open').map(({ expected: _, ...sample }) => sample);
    const cwd = makeCalibrated([...makeSamples(8), ...open]);
    const { err, out } = await calibrate(cwd, '--judge', 'reader', '--request-labels', 'dataset:more');
    expect(err).toContain('Drew 4 of 4 conversations at random (seed 1). Waiting in dataset:more: 4 conversations.');
    expect(out).toMatch(/^Next: score the filed conversations.*:\n {2}turnwise label more --deck tone\.deck\.md\n$/m);
    const again = await calibrate(cwd, '--judge', 'reader', '--request-labels', 'more');
    expect(again.err).toContain('No new conversations were drawn. Waiting in dataset:more: 4 conversations.');
    const { out: items } = await runInProcess(['export', 'dataset:more'], cwd);
    expect(items.trim().split('\n')).toHaveLength(4);
  });

  it('are not drawn while earlier draws wait for a score: those come first', async () => {
    const open = makeSamples(12, 'open').map(({ expected: _, ...sample }) => sample);
    const cwd = makeCalibrated([...makeSamples(8), ...open]);
    await calibrate(cwd, '--judge', 'reader', '--request-labels', 'dataset:more', '--draw', '8');
    await runInWorld(['label', 'more', '--deck', 'tone.deck.md', '--user', 'ann'], {
      ...{ cwd, env: {}, isInteractive: true },
      keys: async function* () {
        for (const key of ['2', '2', 'q']) yield key;
      },
    });
    const args = ['calibrate', 'tone.deck.md', '--samples', 'tone.samples.jsonl,dataset:more', '--judge', 'reader'];
    const first = await runInProcess(args, cwd);
    expect(first.out).toContain('6 of 8 drawn conversations have no score yet');
    expect(first.out).toMatch(/^Next: 6 of 8 .* Score them first:\n {2}turnwise label more --deck tone\.deck\.md\n$/m);
    expect(first.out).not.toMatch(/more random label|% chance/);
    expect(first.out).toContain('(bound)');
    const again = await runInProcess([...args, '--request-labels', 'more'], cwd);
    expect(again.err).toContain(
      '6 of 8 drawn conversations have no score yet. Score them first. No new conversations were drawn. Waiting in dataset:more: 6 conversations.',
    );
  });

  it('are in --json with the judge they are for: what was drawn, with which seed, and what is pending', async () => {
    const open = makeSamples(4, 'open').map(({ expected: _, ...sample }) => sample);
    const cwd = makeCalibrated([...makeSamples(8), ...open]);
    const request = async (...options: readonly string[]) => {
      const { out } = await calibrate(cwd, '--judge', 'reader', '--json', ...options);
      return JSON.parse(out).calibrations[0].labelRequest;
    };
    const options = ['--request-labels', 'dataset:more', '--draw', '3', '--seed', '7'];
    expect(await request(...options)).toMatchObject({
      ...{ dataset: 'more', seed: 7, drawn: 3, population: 4, waiting: 3, missing: 0 },
      command: 'turnwise label more --deck tone.deck.md',
    });
    expect(await request('--request-labels', 'more')).toMatchObject({ seed: expect.any(Number), drawn: 1, waiting: 4 });
    expect(await request('--request-labels', 'more')).toMatchObject({ seed: null, drawn: 0, waiting: 4 });
    expect(await request()).toBeUndefined();
  });

  it('are not asked for where they would only show that the judge misses its limits', async () => {
    const cwd = makeCalibrated(makeSamples(8));
    const { err, out } = await calibrate(cwd, '--judge', 'hasty', '--request-labels', 'more');
    expect(err).toContain('More labels would not make any judge trusted, so none were requested.');
    expect(out).toMatch(
      /^Next: read the disagreements and fix the deck\. Unchanged, it will probably miss the TPR and TNR thresholds\.$/m,
    );
  });

  it('come back as samples once people have scored them', async () => {
    const open = makeSamples(2, 'open').map(({ expected: _, ...sample }) => sample);
    const cwd = makeCalibrated([...makeSamples(2), ...open]);
    await calibrate(cwd, '--judge', 'reader', '--request-labels', 'dataset:more');
    await runInWorld(['label', 'more', '--deck', 'tone.deck.md', '--user', 'ann'], {
      ...{ cwd, env: {}, isInteractive: true },
      keys: async function* () {
        for (const key of ['2', '2', 'q']) yield key;
      },
    });
    const args = ['calibrate', 'tone.deck.md', '--samples', 'dataset:more', '--judge', 'reader', '--json', '-q'];
    const { out, err } = await runInProcess(args, cwd);
    expect(err).toBe('');
    expect(JSON.parse(out).calibrations[0]).toMatchObject({ n: 2, compared: 2, exact: { value: 0.5 } });
  });
});

it('writes a page that loads nothing else', async () => {
  const cwd = makeCalibrated(makeSamples(8));
  const { err } = await calibrate(cwd, '--judge', 'hasty', '--html', 'pages/out.html');
  expect(err).toContain('Wrote pages/out.html\n');
  const page = readFileSync(join(cwd, 'pages/out.html'), 'utf8');
  expect(page).toContain('tone.deck.md');
  expect(page).toContain('Not paid for.');
});

describe('--selftest', () => {
  it('prints published values next to ours, without a deck', async () => {
    const { code, out } = await runInProcess(['calibrate', '--selftest'], makeCalibrated([]));
    expect(code).toBe(0);
    expect(out).toMatch(/All \d+ published values are reproduced\./);
  });

  it('takes no deck', async () => {
    const { code, err } = await runInProcess(['calibrate', 'tone.deck.md', '--selftest'], makeCalibrated([]));
    expect(code).toBe(2);
    expect(err).toContain('does not take a deck');
  });
});

describe('turnwise preview', () => {
  it('prints exactly what a judge is asked', async () => {
    const toml = readFileSync(new URL('../../examples/refund-tone/tone.samples.toml', import.meta.url), 'utf8');
    const deck = 'Does the reply fit?\n\n![contexts](tone.contexts.toml)\n\n![samples](own.samples.toml)\n';
    const cwd = makeCalibrated([], { 'tone.deck.md': deck, 'own.samples.toml': toml });
    const run = await runInProcess(['calibrate', 'tone.deck.md', '--judge', 'constant', '--json', '--quiet'], cwd);
    const [worst] = JSON.parse(run.out).calibrations[0].disagreements;
    const shown = await runInProcess(['preview', 'tone.deck.md', '--sample', worst.sample, '--json'], cwd);
    expect(worst.request.length).toBeGreaterThan(1);
    expect(worst.request).toEqual(JSON.parse(shown.out).messages);
  });
});
