import { describe, expect, it } from 'vitest';
import { makeCertificate, makeJudge, makeUncertified } from '../../test/support/made-certificate.ts';
import { Fault, toError } from '../base/fault.ts';
import type { JudgeCertificate } from '../conversation/certificate.ts';
import { assertCertified, toCertificateNotes } from './certificate-notes.ts';
import type { StandingJudge } from './judge-certificates.ts';

function stand(judge: JudgeCertificate, more: Partial<StandingJudge> = {}): StandingJudge {
  return { judge, file: 'graders/tone.deck.md', problems: [], ...more };
}

function noteOf(...judges: readonly StandingJudge[]) {
  return toCertificateNotes({ judges, bundled: [] });
}

function listRefused(judges: readonly StandingJudge[], bundled: readonly string[] = []) {
  try {
    assertCertified({ judges, bundled });
    return [];
  } catch (error) {
    if (error instanceof Fault) return error.problems;
    throw error;
  }
}

const missing = makeUncertified();
const stale = makeJudge({ standing: 'stale', changed: ['deck', 'settings'] });
const tune = makeJudge({ certificate: makeCertificate({ split: 'tune' }) });
const reasons = ['TNR 0.50 [0.40, 0.60] n=90 is below 0.80.'];
const bad = makeJudge({ certificate: makeCertificate({ state: 'not trusted', reasons }) });
const open = makeJudge({ certificate: makeCertificate({ state: 'not enough labels' }) });
const hint = 'Type: turnwise calibrate graders/tone.deck.md --model gpt --split test --gate';

describe('toCertificateNotes', () => {
  it('names a judge that is trusted', () => {
    const text = 'judge graders/tone.deck.md by gpt: trusted (test, n=400, 2026-11-16)';
    expect(noteOf(stand(makeJudge()))).toEqual({ notes: [{ isWarning: false, text }], warnings: [] });
  });

  it('tells in one line who has no certificate, and what to type', () => {
    const one = noteOf(stand(missing));
    const text = `judge graders/tone.deck.md by gpt has no certificate. ${hint}`;
    expect(one).toEqual({ notes: [{ isWarning: true, text }], warnings: [] });
    const seven = noteOf(...Array.from({ length: 7 }, (_, index) => stand(missing, { file: `${index}.deck.md` })));
    expect(seven.notes).toHaveLength(1);
    expect(seven.notes[0]?.text).toMatch(/^7 judges have no certificate: 0\.deck\.md by gpt, .* and 2 more\. Type: /);
  });

  it.each([
    [stale, 'graders/tone.deck.md by gpt has a stale certificate: deck and settings changed since 2026-11-16.'],
    [bad, 'graders/tone.deck.md by gpt is not trusted: TNR 0.50 [0.40, 0.60] n=90 is below 0.80.'],
    [open, 'graders/tone.deck.md by gpt was measured on too few labels.'],
    [tune, expect.stringContaining('on tune samples alone')],
  ])('warns of %#', (judge, message) => {
    expect(noteOf(stand(judge)).warnings).toMatchObject([{ code: 'RUN_UNCERTIFIED', message, hint }]);
  });

  it('names the samples in the command that the judge was measured on', () => {
    const certificate = makeCertificate({ sources: ['../a b.samples.toml', 'dataset:refunds'], state: 'not trusted' });
    expect(noteOf(stand(makeJudge({ certificate }))).warnings[0]?.hint).toContain(
      "graders/tone.deck.md --samples 'a b.samples.toml' --samples dataset:refunds --model gpt",
    );
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
    const refused = listRefused([missing, stale, bad, open].map((judge) => stand(judge)));
    expect(refused).toHaveLength(4);
    for (const problem of refused) {
      expect(problem).toMatchObject({ severity: 'error', code: 'RUN_UNCERTIFIED', file: 'graders/tone.deck.md', hint });
    }
  });

  it('refuses the bundled deck, which nobody can certify', () => {
    expect(listRefused([], ['gpt'])).toMatchObject([
      { code: 'RUN_UNCERTIFIED', message: expect.stringContaining('gpt'), hint: expect.stringContaining('a deck') },
    ]);
  });

  it('refuses a judge whose certificates cannot be read, with the places', () => {
    const problems = [toError({ code: 'JSON_SYNTAX', message: 'Broken.', file: 'tone.deck.cert.json', line: 3 })];
    expect(listRefused([stand(missing, { problems })])).toEqual(problems);
  });
});
