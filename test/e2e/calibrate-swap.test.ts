import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { JudgeSwap } from '../../src/calibrate/swap-judges.ts';
import { calibrateDecks } from '../../src/wiring/library.ts';
import { calibrate, calibrateJson, makeCalibrated, makeSamples, samplesFile } from '../support/calibrated-project.ts';

const certificate = 'tone.deck.cert.json';

/** The fewest samples that can decide: 73 per class. */
const enough = makeSamples(146);

async function swapJson(cwd: string, ...options: readonly string[]) {
  const { code, out, err } = await calibrate(cwd, '--json', ...options);
  if (out === '') throw new Error(err);
  const { swap }: { readonly swap: readonly JudgeSwap[] } = JSON.parse(out);
  const [first] = swap;
  if (first === undefined) throw new Error('There is no swap.');
  return { code, err, swap, first };
}

function listEntries(cwd: string) {
  const { entries } = JSON.parse(readFileSync(join(cwd, certificate), 'utf8'));
  return new Map<string, Record<string, unknown>>(
    entries.map((entry: { readonly target: { readonly id: string } }) => [entry.target.id, entry]),
  );
}

describe('a new judge that answers as the old one does', () => {
  it('is not worse, said first and in at most 15 lines, with the next command', async () => {
    const { code, out, err } = await calibrate(makeCalibrated(enough), '--swap', 'reader,gullible');
    expect({ code, err }).toEqual({
      code: 0,
      err: 'warning  reader has no trusted certificate for tone.deck.md: it has none. A judge that is not worse than reader can still be a bad one.\n',
    });
    const lines = out.trimEnd().split('\n');
    expect(lines.length).toBeLessThanOrEqual(15);
    expect(lines.slice(0, 3)).toEqual([
      'gullible is not worse than reader by more than 5 pp in either class. Gate of gullible: trusted.',
      '',
      'tone.deck.md  scale −3…3, passing score 1 · 146 tune samples',
    ]);
    expect(out).toMatch(/^TPR \(good passed\) {2}1\.00 .*, n=73\) {2}0 pp \(95% CI −5 to 5\)$/m);
    expect(lines.slice(-2)).toEqual([
      'Next: write the certificate of gullible:',
      '  turnwise calibrate tone.deck.md --samples tone.samples.jsonl --swap reader,gullible --gate --quiet',
    ]);
  });

  it('gets a certificate that names the judge it replaces, and the old one keeps its own', async () => {
    const cwd = makeCalibrated(enough);
    await calibrate(cwd, '--judge', 'reader', '--gate');
    const before = listEntries(cwd).get('reader');
    const { code, err } = await calibrate(cwd, '--swap', 'reader,gullible', '--gate');
    expect({ code, err }).toEqual({ code: 0, err: `Wrote ${certificate}\n` });
    const entries = listEntries(cwd);
    expect(entries.get('reader')).toEqual(before);
    expect(entries.get('gullible')).toMatchObject({
      state: 'trusted',
      replaces: { target: { id: 'reader' }, at: before?.at, state: 'trusted', verdict: 'not-worse' },
    });
  });

  it('is inconclusive on 40 samples per class: no certificate, exit code 1, and how many it takes', async () => {
    const cwd = makeCalibrated(makeSamples(80));
    const { code, out, err } = await calibrate(cwd, '--swap', 'reader,gullible', '--gate');
    expect(code).toBe(1);
    expect(out).toContain('It takes at least 73 conversations per class');
    expect(out).toContain('TNR: inconclusive (not worse: p = 0.147).');
    expect(err).toContain('No certificate for gullible. Inconclusive on TPR and TNR: the samples do not show whether');
    expect(err).toContain('Exit code 1: cannot tell whether gullible is worse than reader (inconclusive).');
    expect(existsSync(join(cwd, certificate))).toBe(false);
  });
});

it('says which p the class itself needs where the corrected one would do', async () => {
  // 120 samples that people pass, and 60 that they fail: 1 − Φ(√(60·0.05/0.95)) = 0.038.
  const uneven = makeSamples(240).filter((_, index) => index % 2 === 0 || index < 120);
  const { out } = await calibrate(makeCalibrated(uneven), '--swap', 'reader,gullible');
  expect(out).toContain('TNR: inconclusive (not worse: one-sided p = 0.038, needs < 0.025).');
});

describe('a new judge that is wrong where the old one is right', () => {
  it('is worse, shows at most five flips and refuses the certificate', async () => {
    const cwd = makeCalibrated(makeSamples(80));
    const { code, out, err } = await calibrate(cwd, '--swap', 'reader,hasty', '--gate');
    expect(code).toBe(1);
    expect(out.trimEnd().split('\n').length).toBeLessThanOrEqual(15);
    expect(out).toMatch(/^hasty is worse than reader on TPR and TNR\. /);
    expect(out).toMatch(/\n\nSamples where only one judge is right .*\n(?: {2}.*\n)+\nNext: /);
    expect(out).toContain('hasty is worse than reader on TPR and TNR.');
    expect(out).toMatch(/^Samples where only one judge is right \(3 of 40, more with --verbose, all in --json\)$/m);
    expect(out).toMatch(/^ {2}s1 {2}people −2, reader −2, hasty 2 {2}hasty: "Polite\."$/m);
    expect(out).toContain('\n  turnwise calibrate tone.deck.md --samples tone.samples.jsonl --judge hasty --quiet\n');
    expect(err).toContain('No certificate for hasty. hasty is worse than reader on TPR and TNR.');
    expect(existsSync(join(cwd, certificate))).toBe(false);
  });

  it('has every flip with both reasons in JSON', async () => {
    const { code, first } = await swapJson(makeCalibrated(makeSamples(80)), '--swap', 'reader,hasty');
    expect(code).toBe(0);
    expect(first).toMatchObject({ deck: 'tone.deck.md', old: 'reader', new: 'hasty', verdict: 'worse', margin: 0.05 });
    expect(first.classes.map(({ rate, verdict, n }) => [rate, verdict, n])).toEqual([
      ['tpr', 'worse', 40],
      ['tnr', 'worse', 40],
    ]);
    expect(first.flips).toHaveLength(40);
    expect(first.flips[0]).toMatchObject({
      ...{ sample: 's1', right: 'old', human: -2, old: -2, new: 2 },
      ...{ humanReason: 'Not paid for.', oldReason: 'It was not paid.', newReason: 'Polite.' },
    });
  });

  it('does not become as good by giving no verdict', async () => {
    const { first } = await swapJson(makeCalibrated(enough), '--swap', 'reader,half');
    expect(first.verdict).toBe('inconclusive');
    expect(first.classes[0]).toMatchObject({ missing: { old: 0, new: 37 }, new: { value: 1 } });
    const { out } = await calibrate(makeCalibrated(enough), '--swap', 'reader,half');
    expect(out).toContain('No verdict on samples that people pass: half 37. If these count against half: −51 pp');
  });
});

describe('labels that were drawn with unequal chances', () => {
  // Every second sample of a class is polite, and hasty is wrong on those that people fail.
  const drawn = makeSamples(200).map((sample, index) => ({
    ...sample,
    inclusion_probability: index % 4 < 2 ? 0.2 : 0.8,
  }));

  it('show the rates that calibrate shows', async () => {
    const cwd = makeCalibrated(drawn);
    const { first: alone } = await calibrateJson(cwd, '--judge', 'hasty');
    const { first } = await swapJson(cwd, '--swap', 'reader,hasty');
    const [pass, fail] = first.classes;
    expect(pass?.new).toEqual(alone.tpr);
    expect(fail?.new).toEqual(alone.tnr);
    // 50·1.25 of 50·5 + 50·1.25.
    expect(fail?.new.value).toBeCloseTo(0.2, 12);
    expect(fail?.difference.value).toBeCloseTo(-0.8, 12);
  });

  it('say how many independent samples they count as', async () => {
    const { out } = await calibrate(makeCalibrated(drawn), '--swap', 'reader,gullible');
    // (50·5 + 50·1.25)/5 = 62.5 of each class, too few for 73.
    expect(out).toContain(
      'Samples were drawn with unequal chances: 100 that people pass count as 62 independent ones, 100 that people fail',
    );
    expect(out).toContain('Inconclusive on TPR and TNR');
  });
});

describe('several new judges', () => {
  it('are each compared with the old one, and only those that are not worse are certified', async () => {
    const cwd = makeCalibrated(makeSamples(200));
    const { code, err } = await calibrate(cwd, '--swap', 'reader,hasty,gullible', '--gate');
    expect(code).toBe(1);
    expect(err).toContain('Exit code 1: hasty is worse than reader.');
    expect([...listEntries(cwd).keys()]).toEqual(['gullible']);
  });
});

describe('what is typed wrong', () => {
  it.each([
    ['one judge', ['--swap', 'reader'], 'The swap names only "reader".'],
    ['the same judge twice', ['--swap', 'reader,reader'], 'The swap names "reader" twice.'],
    ['other judges besides', ['--swap', 'reader,hasty', '--judge', 'half'], '--swap already sets the judges'],
    ['an unknown judge', ['--swap', 'reader,hast'], 'There is no target "hast"'],
    ['judges that see the scores', ['--swap', 'reader,hasty', '--allow-leak'], 'judges that see the human scores'],
  ])('is an error before the first call: %s', async (_, options, message) => {
    const { code, err } = await calibrate(makeCalibrated(makeSamples(4)), ...options);
    expect(code).toBe(2);
    expect(err).toContain(message);
  });
});

it('is in the library, too', async () => {
  const cwd = makeCalibrated(makeSamples(8));
  const options = { cwd, samples: [samplesFile], env: {} };
  const { swap } = await calibrateDecks(['tone.deck.md'], { ...options, swap: ['reader', 'hasty'] });
  expect(swap?.map(({ old, new: id, verdict }) => [old, id, verdict])).toEqual([['reader', 'hasty', 'inconclusive']]);
  await expect(calibrateDecks(['tone.deck.md'], { ...options, swap: ['reader'] })).rejects.toThrow('names only');
});
