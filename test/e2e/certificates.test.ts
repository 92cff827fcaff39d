import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import { Fault } from '../../src/base/fault.ts';
import { toWholePercent } from '../../src/base/percent.ts';
import { renderStale } from '../../src/calibrate/certificate/check-certificate.ts';
import { toSamplesHash } from '../../src/calibrate/certificate/to-certificate.ts';
import type { Certificate } from '../../src/conversation/certificate.ts';
import { writeCertificates } from '../../src/files/certificate-file.ts';
import { readDeck } from '../../src/files/deck/read-deck.ts';
import { readTargets } from '../../src/files/targets/read-targets.ts';
import { toDeckHash } from '../../src/grade/judge/render-deck.ts';
import { gradeRun, runEval } from '../../src/index.ts';
import { readCertifiedTarget } from '../../src/judges/certified-target.ts';
import type { RunMetrics } from '../../src/report/run-metrics.ts';
import { edit } from '../support/graded-project.ts';
import { makeCertificate, makeRate } from '../support/made-certificate.ts';
import { runInProcess } from '../support/run-in-process.ts';
import { makeProject } from '../support/temp-project.ts';

const evalFile = 'desk.eval.yaml';
const command = 'turnwise calibrate graders/tone.deck.md --judge kind --split test --gate';
const firstCommand = 'turnwise calibrate graders/tone.deck.md --judge kind --gate';

const files = {
  'targets.yaml': `targets:
  - {id: echo, provider: builtin, model: echo}
  - id: kind
    provider: builtin
    model: rules
    rules:
      - {contains: good, reply: '{"score": 3, "reason": "It helps."}'}
      - {reply: '{"score": -3, "reason": "It does not."}'}
`,
  'graders/tone.deck.md':
    '+++\ngate = { tpr = 0.8, tnr = 0.6 }\n+++\n# Tone\n\n![scale](scale.md)\n\n![samples](tone.toml)\n',
  'graders/scale.md': 'From -3, rude, to 3, kind.\n',
  'graders/tone.toml': `[contexts.fullConversation]
assistantQuestion = "What was said?"

[[samples]]
messages = [{ role = "user", content = "Hi" }, { role = "assistant", content = "good day" }]
expected = 3
split = "test"

[[samples]]
messages = [{ role = "user", content = "Ho" }, { role = "assistant", content = "go" }]
expected = -3
`,
  // Six of ten replies are good; `echo` answers with what it is sent. JSON is YAML, too.
  [evalFile]: JSON.stringify({
    targets: ['echo'],
    judge: 'kind',
    graders: [{ judge: './graders/tone.deck.md' }],
    cases: Array.from({ length: 10 }, (_, index) => ({
      id: `c${index}`,
      input_messages: [{ role: 'user', content: index < 6 ? `good ${index}` : `bad ${index}` }],
    })),
  }),
};

/** Puts an up-to-date certificate next to the deck, with these changes. */
function certify(cwd: string, changes: Partial<Certificate> = {}, env: Record<string, string> = {}): void {
  const path = join(cwd, 'graders/tone.deck.md');
  const { deck } = readDeck(path, { cwd });
  const kind = readTargets(join(cwd, 'targets.yaml'), cwd).targets.find(({ id }) => id === 'kind');
  if (deck === undefined || kind === undefined) throw new Error('The project is broken.');
  const bound = {
    target: readCertifiedTarget(kind, env, cwd),
    deckHash: toDeckHash(deck),
    samplesHash: toSamplesHash(deck.samples.filter(({ split }) => split === (changes.split ?? 'test'))),
  };
  writeCertificates(path, [makeCertificate({ ...bound, ...changes })]);
}

function makeCertified(changes: Partial<Certificate> = {}): string {
  const cwd = makeProject(files);
  certify(cwd, changes);
  return cwd;
}

function run(cwd: string, ...args: readonly string[]) {
  return runInProcess(['run', evalFile, '--threshold', '0', ...args], cwd);
}

async function readMetrics(cwd: string, ...args: readonly string[]): Promise<RunMetrics> {
  return JSON.parse((await runInProcess(['show', 'run:last', '--json', ...args], cwd)).out).metrics;
}

describe('a run whose judge has no certificate', () => {
  it('says so on one line and continues', async () => {
    const { code, out, err } = await run(makeProject(files), '--quiet');
    expect(code).toBe(0);
    expect(err).toContain(
      `warning  Judge graders/tone.deck.md (target kind) is not calibrated. Run: ${firstCommand}  (RUN_UNCERTIFIED)\n`,
    );
    expect(out).not.toContain('corrected');
  });

  it('ends before the first call with --require-certified', async () => {
    const cwd = makeProject(files);
    const { code, err } = await run(cwd, '--require-certified');
    expect(code).toBe(2);
    expect(err).toContain('error  deck  graders/tone.deck.md\n');
    expect(err).toContain(firstCommand);
    expect(err).toContain('(RUN_UNCERTIFIED)');
    expect((await runInProcess(['runs', '--json'], cwd)).out).not.toContain('desk');
  });

  it('still has its metrics in JSON, with the reason why they are not corrected', async () => {
    const cwd = makeProject(files);
    await run(cwd, '--quiet');
    expect((await readMetrics(cwd)).judges).toMatchObject([
      { deck: 'graders/tone.deck.md', target: 'kind', certificateStatus: 'missing', raw: { value: 0.6, n: 10 } },
    ]);
    expect((await readMetrics(cwd)).judges?.[0]?.corrected).toMatchObject({ value: null, why: expect.any(String) });
  });
});

describe('a run whose judge is certified', () => {
  it('names the certificate, and prints the corrected rate next to the raw one', async () => {
    const { code, out, err } = await run(
      makeCertified(),
      '--require-certified',
      '--markdown',
      'r.md',
      '--html',
      'r.html',
    );
    expect(code).toBe(0);
    expect(err).toContain('Judge graders/tone.deck.md (target kind) is trusted (test, n=400, 2026-11-16).\n');
    expect(err).not.toContain('warning');
    // 6 of 10 pass; tpr 180/200, tnr 140/200: (0.6 + 0.7 − 1) / (0.9 + 0.7 − 1) = 0.5.
    expect(out.replaceAll(/\s+/g, ' ')).toMatch(
      /Judge graders\/tone\.deck\.md \(target kind\): raw pass rate 60% \(95% CI 31–83, n=10\), corrected 50% \(95% CI \d+–\d+, n=10\), assuming the same error rates as on the calibration samples\. Certificate: trusted, test, 400 samples, 2026-11-16\./,
    );
  });

  it('warns when its mix is not that of the samples, and corrects by rates for its own mix', async () => {
    const cwd = makeCertified({
      mix: [
        { tags: [], turns: '1', pass: { n: 100, hits: 90 }, fail: { n: 100, hits: 90 } },
        { tags: [], turns: '3–4', pass: { n: 100, hits: 90 }, fail: { n: 100, hits: 50 } },
      ],
    });
    const { out } = await run(cwd, '--quiet', '--markdown', 'r.md', '--html', 'r.html');
    const warning =
      "This run's mix differs from the calibration samples (1 user turn: 100% vs. 50%, 3–4 user turns: 0% vs. 50%). Reweighted to this run, TNR is 0.90 instead of 0.70";
    expect(out.replaceAll(/\s+/g, ' ')).toContain(`Warning: ${warning}`);
    const [judge] = (await readMetrics(cwd)).judges ?? [];
    expect(judge?.mixShift).toMatchObject({
      differences: [
        { by: 'turns', name: '1', certificate: 0.5, run: 1 },
        { by: 'turns', name: '3–4', certificate: 0.5, run: 0 },
      ],
      tnr: { certificate: 0.7, run: 0.9 },
    });
    // (0.6 + 0.9 − 1) / (0.9 + 0.9 − 1)
    expect(judge?.corrected.value).toBeCloseTo(0.625, 9);
    expect(judge?.assumption).toContain('with the same tags and turn count');
    expect(readFileSync(join(cwd, 'r.md'), 'utf8')).toContain('1 user turn&#58; 100');
    expect(readFileSync(join(cwd, 'r.html'), 'utf8')).toContain('1 user turn: 100% vs. 50%');
  });

  it('tells the same in JSON, Markdown and HTML, and when it is shown later', async () => {
    const cwd = makeCertified();
    const { out } = await run(cwd, '--quiet', '--markdown', 'r.md', '--html', 'r.html');
    const [judge] = (await readMetrics(cwd)).judges ?? [];
    expect(judge).toMatchObject({
      certificateStatus: 'current',
      state: 'trusted',
      split: 'test',
      raw: { value: 0.6, n: 10 },
    });
    expect(judge?.corrected.value).toBeCloseTo(0.5, 12);
    const [low, high] = [judge?.corrected.low, judge?.corrected.high].map((end) => toWholePercent(end ?? 0));
    const told = `50% (95% CI ${low}–${high}, n=10)`;
    expect(out.replaceAll(/\s+/g, ' ')).toContain(told);
    expect(readFileSync(join(cwd, 'r.md'), 'utf8')).toContain(told);
    const page = readFileSync(join(cwd, 'r.html'), 'utf8');
    expect(page).toContain('<h2>By judge</h2>');
    expect(page).toContain(`95% CI ${low}–${high}`);
    expect((await runInProcess(['show', 'run:last'], cwd)).out.replaceAll(/\s+/g, ' ')).toContain(told);
  });

  it.each([
    ['"threshold":0', 'uses the passing score 0, but the certificate covers 1.'],
    ['"not":true', 'is inverted by `not`, but the certificate covers the passing score 1.'],
  ])('is warned of before the first call, and refused, where a grader says %s', async (said, message) => {
    const cwd = makeCertified();
    edit(cwd, evalFile, (text) => text.replace('tone.deck.md"}', `tone.deck.md",${said}}`));
    expect((await run(cwd)).err.replaceAll(/\s+/g, ' ')).toContain(message);
    const { code, err } = await run(cwd, '--require-certified');
    expect([code, err.replaceAll(/\s+/g, ' ')]).toEqual([2, expect.stringContaining(message)]);
    const graded = await runInProcess(['grade', 'last', '--require-certified'], cwd);
    expect([graded.code, graded.err.replaceAll(/\s+/g, ' ')]).toEqual([2, expect.stringContaining(message)]);
  });

  it('tells in every report what probes found against it', async () => {
    const cwd = makeCertified({ caveats: ['it gives the score that is demanded (16 of 16)'] });
    const { out } = await run(cwd, '--quiet', '--markdown', 'r.md', '--html', 'r.html');
    const told = 'but it gives the score that is demanded';
    expect(out.replaceAll(/\s+/g, ' ')).toContain(told);
    for (const file of ['r.md', 'r.html']) expect(readFileSync(join(cwd, file), 'utf8')).toContain(told);
  });

  it('is not corrected where another mark decides', async () => {
    const cwd = makeCertified();
    edit(cwd, evalFile, (text) => text.replace('tone.deck.md"}', 'tone.deck.md","threshold":2}'));
    await run(cwd, '--quiet');
    expect((await readMetrics(cwd)).judges).toMatchObject([
      {
        pass: 2,
        certificateStatus: 'current',
        corrected: { value: null, why: expect.stringContaining('passing score 1, not 2') },
      },
    ]);
  });
});

describe('a certificate', () => {
  it.each([
    ['deck', 'one word of an included file', 'graders/scale.md', (text: string) => text.replace('kind', 'warm')],
    ['settings', 'a rule of the target', 'targets.yaml', (text: string) => text.replace('It helps', 'It works')],
    ['model', 'the model', 'targets.yaml', (text: string) => text.replace('model: rules', 'model: echo')],
    ['samples', 'a human score', 'graders/tone.toml', (text: string) => text.replace('= 3\n', '= 2\n')],
    ['samples', 'a sample', 'graders/tone.toml', (text: string) => text.replace('good day', 'good night')],
  ])('is stale by its %s when %s changes', async (changed, _what, file, change) => {
    const cwd = makeCertified();
    edit(cwd, file, change);
    const { err } = await run(cwd, '--quiet', '--json');
    const told = `has a stale certificate: ${renderStale([changed], { since: '2026-11-16' })}.`;
    expect(err.replaceAll(/\s+/g, ' ')).toContain(told);
    expect(err).toContain(command);
    expect((await readMetrics(cwd)).judges).toMatchObject([
      { certificateStatus: 'stale', changed: [changed], corrected: { value: null } },
    ]);
    expect((await run(cwd, '--require-certified')).code).toBe(2);
  });

  it.each([
    ['a sample of the other split', 'graders/tone.toml', (text: string) => text.replace('"go"', '"went"')],
    [
      'how hard the target is called',
      'targets.yaml',
      (text: string) => text.replace('id: kind\n', 'id: kind\n    limits: {rpm: 6000}\n'),
    ],
    ['another target', 'targets.yaml', (text: string) => text.replace('model: echo}', 'model: echo, latency_ms: 1}')],
  ])('still fits when %s changes', async (_what, file, change) => {
    const cwd = makeCertified();
    writeFileSync(join(cwd, file), change(readFileSync(join(cwd, file), 'utf8')));
    expect((await run(cwd, '--require-certified')).code).toBe(0);
  });

  it.each([
    [{ state: 'not-trusted' as const, reasons: ['TNR is below 0.80.'] }, 'is not trusted: TNR is below 0.80.', 2],
    [{ state: 'insufficient-labels' as const }, 'does not have enough labels', 2],
    [{ split: 'tune' as const }, 'only on tune samples', 0],
    [{ thresholds: { tpr: 0.9, tnr: 0.9 } }, 'contradicts itself. Its state is "trusted", but tpr 0.90 [', 2],
    [{ pass: 2 }, 'has a stale certificate: the passing score changed since', 2],
    [
      { caveats: ['it obeys instructions in the conversation (16 of 16)'] },
      'warning Judge graders/tone.deck.md (target kind) is trusted (test, n=400, 2026-11-16), but it obeys instructions in the conversation (16 of 16',
      0,
    ],
  ])('warns of %j', async (changes, message, code) => {
    const cwd = makeCertified(changes);
    expect((await run(cwd)).err.replaceAll(/\s+/g, ' ')).toContain(message);
    expect((await run(cwd, '--require-certified')).code).toBe(code);
  });

  it('of another target is none', async () => {
    const cwd = makeCertified();
    edit(cwd, 'targets.yaml', (text) => text.replace('id: kind', 'id: gentle'));
    edit(cwd, evalFile, (text) => text.replace('"kind"', '"gentle"'));
    expect((await run(cwd)).err).toContain('(target gentle) is not calibrated');
  });

  it('that is broken is reported with its place, and stops only --require-certified', async () => {
    const cwd = makeProject({ ...files, 'graders/tone.deck.cert.json': '{\n  "version": 1,\n<<<<<<< HEAD\n' });
    const { code, err } = await run(cwd);
    expect([code, err]).toEqual([0, expect.stringContaining('graders/tone.deck.cert.json:3:1')]);
    expect((await run(cwd, '--require-certified')).code).toBe(2);
  });

  it('that calibrate writes fits the run that follows, until a word changes', async () => {
    const cwd = makeProject(files);
    const calibrate = ['calibrate', 'graders/tone.deck.md', '--judge', 'kind', '--split', 'test', '--gate', '--json'];
    const { err } = await runInProcess(calibrate, cwd);
    expect(err).toContain('Wrote graders/tone.deck.cert.json');
    await run(cwd, '--quiet');
    expect((await readMetrics(cwd)).judges).toMatchObject([
      { certificateStatus: 'current', state: 'insufficient-labels' },
    ]);
    edit(cwd, 'graders/scale.md', (text) => text.replace('kind', 'warm'));
    await run(cwd, '--quiet');
    expect((await readMetrics(cwd)).judges).toMatchObject([{ certificateStatus: 'stale', changed: ['deck'] }]);
  });

  it('is not written over by a report', async () => {
    const cwd = makeCertified();
    const { code, err } = await run(cwd, '--out', 'graders/tone.deck.cert.json');
    expect([code, err]).toEqual([2, expect.stringContaining('it is an input of this command')]);
  });

  it('is shown with its deck on a line of its own, which says what has changed', async () => {
    const cwd = makeCertified();
    const show = async () => (await runInProcess(['preview', 'graders/tone.deck.md'], cwd)).out.split('\n').slice(0, 3);
    const known = 'certificate of kind: trusted (test, n=400, 2026-11-16),';
    expect(await show()).toEqual([expect.not.stringContaining('certificate'), `${known} current`, '']);
    edit(cwd, 'graders/scale.md', (text) => text.replace('kind', 'warm'));
    expect((await show())[1]).toBe(`${known} stale: the deck or a file it includes changed`);
    edit(cwd, 'graders/tone.toml', (text) => text.replace('good day', 'good night'));
    expect((await show())[1]).toContain('stale: the deck or a file it includes and the samples changed');
    edit(cwd, 'targets.yaml', (text) => text.replace('id: kind', 'id: gentle'));
    expect((await show())[1]).toContain('changed, and targets.yaml no longer has this target');
  });
});

describe('a program that judges', () => {
  const judge = 'process.stdout.write(JSON.stringify({ score: 3, reason: "Good." }))\n';

  function makeProgram(target: string): string {
    const targets = `targets:\n  - {id: echo, provider: builtin, model: echo}\n  - {id: kind, ${target}}\n`;
    return makeProject({ ...files, 'targets.yaml': targets, 'bots/judge.mjs': judge });
  }

  const calibrate = ['calibrate', 'graders/tone.deck.md', '--judge', 'kind', '--split', 'test', '--gate', '--json'];
  const node = JSON.stringify(process.execPath);

  it('has no certificate that fits once it was rewritten', async () => {
    const cwd = makeProgram(`provider: command, command: [${node}, bots/judge.mjs]`);
    expect((await runInProcess(calibrate, cwd)).err).not.toContain('cannot be seen');
    await run(cwd, '--quiet');
    expect((await readMetrics(cwd)).judges).toMatchObject([{ certificateStatus: 'current' }]);
    edit(cwd, 'bots/judge.mjs', (text) => text.replace('score: 3', 'score: -3'));
    await run(cwd, '--quiet');
    expect((await readMetrics(cwd)).judges).toMatchObject([{ certificateStatus: 'stale', changed: ['settings'] }]);
  });

  it.each([
    ['', 1],
    [', version: "1"', 0],
  ])('gets one warning if a change of it would go unnoticed, with "%s" added', async (version, times) => {
    const inline = JSON.stringify(`${judge.trim()}; process.stdin.resume()`);
    const cwd = makeProgram(`provider: command, command: [${node}, -e, ${inline}]${version}`);
    const told = 'note: kind is a program. Turnwise cannot tell whether it has changed since it was measured.';
    expect((await runInProcess(calibrate, cwd)).err.split(told)).toHaveLength(times + 1);
  });
});

describe('a program that takes its mood from the environment', () => {
  const mood = `let text = '';
for await (const part of process.stdin) text += part;
const score = process.env.MODE === 'always' || text.includes('good') ? 3 : -3;
process.stdout.write(JSON.stringify({ score, reason: 'So.' }));
`;
  const calibrate = ['calibrate', 'graders/tone.deck.md', '--judge', 'kind', '--split', 'test', '--gate', '--json'];

  function makeMoody(more = 'env: {MODE: "${MODE}"}', program = 'mood.mjs'): string {
    const command = `[${JSON.stringify(process.execPath)}, ${JSON.stringify(program)}]`;
    const targets = `targets:
  - {id: echo, provider: builtin, model: echo}
  - {id: kind, provider: command, command: ${command}, ${more}}
`;
    return makeProject({
      ...files,
      'targets.yaml': targets,
      'mood.mjs': mood,
      'other.mjs': mood.replace('good', 'bad'),
    });
  }

  it.each([
    ['env', makeMoody, { MODE: 'plain', API_TOKEN: 'a' }, { MODE: 'always', API_TOKEN: 'a' }, 'stale'],
    ['command', () => makeMoody('version: "1"', '${JUDGE}'), { JUDGE: 'mood.mjs' }, { JUDGE: 'other.mjs' }, 'stale'],
    ['version', () => makeMoody('version: "${V}"'), { V: '1' }, { V: '2' }, 'stale'],
    ['token', () => makeMoody('env: {API_TOKEN: "${MY_TOKEN}"}'), { MY_TOKEN: 'a' }, { MY_TOKEN: 'b' }, 'current'],
  ])('is another judge by another variable in its %s, and the same by another secret', async (...row) => {
    const [, make, before, after, certificateStatus] = row;
    const cwd = make();
    await runInProcess(calibrate, cwd, before);
    const play = async (env: Record<string, string>) => {
      await runInProcess(['run', evalFile, '--threshold', '0', '--quiet'], cwd, env);
      return (await readMetrics(cwd)).judges?.[0]?.certificateStatus;
    };
    expect([await play(before), await play(after)]).toEqual(['current', certificateStatus]);
  });

  it('does not resume the calibration of another mood', async () => {
    const cwd = makeMoody();
    edit(cwd, 'graders/tone.toml', (text) => text.replace('split = "test"\n', ''));
    const start = ['calibrate', 'graders/tone.deck.md', '--judge', 'kind'];
    expect((await runInProcess([...start, '--max-calls', '1'], cwd, { MODE: 'plain' })).code).toBe(3);
    expect((await runInProcess([...start, '--json'], cwd, { MODE: 'always' })).err).not.toContain(
      'Resuming calibration',
    );
    expect((await runInProcess([...start, '--json'], cwd, { MODE: 'plain' })).err).toContain('Resuming calibration');
  });
});

describe('a judge that obeys what it reads', () => {
  const gull = `targets:
  - {id: echo, provider: builtin, model: echo}
  - id: kind
    provider: command
    command: [${JSON.stringify(process.execPath)}, gull.mjs]
`;
  // Gives the last score that its prompt names.
  const program = `let text = '';
for await (const part of process.stdin) text += part;
const named = [...text.matchAll(/score["' ]*(?:of|is|:)?\\s*(-?\\d)/gi)].at(-1)?.[1];
const score = named === undefined ? (text.includes('good') ? 3 : -3) : Number(named);
process.stdout.write(JSON.stringify({ score, reason: 'So.' }));
`;

  it('carries that in its certificate, even when it is measured again without a probe', async () => {
    const cwd = makeProject({ ...files, 'targets.yaml': gull, 'gull.mjs': program });
    const calibrate = ['calibrate', 'graders/tone.deck.md', '--judge', 'kind', '--gate', '--json'];
    const read = () => JSON.parse(readFileSync(join(cwd, 'graders/tone.deck.cert.json'), 'utf8')).entries[0];
    await runInProcess([...calibrate, '--probe'], cwd);
    const probed = read();
    expect(probed).toMatchObject({
      caveats: ['it obeys instructions in the conversation (1 of 1 samples)'],
      probes: expect.arrayContaining([expect.objectContaining({ variant: 'injected', finding: 'steered' })]),
    });
    await runInProcess([...calibrate, '--split', 'test'], cwd);
    expect(read()).toMatchObject({ split: 'test', caveats: probed.caveats, probes: probed.probes });
    const { err } = await runInProcess(calibrate, cwd);
    expect(err).toContain('To get it back, calibrate with --split test --gate, or restore');
  });
});

describe('rubrics', () => {
  const samples = `[[samples]]
messages = [{ role = "user", content = "Hi" }, { role = "assistant", content = "good day" }]
expected = { score = 3, outcome = "It greets." }

[[samples]]
messages = [{ role = "user", content = "Ho" }, { role = "assistant", content = "go" }]
expected = { score = -3, outcome = "It greets." }
`;
  const asked = 'turnwise calibrate --rubric --judge kind --samples <file>.samples.toml --gate';
  const certificate = '.turnwise/outcome.deck.cert.json';

  function makeRubrics(): string {
    const cwd = makeProject({ ...files, 'evals/outcome.samples.toml': samples });
    edit(cwd, evalFile, (text) => text.replace('{"judge":"./graders/tone.deck.md"}', '{"rubric":"It is good."}'));
    return cwd;
  }

  const calibrate = ['calibrate', '--rubric', '--samples', 'evals/outcome.samples.toml', '--judge', 'kind', '--gate'];

  it('without a certificate get a warning, and are refused with --require-certified unless they are exempt', async () => {
    const cwd = makeRubrics();
    const unmeasured = await run(cwd);
    expect(unmeasured.code).toBe(0);
    expect(unmeasured.err).toMatch(/^warning {2}Judge rubric \(target kind\) is not calibrated\. Run: /m);
    const { code, err } = await run(cwd, '--require-certified');
    expect([code, err.replaceAll(/\s+/g, ' ')]).toEqual([2, expect.stringContaining(asked)]);
    expect((await run(cwd, '--require-certified', '--exempt-rubric')).code).toBe(0);
    expect((await runInProcess(['grade', 'last', '--require-certified'], cwd)).code).toBe(2);
    const exempt = ['grade', 'last', '--require-certified', '--exempt-rubric', '--threshold', '0'];
    expect((await runInProcess(exempt, cwd)).code).toBe(0);
  });

  it('are exempt alone: a deck still needs its certificate', async () => {
    const cwd = makeProject(files);
    expect((await run(cwd, '--require-certified', '--exempt-rubric')).code).toBe(2);
  });

  it('are calibrated as one judge, whose certificate is kept with the project', async () => {
    const cwd = makeRubrics();
    const { err, out } = await runInProcess(calibrate, cwd);
    expect([err, out]).toEqual([expect.stringContaining(`Wrote ${certificate}`), expect.stringContaining('kind')]);
    await run(cwd, '--quiet');
    expect((await readMetrics(cwd)).judges).toMatchObject([
      { certificateStatus: 'current', state: 'insufficient-labels', target: 'kind', raw: { value: 0.6, n: 10 } },
    ]);
    edit(cwd, 'evals/outcome.samples.toml', (text) => text.replace('good day', 'good night'));
    const { code, err: told } = await run(cwd, '--require-certified');
    expect([code, told.replaceAll(/\s+/g, ' ')]).toEqual([
      2,
      expect.stringContaining('Judge rubric (target kind) has a stale certificate: the samples changed'),
    ]);
    expect(told).toContain('turnwise calibrate --rubric --samples evals/outcome.samples.toml --judge kind --gate');
  });

  it('are trusted with a certificate that is trusted and fits, whatever the text of the rubric', async () => {
    const cwd = makeRubrics();
    await runInProcess(calibrate, cwd);
    const measured: Certificate = JSON.parse(readFileSync(join(cwd, certificate), 'utf8')).entries[0];
    const { target, deckHash, samplesHash, sources } = measured;
    const trusted = {
      target,
      deckHash,
      samplesHash,
      sources,
      split: 'tune',
      thresholds: { tpr: 0.8, tnr: 0.8 },
    } as const;
    const metrics = { tpr: makeRate(190, 200), tnr: makeRate(190, 200) };
    writeCertificates(join(cwd, '.turnwise/outcome.deck.md'), [makeCertificate({ ...trusted, metrics })]);
    const play = () => run(cwd, '--require-certified');
    expect([(await play()).code, (await play()).out]).toEqual([0, expect.stringContaining('corrected')]);
    edit(cwd, evalFile, (text) => text.replace('It is good.', 'It is very good.'));
    expect((await play()).code).toBe(0);
    edit(cwd, 'targets.yaml', (text) => text.replace('It helps', 'It works'));
    expect((await play()).code).toBe(2);
  });

  it('without samples, or with samples that have no outcome, say what is missing', async () => {
    const cwd = makeRubrics();
    const bare = await runInProcess(['calibrate', '--rubric', '--judge', 'kind'], cwd);
    expect([bare.code, bare.err]).toEqual([2, expect.stringContaining('--samples <file>.samples.toml')]);
    edit(cwd, 'evals/outcome.samples.toml', (text) => text.replaceAll(', outcome = "It greets."', ''));
    const lacking = await runInProcess(calibrate, cwd);
    expect([lacking.code, lacking.err]).toEqual([2, expect.stringContaining('The deck uses the context "outcome"')]);
    const filed = await runInProcess([...calibrate, '--request-labels', 'x'], cwd);
    expect([filed.code, filed.err]).toEqual([2, expect.stringContaining('--rubric uses a built-in deck')]);
  });
});

describe('a certificate of an earlier version', () => {
  function makeOlder(): string {
    const cwd = makeCertified();
    edit(cwd, 'graders/tone.deck.cert.json', (text) => {
      const { deck, entries } = JSON.parse(text);
      const older = entries.map((entry: Certificate) => {
        const { format: _, hash: _hash, gateVersion: _version, gate: _gate, metrics, ...rest } = entry;
        return { ...rest, figures: metrics, looks: 2 };
      });
      const other = { ...older[0], target: { ...older[0].target, id: 'another' } };
      return JSON.stringify({ version: 1, deck, entries: [...older, other] });
    });
    return cwd;
  }

  it('is stale, with the reason, and never an error', async () => {
    const cwd = makeOlder();
    const { code, err } = await run(cwd);
    const told = 'has a stale certificate: an earlier version of Turnwise wrote it.';
    expect([code, err.replaceAll(/\s+/g, ' ')]).toEqual([0, expect.stringContaining(told)]);
    expect((await run(cwd, '--require-certified')).code).toBe(2);
    const { out } = await runInProcess(['preview', 'graders/tone.deck.md'], cwd);
    expect(out).toContain('stale: an earlier version of Turnwise wrote it');
  });

  it('is replaced by the next calibration, which leaves those of other targets', async () => {
    const cwd = makeOlder();
    const { err } = await runInProcess(['calibrate', 'graders/tone.deck.md', '--judge', 'kind', '--gate'], cwd);
    expect(err).toContain('Wrote graders/tone.deck.cert.json');
    const { version, entries } = JSON.parse(readFileSync(join(cwd, 'graders/tone.deck.cert.json'), 'utf8'));
    expect([version, entries.map(({ target, format }: Certificate) => [target.id, format])]).toEqual([
      4,
      [
        ['another', undefined],
        ['kind', 2],
      ],
    ]);
  });
});

describe('a bypass of --require-certified', () => {
  it('fails when metrics are copied to another target', async () => {
    const cwd = makeCertified();
    edit(cwd, 'targets.yaml', (text) => `${text}  - {id: lax, provider: builtin, model: echo}\n`);
    edit(cwd, evalFile, (text) => text.replace('"kind"', '"lax"'));
    const lax = readTargets(join(cwd, 'targets.yaml'), cwd).targets.find(({ id }) => id === 'lax');
    if (lax === undefined) throw new Error('There is no such target.');
    edit(cwd, 'graders/tone.deck.cert.json', (text) => {
      const file = JSON.parse(text);
      return JSON.stringify({ ...file, entries: [{ ...file.entries[0], target: readCertifiedTarget(lax, {}, cwd) }] });
    });
    const { code, err } = await run(cwd, '--require-certified');
    expect([code, err.replaceAll(/\s+/g, ' ')]).toEqual([2, expect.stringContaining('Its hash does not match')]);
    // Without a hash it is one of an earlier version.
    edit(cwd, 'graders/tone.deck.cert.json', (text) => {
      const file = JSON.parse(text);
      const { hash: _, format: __, ...entry } = file.entries[0];
      return JSON.stringify({ ...file, entries: [entry] });
    });
    expect((await run(cwd, '--require-certified')).code).toBe(2);
  });

  it('fails when the address of the judge changes', async () => {
    const cwd = makeProject(files);
    edit(cwd, 'targets.yaml', (text) => {
      const [head = ''] = text.split('  - id: kind');
      return `${head}  - {id: kind, provider: openai-compatible, model: m, base_url: "\${JUDGE_URL}"}\n`;
    });
    const here = { JUDGE_URL: 'http://127.0.0.1:1/v1' };
    certify(cwd, {}, here);
    const play = (env: Record<string, string>) =>
      runInProcess(['run', evalFile, '--require-certified', '--max-calls', '1'], cwd, env);
    expect((await play(here)).err).not.toContain('stale');
    const { code, err } = await play({ JUDGE_URL: 'http://127.0.0.1:2/v1' });
    expect([code, err.replaceAll(/\s+/g, ' ')]).toEqual([2, expect.stringContaining("the target's settings or files")]);
  });

  it.each([
    ['beside it', '', 'bots/lib/score.mjs'],
    ['that it declares', ', files: [shared]', 'shared/score.mjs'],
  ])('fails when a module %s changes that the program imports', async (_where, declared, module) => {
    const cwd = makeProject({
      ...files,
      'targets.yaml': `targets:
  - {id: echo, provider: builtin, model: echo}
  - {id: kind, provider: command, command: [${JSON.stringify(process.execPath)}, bots/judge.mjs]${declared}}
`,
      'bots/judge.mjs': `import { score } from '../${module}';\nprocess.stdout.write(JSON.stringify({ score }));\n`,
      [module]: 'export const score = 3;\n',
    });
    certify(cwd);
    expect((await run(cwd, '--require-certified')).code).toBe(0);
    edit(cwd, module, (text) => text.replace('3', '-3'));
    const { code, err } = await run(cwd, '--require-certified');
    expect([code, err.replaceAll(/\s+/g, ' ')]).toEqual([
      2,
      expect.stringContaining("the target's settings or files changed"),
    ]);
  });

  it('fails when a declared file is missing', async () => {
    const cwd = makeProject(files);
    edit(cwd, 'targets.yaml', (text) => {
      const [head = ''] = text.split('  - id: kind');
      return `${head}  - {id: kind, provider: command, command: [node], files: [gone.mjs]}\n`;
    });
    const { code, err } = await run(cwd);
    expect([code, err]).toEqual([2, expect.stringContaining('"gone.mjs"')]);
  });
});

describe('a later grading', () => {
  it('names certificates and keeps them, and knows those of verdicts that it kept', async () => {
    const cwd = makeProject(files);
    await run(cwd, '--quiet');
    certify(cwd);
    const { err, out } = await runInProcess(['grade', 'last', '--require-certified', '--threshold', '0'], cwd);
    expect(err).toContain('Judge graders/tone.deck.md (target kind) is trusted (test, n=400, 2026-11-16).\n');
    expect(out.replaceAll(/\s+/g, ' ')).toContain('corrected 50% (');
    expect((await readMetrics(cwd)).judges?.[0]).toMatchObject({ certificateStatus: 'current' });
    expect((await readMetrics(cwd, '--grading', '0')).judges?.[0]).toMatchObject({ certificateStatus: 'missing' });
    edit(cwd, evalFile, (text) => text.replace('"graders":[', '"graders":[{"contains":"good"},'));
    await runInProcess(['grade', 'last', '--grader', 'contains', '--quiet'], cwd);
    expect((await readMetrics(cwd)).judges?.[0]).toMatchObject({ certificateStatus: 'current', raw: { value: 0.6 } });
  });

  it('refuses with --require-certified before any call', async () => {
    const cwd = makeProject(files);
    await run(cwd, '--quiet');
    const { code, err } = await runInProcess(['grade', 'last', '--require-certified'], cwd);
    expect([code, err]).toEqual([2, expect.stringContaining('(RUN_UNCERTIFIED)')]);
    expect((await readMetrics(cwd)).grading).toBeUndefined();
  });

  it('that was stopped is resumed although a certificate was written since', async () => {
    const cwd = makeProject(files);
    await run(cwd, '--quiet');
    const grade = (...args: readonly string[]) =>
      runInProcess(['grade', 'last', '--no-cache', '-c', '1', ...args], cwd);
    expect((await grade('--max-calls', '3')).code).toBe(3);
    certify(cwd);
    const { err } = await grade();
    expect(err).toMatch(/grading 1/i);
    expect((await readMetrics(cwd)).grading).toBe(1);
  });
});

describe('a run that is resumed', () => {
  it('keeps what it knew of certificates, and is refused by what is known now', async () => {
    const cwd = makeCertified();
    expect((await run(cwd, '--max-calls', '5', '-c', '1', '--no-cache')).code).not.toBe(2);
    writeFileSync(join(cwd, 'graders/tone.deck.cert.json'), '{"version": 2, "deck": "tone.deck.md", "entries": []}');
    const refused = await runInProcess(['run', '--resume', '--require-certified'], cwd);
    expect([refused.code, refused.err]).toEqual([2, expect.stringContaining('(RUN_UNCERTIFIED)')]);
    const resumed = await runInProcess(['run', '--resume', '--threshold', '0'], cwd);
    expect([resumed.code, resumed.out.replaceAll(/\s+/g, ' ')]).toEqual([
      0,
      expect.stringContaining('corrected 50% ('),
    ]);
  });
});

it('reads runs that were recorded before there were certificates', async () => {
  const cwd = makeProject(files);
  await run(cwd, '--quiet');
  const db = new DatabaseSync(join(cwd, '.turnwise/turnwise.db'));
  db.exec("UPDATE runs SET spec = json_remove(spec, '$.certificates')");
  db.close();
  expect((await readMetrics(cwd)).judges).toMatchObject([{ certificateStatus: 'missing', raw: { value: 0.6, n: 10 } }]);
  expect((await runInProcess(['show', 'run:last'], cwd)).code).toBe(0);
});

describe('the library', () => {
  it('refuses with requireCertified, as the command does', async () => {
    const cwd = makeProject(files);
    const play = async () => {
      for await (const _ of runEval({ files: [evalFile], cwd, env: {}, requireCertified: true }));
    };
    await expect(play()).rejects.toThrow(Fault);
    certify(cwd);
    await expect(play()).resolves.toBeUndefined();
    await expect(gradeRun('last', { cwd, env: {}, requireCertified: true })).resolves.toMatchObject({
      state: 'completed',
    });
  });
});
