import { describe, expect, it } from 'vitest';
import { makeCertificate, makeJudge, makeUncertified } from '../../test/support/made-certificate.ts';
import { Fault, toError } from '../base/fault.ts';
import type { Certificate, JudgeCertificate } from '../conversation/certificate.ts';
import { assertCertified, listCertificateWarnings } from '../judges/certificate-problems.ts';
import type { CertifiedJudge } from '../judges/judge-certificates.ts';
import { listCertificateNotes } from './certificate-notes.ts';

function stand(judge: JudgeCertificate, more: Partial<CertifiedJudge> = {}): CertifiedJudge {
  const deck = { file: 'graders/tone.deck.md', folder: 'graders', isRubric: false };
  return { judge, ...deck, passingScores: [1], hasTestSamples: false, problems: [], ...more };
}

function noteOf(...judges: readonly CertifiedJudge[]) {
  return { notes: listCertificateNotes(judges), warnings: listCertificateWarnings(judges) };
}

function listRefused(judges: readonly CertifiedJudge[], exemptRubric = false) {
  try {
    assertCertified(judges, { requireCertified: true, exemptRubric });
    return [];
  } catch (error) {
    if (error instanceof Fault) return error.problems;
    throw error;
  }
}

const missing = makeUncertified();
const stale = makeJudge({ certificateStatus: 'stale', changed: ['deck', 'settings'] });
const tune = makeJudge({ certificate: makeCertificate({ split: 'tune' }) });
const reasons = ['TNR 0.50 (95% CI 0.40–0.60, n=90) is below 0.80.'];
const bad = makeJudge({ certificate: makeCertificate({ state: 'not-trusted', reasons }) });
const open = makeJudge({ certificate: makeCertificate({ state: 'insufficient-labels' }) });
const command = 'turnwise calibrate graders/tone.deck.md --judge gpt';
const hint = `Run: ${command} --split test --gate`;
const changeHint =
  'Change the deck, or use another judge. To see where the judge and people disagree: turnwise calibrate graders/tone.deck.md --judge gpt';
const labelHint = `Score more conversations, or send them to reviewers: ${command} --split test --request-labels dataset:tone`;

describe('listCertificateNotes', () => {
  it('names a judge that is trusted', () => {
    const text = 'Judge graders/tone.deck.md (target gpt) is trusted (test, n=400, 2026-11-16).';
    expect(noteOf(stand(makeJudge()))).toEqual({ notes: [{ isWarning: false, text }], warnings: [] });
  });

  it('names the judges without a certificate in one line, and what to type', () => {
    const one = noteOf(stand(missing));
    const text = `Judge graders/tone.deck.md (target gpt) is not calibrated. Run: ${command} --gate  (RUN_UNCERTIFIED)`;
    expect(one).toEqual({ notes: [{ isWarning: true, text }], warnings: [] });
    const seven = noteOf(...Array.from({ length: 7 }, (_, index) => stand(missing, { file: `${index}.deck.md` })));
    expect(seven.notes).toHaveLength(1);
    expect(seven.notes[0]?.text).toMatch(
      /^7 judges are not calibrated: 0\.deck\.md \(target gpt\), .* and 2 more\. Run: /,
    );
  });

  it.each([
    [
      stale,
      "Judge graders/tone.deck.md (target gpt) has a stale certificate: the deck or a file it includes and the target's settings or files changed since 2026-11-16.",
      hint,
    ],
    [
      bad,
      'Judge graders/tone.deck.md (target gpt) is not trusted: TNR 0.50 (95% CI 0.40–0.60, n=90) is below 0.80.',
      changeHint,
    ],
    [open, 'Judge graders/tone.deck.md (target gpt) does not have enough labels.', labelHint],
    [tune, expect.stringContaining('only on tune samples'), hint],
  ])('warns of %#', (judge, message, then) => {
    expect(noteOf(stand(judge, { hasTestSamples: judge === tune })).warnings).toMatchObject([
      { code: 'RUN_UNCERTIFIED', message, hint: then },
    ]);
  });

  it.each([
    [[0], 'uses the passing score 0, but the certificate covers 1.', 'Remove `threshold`'],
    [[1, null], 'is inverted by `not`, but the certificate covers the passing score 1.', 'Remove `not`'],
    [[1, 2, 0], 'uses the passing score 0 and 2, but the certificate covers 1.', 'Remove `threshold`'],
  ])('warns of a grader with the passing scores %j, and refuses it', (passingScores, message, then) => {
    const problem = {
      message: `Judge graders/tone.deck.md (target gpt) ${message}`,
      hint: expect.stringContaining(then),
    };
    const judge = stand(makeJudge(), { passingScores });
    expect(noteOf(judge)).toMatchObject({ notes: [], warnings: [{ ...problem, severity: 'warning' }] });
    expect(listRefused([judge])).toMatchObject([{ ...problem, severity: 'error' }]);
  });

  it('reports a judge that was measured only on samples of some tags', () => {
    const judge = stand(makeJudge({ certificate: makeCertificate({ tags: ['easy', 'late'] }) }));
    const text =
      'Judge graders/tone.deck.md (target gpt) is trusted (test, only samples tagged easy or late, n=400, 2026-11-16).';
    expect(noteOf(judge)).toMatchObject({
      notes: [{ isWarning: false, text }],
      warnings: [
        { message: 'Judge graders/tone.deck.md (target gpt) was measured only on samples tagged easy or late.', hint },
      ],
    });
    expect(listRefused([judge])).toEqual([]);
    const both = stand(makeJudge({ certificate: makeCertificate({ tags: ['easy'], split: 'tune' }) }));
    expect(noteOf(both).warnings).toMatchObject([
      {
        message: expect.stringMatching(/only on tune samples, .*, and only on samples tagged easy\.$/),
        hint: expect.not.stringContaining('--tag'),
      },
    ]);
  });

  it('says that samples of a dataset are not looked at again', () => {
    const certificate = makeCertificate({ sources: ['deck', 'dataset:refunds'] });
    expect(noteOf(stand(makeJudge({ certificate }))).notes[0]?.text).toMatch(
      /2026-11-16\)\. Turnwise does not check whether dataset samples have changed\.$/,
    );
  });

  it('asks for labels in the dataset that the samples came from', () => {
    const certificate = makeCertificate({ sources: ['dataset:refunds'], state: 'insufficient-labels' });
    expect(noteOf(stand(makeJudge({ certificate }))).warnings[0]?.hint).toContain('--request-labels dataset:refunds');
  });

  it('names the samples and tags in the command that the judge was measured on', () => {
    const certificate = makeCertificate({
      ...{ sources: ['../a b.samples.toml', '/etc/x.jsonl', 'dataset:refunds'], tags: ['late', 'refund'] },
    });
    const judge = makeJudge({ certificate, certificateStatus: 'stale', changed: ['deck'] });
    expect(noteOf(stand(judge)).warnings[0]?.hint).toContain(
      "graders/tone.deck.md --samples 'a b.samples.toml,/etc/x.jsonl,dataset:refunds' --judge gpt --tag late,refund --split test --gate",
    );
  });

  it.each<[string, Partial<JudgeCertificate>, Partial<Certificate>, boolean, string]>([
    [
      'a test that is stale',
      { certificateStatus: 'stale', changed: ['deck'] },
      {},
      false,
      `Run: ${command} --split test --gate`,
    ],
    [
      'a stale one',
      { certificateStatus: 'stale', changed: ['deck'] },
      { split: 'tune' },
      false,
      `Run: ${command} --gate`,
    ],
    [
      'a stale one with test samples',
      { certificateStatus: 'stale', changed: ['deck'] },
      { split: 'tune' },
      true,
      `Run: ${command} --split test --gate`,
    ],
    ['one that is still tuned', {}, { split: 'tune', state: 'not-trusted' }, true, changeHint],
    [
      'a good one without test samples',
      {},
      { split: 'tune' },
      false,
      `Set split = "test" on some samples (for items, the tag split:test). Then run: ${command} --split test --gate`,
    ],
  ])(
    'sends %s to samples that there are, and not too early to the test',
    (_of, changes, entry, hasTestSamples, then) => {
      const judge = makeJudge({ ...changes, certificate: makeCertificate(entry) });
      expect(noteOf(stand(judge, { hasTestSamples })).warnings).toMatchObject([{ hint: then }]);
    },
  );

  it('warns of what probes found against a judge that is trusted', () => {
    const caveats = ['it obeys instructions in the conversation (16 of 16)'];
    const gull = makeJudge({ certificate: makeCertificate({ caveats }) });
    const text =
      'Judge graders/tone.deck.md (target gpt) is trusted (test, n=400, 2026-11-16), but it obeys instructions in the conversation (16 of 16).';
    expect(noteOf(stand(gull))).toEqual({ notes: [{ isWarning: true, text }], warnings: [] });
    expect(listRefused([stand(gull)])).toEqual([]);
    const both = makeJudge({ certificate: makeCertificate({ state: 'not-trusted', reasons, caveats }) });
    expect(noteOf(stand(both)).warnings[0]?.message).toContain('is below 0.80. Also, it obeys instructions');
  });

  it('tells once of a file that is broken for several targets', () => {
    const problems = [toError({ code: 'JSON_SYNTAX', message: 'Broken.' })];
    const { notes, warnings } = noteOf(stand(missing, { problems }), stand(missing, { problems }));
    expect([notes, warnings]).toEqual([[], [{ severity: 'warning', code: 'JSON_SYNTAX', message: 'Broken.' }]]);
  });
});

describe('assertCertified', () => {
  it('accepts judges that are trusted and fit, on tune samples, too', () => {
    expect(listRefused([stand(makeJudge()), stand(tune)])).toEqual([]);
  });

  it('refuses all others at once, each with its deck and what to type', () => {
    const refused = listRefused([stale, bad, open, missing].map((judge) => stand(judge)));
    const problem = { severity: 'error', code: 'RUN_UNCERTIFIED', file: 'graders/tone.deck.md', hint };
    expect(refused).toMatchObject([
      problem,
      { ...problem, hint: changeHint },
      { ...problem, hint: labelHint },
      { ...problem, hint: `Run: ${command} --gate` },
    ]);
  });

  describe('of outcomes and rubrics', () => {
    const rubric = { file: 'outcome deck (built-in)', folder: '.turnwise', isRubric: true };
    const calibrate = 'turnwise calibrate --rubric --judge gpt';

    it('refuses one judge without a certificate, and says how to measure or exempt it', () => {
      expect(listRefused([stand(missing, rubric)])).toMatchObject([
        {
          code: 'RUN_UNCERTIFIED',
          message: 'Judge rubric (target gpt) is not calibrated.',
          hint: `Run: ${calibrate} --samples <file>.samples.toml --gate. Or allow \`outcome\` and \`rubric\` without a certificate: --exempt-rubric`,
        },
      ]);
      const both = noteOf(stand(missing, rubric), stand(missing)).notes[0]?.text;
      expect(both).toMatch(
        /^2 judges are not calibrated: graders\/tone.deck.md \(target gpt\), rubric \(target gpt\)\. Run: turnwise calibrate graders/,
      );
      const text = `Judge rubric (target gpt) is not calibrated. Run: ${calibrate} --samples <file>.samples.toml --gate  (RUN_UNCERTIFIED)`;
      expect(noteOf(stand(missing, rubric))).toEqual({ notes: [{ isWarning: true, text }], warnings: [] });
    });

    it('exempts them on request, and no other judge', () => {
      expect(listRefused([stand(missing, rubric)], true)).toEqual([]);
      expect(listRefused([stand(missing, rubric), stand(missing)], true)).toHaveLength(1);
    });

    it.each([
      [bad, `Use another judge, or write your own deck. To see where the judge and people disagree: ${calibrate}`],
      [open, `Add more scored conversations to the samples, then run: ${calibrate} --split test --gate`],
    ])('says what can be done about the bundled deck', (judge, told) => {
      expect(listRefused([stand(judge, rubric)])).toMatchObject([{ hint: told }]);
    });

    it('takes a certificate that is trusted and fits, and warns of one that is stale', () => {
      expect(listRefused([stand(makeJudge(), rubric)])).toEqual([]);
      expect(noteOf(stand(makeJudge(), rubric)).notes[0]?.text).toMatch(/^Judge rubric \(target gpt\) is trusted /);
      const certificate = makeCertificate({ sources: ['../evals/o.samples.toml'] });
      const [problem] = listRefused([stand({ ...stale, certificate }, rubric)]);
      expect(problem).toMatchObject({
        hint: `Run: turnwise calibrate --rubric --samples evals/o.samples.toml --judge gpt --split test --gate`,
      });
    });
  });

  it('refuses a judge whose certificates cannot be read, with the places', () => {
    const problems = [toError({ code: 'JSON_SYNTAX', message: 'Broken.', file: 'tone.deck.cert.json', line: 3 })];
    expect(listRefused([stand(missing, { problems })])).toEqual(problems);
  });
});
