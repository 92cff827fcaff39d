import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  calibrate,
  calibrateJson,
  calibrateVerbosely,
  makeCalibrated,
  makeSamples,
  samplesFile,
  type WrittenSample,
} from '../support/calibrated-project.ts';
import { runInProcess, runInWorld } from '../support/run-in-process.ts';

/** As founding document 001 prints it. */
const document001 = `
[[samples]]
messages = [
  { role = "user", content = "What is 2+2?" },
  { role = "assistant", content = "The answer is 4" }
]
expected = { score = 1, reason = "Correct answer" }

# Multi-turn example
[[samples]]
messages = [
  { role = "user", content = "Hi, I need help with math" },
  { role = "assistant", content = "I'd be happy to help! What math problem are you working on?" },
  { role = "user", content = "What is 2+2?" },
  { role = "assistant", content = "2+2 equals 4" }
]
expected = { score = 1, reason = "Polite and correct" }
`;

const oldForm = `
[[samples]]
userMessage = "What is 2+2?"
assistantResponse = "The answer is 4"
expected = { score = 1, reason = "Correct answer" }
`;

const including = 'Does the reply fit?\n\n![contexts](tone.contexts.toml)\n\n![samples](own.samples.toml)\n';

/** The deck with samples of its own. */
function calibrateOwn(own: string, options: readonly string[] = [], files: Readonly<Record<string, string>> = {}) {
  const cwd = makeCalibrated([], { 'tone.deck.md': including, 'own.samples.toml': own, ...files });
  return runInProcess(['calibrate', 'tone.deck.md', '--judge', 'constant', '--quiet', ...options], cwd);
}

describe('samples of a deck', () => {
  it('work as document 001 prints them', async () => {
    const { code, out } = await calibrateOwn(document001, ['--json']);
    expect(code).toBe(0);
    const [calibration] = JSON.parse(out).calibrations;
    // The judge says 2 and people 1, both times.
    expect(calibration).toMatchObject({
      n: 2,
      graded: 2,
      exact: { value: 0 },
      within1: { value: 1 },
      bias: { value: 1 },
    });
    expect(calibration.disagreements[0]).toMatchObject({
      human: 1,
      judge: 2,
      humanReason: expect.stringMatching(/orrect/),
    });
  });

  it('are refused in the old form, with the new form written out', async () => {
    const { code, err } = await calibrateOwn(oldForm);
    expect(code).toBe(2);
    expect(err).toContain(
      'messages = [{ role = "user", content = "What is 2+2?" }, { role = "assistant", content = "The answer is 4" }]',
    );
  });

  it('come through includes of includes', async () => {
    const nested = {
      'rules.md': 'Be fair.\n\n![samples](deep/own.samples.toml)\n',
      'deep/own.samples.toml': document001,
    };
    const cwd = makeCalibrated([], {
      'tone.deck.md': 'Fits?\n\n![contexts](tone.contexts.toml)\n\n![rules](rules.md)\n',
      ...nested,
    });
    const { out } = await runInProcess(['calibrate', 'tone.deck.md', '--judge', 'constant', '--json', '-q'], cwd);
    expect(JSON.parse(out).calibrations[0].n).toBe(2);
  });
});

describe('scores of people', () => {
  const [sample] = makeSamples(1);
  const withTruth = (id: string, truth: WrittenSample): WrittenSample => {
    const { messages } = sample ?? {};
    return { id, messages: [...(Array.isArray(messages) ? messages : []), { role: 'user', content: id }], ...truth };
  };

  it('may be of several raters, whose lower median counts, or counts by score', async () => {
    const several = withTruth('several', {
      ratings: [
        { rater: 'ann', score: -1 },
        { rater: 'ben', score: 2 },
      ],
    });
    const counted = withTruth('counted', { expected: { '1': 2, '3': 1 } });
    const { first } = await calibrateJson(makeCalibrated([several, counted]), '--judge', 'reader');
    expect(first.disagreements.map((one) => [one.sample, one.human, one.judge])).toEqual([
      ['several', -1, 2],
      ['counted', 1, 2],
    ]);
  });

  it('that cannot be used leave their sample out, with a reason and a place', async () => {
    const bad = [
      withTruth('text', { expected: { score: 'good' } }),
      withTruth('off', { expected: { score: 9 } }),
      withTruth('between', { expected: { score: 0.5 } }),
      { id: 'empty', messages: [], expected: { score: 1 } },
      { id: 'no-role', messages: [{ content: 'Hi' }], expected: { score: 1 } },
    ];
    const cwd = makeCalibrated([...makeSamples(2), ...bad]);
    const { skipped, first, code, err } = await calibrateJson(cwd, '--judge', 'reader');
    expect(code).toBe(0);
    expect(first.n).toBe(2);
    expect(skipped.map(({ id }) => id).toSorted()).toEqual(['between', 'empty', 'no-role', 'off', 'text']);
    expect(skipped.find(({ id }) => id === 'off')).toEqual({
      file: samplesFile,
      line: 4,
      id: 'off',
      reason: expect.stringContaining('-3…3'),
    });
    expect(err).toContain('… 2 more warnings (SAMPLE_SKIPPED): --verbose');
    expect(err).not.toContain('"off"');
    expect((await calibrate(cwd, '--judge', 'reader', '--verbose')).err).toContain('"off"');
    const strict = await calibrate(cwd, '--judge', 'reader', '--strict');
    expect(strict.code).toBe(2);
    const { out } = await calibrate(cwd, '--judge', 'reader');
    expect(out).toContain('5 samples could not be used and were skipped');
  });

  it('are a fault when none can be used, with every reason', async () => {
    const cwd = makeCalibrated([withTruth('text', { expected: { score: 'x' } }), { id: 'empty', messages: [] }]);
    const { code, out, err } = await calibrate(cwd, '--judge', 'reader', '--json');
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err).toContain('text');
    expect(err).toContain('empty');
  });

  it('may be NaN for TOML, and then count for nothing', async () => {
    const { code, err } = await calibrateOwn(document001.replace('score = 1', 'score = nan'), ['--strict']);
    expect(code).toBe(2);
    expect(err).toMatch(/nan|number/i);
  });

  it('may be missing: then the sample is graded and not compared', async () => {
    const cwd = makeCalibrated([...makeSamples(2), withTruth('open', {})]);
    const { first } = await calibrateJson(cwd, '--judge', 'reader');
    expect(first).toMatchObject({ n: 3, graded: 3, compared: 2, unlabeled: 1 });
  });
});

describe('metrics that cannot be known', () => {
  /** Every number in it is a number, or null. */
  function listOdd(value: unknown, path = ''): readonly string[] {
    if (typeof value === 'object' && value !== null)
      return Object.entries(value).flatMap(([key, inner]) => listOdd(inner, `${path}.${key}`));
    return value === 'NaN' || (typeof value === 'number' && !Number.isFinite(value)) ? [path] : [];
  }

  it.each<readonly [string, readonly WrittenSample[], string]>([
    ['one sample', makeSamples(1), 'reader'],
    ['one class', makeSamples(8).filter((_, index) => index % 2 === 0), 'reader'],
    ['a judge without a word', makeSamples(4), 'mute'],
    ['a judge that fails on half', makeSamples(40), 'half'],
    ['a constant judge', makeSamples(8), 'constant'],
  ])('are null with a reason: %s', async (_, samples, model) => {
    const cwd = makeCalibrated(samples);
    const { first } = await calibrateJson(cwd, '--judge', model);
    expect(listOdd(first)).toEqual([]);
    const metrics = Object.values(first).filter(
      (value): value is { value: number | null; why?: string } =>
        typeof value === 'object' && value !== null && 'value' in value,
    );
    expect(metrics.filter(({ value, why }) => value === null && why === undefined)).toEqual([]);
    const { out } = await calibrate(cwd, '--judge', model);
    expect(out).not.toContain('NaN');
    expect(out).not.toContain('undefined %');
  });

  it('do not hide that nothing could be graded', async () => {
    const cwd = makeCalibrated(makeSamples(4));
    const { code, out, err } = await calibrate(cwd, '--judge', 'mute');
    expect(code).toBe(3);
    expect(out).toMatch(/^mute {2}graded none of 4 samples: 4 unparseable, first: ".*I like/m);
    expect(out).toContain('4 ungraded (unparseable). ');
    expect(out).not.toContain('TPR');
    expect(err).toContain('Exit code 3: mute graded nothing (4 unparseable).');
    const gated = await calibrate(cwd, '--judge', 'mute', '--gate');
    expect(gated.code).toBe(1);
    expect(gated.err).toContain('No certificate for tone.deck.md: nothing was compared.');
  });

  it('make a judge untrusted that has no answer to half of the samples', async () => {
    const { code, out } = await calibrateVerbosely(makeCalibrated(makeSamples(40)), '--judge', 'half', '--gate');
    expect(code).toBe(1);
    expect(out).toMatch(
      /missed {8}20 of 40 samples got no score: the share graded, 0\.50 \(.*, n=40\), is below 0\.90\./,
    );
    expect(out).toContain('20 ungraded (unparseable). ');
  });
});

describe('a command line', () => {
  it.each<readonly [readonly string[], string]>([
    [[], 'No deck given'],
    [['tone.deck.md', '--request-labels', 'dataset:'], '"dataset:" does not name a dataset'],
    [['evals/x.eval.yaml'], "Pass the judge's deck instead."],
    [['.turnwise'], 'There are no decks in the folder ".turnwise".'],
    [['tone.deck.md', '--split', 'dev'], 'Allowed choices are tune, test'],
    [['nowhere.deck.md'], 'nowhere.deck.md'],
    [['tone.deck.md', '--samples', samplesFile, '--judge', 'redaer'], 'redaer'],
    [['tone.deck.md', '--samples', 'nowhere.toml', '--judge', 'reader'], 'nowhere.toml'],
    [['tone.deck.md', '--samples', samplesFile, '--judge', 'reader', '--tag', 'nobody'], 'nobody'],
    [
      ['tone.deck.md', '--samples', samplesFile, '--judge', 'reader', '--html', 'tone.deck.md'],
      'it is an input of this command',
    ],
  ])('%j fails with what is wrong', async (args, message) => {
    const cwd = makeCalibrated(makeSamples(2));
    const { code, err, out } = await runInProcess(['calibrate', ...args], cwd);
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err).toContain(message);
  });

  it('may have decks behind the samples, and chooses by tag', async () => {
    const cwd = makeCalibrated(makeSamples(8));
    const { code, out } = await runInProcess(
      ['calibrate', '--json', '--judge', 'reader', '--tag', 'polite', '--samples', samplesFile, 'tone.deck.md'],
      cwd,
    );
    expect(code).toBe(0);
    expect(JSON.parse(out).calibrations[0].n).toBe(4);
  });

  it('stops at a limit, and resumes where it stopped', async () => {
    const cwd = makeCalibrated(makeSamples(8));
    const { code, out, err } = await calibrate(cwd, '--judge', 'reader', '--max-calls', '3', '--gate');
    expect({ code, out }).toEqual({ code: 3, out: '' });
    const goOn = 'turnwise calibrate tone.deck.md --samples tone.samples.jsonl --judge reader --gate --quiet';
    expect(err).toContain(`Resume with:\n  ${goOn}\n`);
    const [, ...args] = goOn.split(' ');
    const rest = await runInProcess(args, cwd);
    expect(rest.err).toContain('3 of 8 answers are done.');
    expect(rest.out).toMatch(
      /^reader {2}not enough labels: TPR and TNR are inconclusive \(needs 24 to \d+ more labels of each class, drawn at random\)$/m,
    );
  });

  it('finishes open calls after one Ctrl-C, and prints how to resume', async () => {
    const cwd = makeCalibrated(makeSamples(8));
    const { code, err } = await runInWorld(
      ['calibrate', 'tone.deck.md', '--samples', samplesFile, '--judge', 'reader', '--concurrency', '1'],
      {
        cwd,
        env: {},
        onInterrupt: (listener) => {
          listener(1);
          return () => {};
        },
      },
    );
    expect(code).toBe(130);
    expect(err).toContain(
      'Resume with:\n  turnwise calibrate tone.deck.md --samples tone.samples.jsonl --judge reader --concurrency 1\n',
    );
  });
});

it('escapes what a judge says', async () => {
  const cwd = makeCalibrated(makeSamples(2));
  writeFileSync(
    join(cwd, 'targets.yaml'),
    'targets:\n  - {id: rogue, provider: builtin, model: rules, rules: [{reply: "{\\"score\\": 1, \\"reason\\": \\"\\\\u001b[2J\\"}"}]}\n',
  );
  const { out } = await calibrate(cwd, '--judge', 'rogue');
  expect(out).not.toContain('\u001b');
  expect(out).toContain('␛[2J');
});

describe('samples in CSV', () => {
  const csv = 'id,user,assistant,rater,score\na,Hi,Hello,ann,2\na,Hi,Hello,ben,1\nb,Ho,Hello,ann,-1\nc,Ha,,ann,1\n';

  it('calibrate judges, are validated and have inter-rater agreement', async () => {
    const cwd = makeCalibrated([], { 'scores.csv': csv, 'own.samples.csv': csv });
    const args = ['calibrate', 'tone.deck.md', '--judge', 'constant', '--json', '--samples'];
    const { code, out } = await runInProcess([...args, 'scores.csv'], cwd);
    expect(code).toBe(0);
    const { calibrations, skipped } = JSON.parse(out);
    expect(calibrations[0]).toMatchObject({ n: 2, graded: 2 });
    expect(skipped).toEqual([{ file: 'scores.csv', line: 5, id: 'c', reason: 'messages[1].content is empty' }]);
    expect(await runInProcess(['validate', 'scores.csv'], cwd)).toMatchObject({
      code: 0,
      out: expect.stringContaining('1 sample file (2 samples)'),
    });
    expect((await runInProcess(['agreement', 'own.samples.csv'], cwd)).out).toContain('2 units, 2 raters, 3 ratings');
    expect(await runInProcess([...args, 'scores.csv', '--strict'], cwd)).toMatchObject({ code: 2 });
  });

  it('are not mistaken for tables of other commands', async () => {
    const cwd = makeCalibrated([], { 'labels.csv': 'item,rater,score\na,ann,1\n' });
    const { code, out } = await runInProcess(['validate', 'labels.csv'], cwd);
    expect({ code, out }).toMatchObject({ code: 2, out: expect.stringMatching(/For labels: turnwise label import/) });
  });
});
