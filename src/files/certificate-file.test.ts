import {
  chmodSync,
  lstatSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { makeCertificate, makeRate } from '../../test/support/made-certificate.ts';
import { makeProject } from '../../test/support/temp-project.ts';
import { Fault, type Problem } from '../base/fault.ts';
import type { Certificate } from '../conversation/certificate.ts';
import { readCertificateFile, toCertificatePath, writeCertificates } from './certificate-file.ts';

it.each([
  ['tone.deck.md', 'tone.deck.cert.json'],
  ['graders/tone.deck.md', 'graders/tone.deck.cert.json'],
  ['/a/judge.MD', '/a/judge.cert.json'],
])('of %s is %s', (deck, expected) => {
  expect(toCertificatePath(deck)).toBe(expected);
});

const entry = makeCertificate();
const file = { version: 4, deck: 'tone.deck.md', entries: [entry] };

function listProblems(text: string): readonly Problem[] {
  const cwd = makeProject({ 'tone.deck.md': '# Tone', 'tone.deck.cert.json': text });
  try {
    readCertificateFile(join(cwd, 'tone.deck.md'), { cwd });
    return [];
  } catch (error) {
    if (error instanceof Fault) return error.problems;
    throw error;
  }
}

const again = 'turnwise calibrate tone.deck.md --split test --gate';
const restore = `Restore it from version control, or correct it. Then run: ${again}`;

it.each([
  ['{"version": 1,', 'JSON_SYNTAX', 'tone.deck.cert.json:1:15'],
  ['', 'FILE_EMPTY', 'tone.deck.cert.json:1:1'],
])('says that %j may be deleted, since it records nothing', (text, code, place) => {
  const [first] = listProblems(text);
  expect(first).toMatchObject({
    code,
    hint: `Restore it from version control. If you cannot, delete it and run: ${again}`,
  });
  expect(`${first?.file}:${first?.line}:${first?.column}`).toEqual(place);
});

it('reports only the version of a file from a newer Turnwise', () => {
  const problems = listProblems(JSON.stringify({ version: 5, judges: [entry] }));
  expect(problems).toMatchObject([
    {
      code: 'CERTIFICATE_BAD_VALUE',
      message: 'A newer Turnwise wrote this file. It has version 5, but this Turnwise reads versions up to 4.',
      hint: 'Update Turnwise, then run the command again.',
      ...{ file: 'tone.deck.cert.json', line: 1, column: 12 },
    },
  ]);
});

it.each([
  ['{"version": 1, "deck": "tone.deck.md"}', 'CERTIFICATE_MISSING_KEY', 'tone.deck.cert.json:1:1'],
  [JSON.stringify({ ...file, version: 0 }), 'CERTIFICATE_BAD_VALUE', 'tone.deck.cert.json:1:12'],
  [JSON.stringify({ ...file, version: '3' }), 'CERTIFICATE_BAD_VALUE', 'tone.deck.cert.json:1:12'],
  [JSON.stringify({ ...file, mine: 1 }, null, 1), 'CERTIFICATE_UNKNOWN_KEY', expect.stringMatching(/json:\d+:2$/)],
  [JSON.stringify({ ...file, entries: [{ ...entry, state: 'fine' }] }), 'CERTIFICATE_BAD_VALUE', expect.anything()],
  [JSON.stringify({ ...file, entries: [entry, entry] }), 'CERTIFICATE_BAD_VALUE', expect.anything()],
])('reports where %j is invalid, with a hint', (text, code, place) => {
  const [first] = listProblems(text);
  expect(first).toMatchObject({ code, hint: restore });
  expect(`${first?.file}:${first?.line}:${first?.column}`).toEqual(place);
});

it('reads the certificates of a deck that was renamed together with them', () => {
  expect(listProblems(JSON.stringify({ ...file, deck: 'voice.deck.md' }))).toEqual([]);
});

describe('a certificate that contradicts its metrics', () => {
  const rate = makeRate(180, 200);
  const low = { ...rate, low: 0.7 };

  function findFlaw(changes: Partial<Certificate>) {
    const [first] = listProblems(JSON.stringify({ ...file, entries: [makeCertificate(changes)] }, null, 1));
    return first;
  }

  it.each<[string, Partial<Certificate>]>([
    [
      'Its state is "trusted", but tpr 0.90 [0.70, 0.93] n=200 is below its threshold 0.80',
      { metrics: { tpr: low, tnr: rate } },
    ],
    ['Its state is "trusted", but it has no metric tnr for the threshold 0.60', { metrics: { tpr: rate } }],
    ['has no metric tnr', { metrics: { tpr: rate, tnr: { value: null, n: 0, why: 'none' } } }],
    ['has no metric tnr', { metrics: { tpr: rate, tnr: { value: 1, n: 20 } } }],
    ['has no metric tnr', { metrics: { tpr: rate, tnr: { ...rate, n: 0 } } }],
    ['Its state is "trusted", but it has no thresholds', { thresholds: {} }],
    ['Its state is "trusted", but nothing was graded', { graded: 0 }],
    ['It has 401 graded samples, but only 400 samples', { graded: 401 }],
    [
      'The metric tpr 0.90 is outside its interval [0.95, 1.00]',
      { metrics: { tpr: { ...rate, low: 0.95, high: 1 }, tnr: rate } },
    ],
    [
      'The interval of metric bias is reversed',
      { metrics: { tpr: rate, tnr: rate, bias: { value: 0, low: 1, high: -1, n: 9 } } },
    ],
    ['There is no gate metric "charm"', { thresholds: { tpr: 0.8, charm: 0.1 } }],
  ])('is invalid: %s', (message, changes) => {
    expect(findFlaw(changes)).toMatchObject({
      code: 'CERTIFICATE_BAD_VALUE',
      message: expect.stringContaining(message),
      line: expect.any(Number),
      hint: restore,
    });
  });

  it('is valid if it is not trusted for another reason, or if a bootstrap interval excludes the value', () => {
    expect(findFlaw({ state: 'not-trusted', reasons: ['It passes every one of 20 samples.'] })).toBeUndefined();
    const mae = { value: 0.5, low: 0.51, high: 0.7, n: 200 };
    expect(findFlaw({ metrics: { ...entry.metrics, mae } })).toBeUndefined();
  });
});

describe('a file of an earlier version', () => {
  const { hash: _, metrics, thresholds: _thresholds, gate: _gate, ...rest } = entry;
  const probe = { variant: 'shuffled', changed: metrics.tpr, flipped: metrics.tpr, finding: 'too few' };
  const second = {
    ...rest,
    state: 'not enough labels',
    limits: { tpr: 0.8, kappa_quadratic: 0.6 },
    figures: { tpr: metrics.tpr, kappa_quadratic: metrics.tnr },
    gate: [{ figure: 'kappa_quadratic', limit: 0.6, state: 'inconclusive', eValue: null, neededE: null }],
    probes: [probe],
    hash: 'of the old names',
  };
  const { gateVersion: _version, format: _format, gate: _gated, ...older } = second;
  const first = { ...older, looks: 2, gone: 'since' };
  const { figures: _figures, ...known } = second;
  const third = {
    ...{ ...known, state: 'insufficient-labels', limits: { tpr: 0.8, kappaQuadratic: 0.6 } },
    ...{ metrics: { tpr: metrics.tpr, kappaQuadratic: metrics.tnr }, probes: [{ ...probe, finding: 'inconclusive' }] },
    gate: [{ metric: 'kappaQuadratic', limit: 0.6, state: 'inconclusive', eValue: null, neededE: null }],
  };

  it.each([
    [1, first],
    [2, second],
    [3, third],
  ])('of version %i is read with the current names, and marked as earlier', (version, written) => {
    const text = JSON.stringify({ version, deck: 'tone.deck.md', entries: [written] });
    const cwd = makeProject({ 'tone.deck.md': '# Tone', 'tone.deck.cert.json': text });
    const [read] = readCertificateFile(join(cwd, 'tone.deck.md'), { cwd })?.entries ?? [];
    expect(read).toMatchObject({
      earlier: true,
      state: 'insufficient-labels',
      thresholds: { tpr: 0.8, kappaQuadratic: 0.6 },
      metrics: { tpr: metrics.tpr, kappaQuadratic: metrics.tnr },
      probes: [{ finding: 'inconclusive' }],
    });
    if (version > 1) expect(read?.gate).toMatchObject([{ metric: 'kappaQuadratic', threshold: 0.6 }]);
    for (const key of ['hash', 'figures', 'limits', 'looks', 'gone']) expect(read).not.toHaveProperty(key);
  });

  it('that cannot be read is still reported', () => {
    const text = JSON.stringify({ version: 2, deck: 'tone.deck.md', entries: [{ ...second, state: 'fine' }] });
    expect(listProblems(text)).toMatchObject([{ code: 'CERTIFICATE_BAD_VALUE', hint: restore }]);
  });
});

const gpt = makeCertificate();
const other = makeCertificate({ target: { ...gpt.target, id: 'another' }, state: 'not-trusted', reasons: ['No.'] });

function makeDeck(): string {
  return join(makeProject({ 'tone.deck.md': '# Tone' }), 'tone.deck.md');
}

function readRaw(deck: string): string {
  return readFileSync(deck.replace('.md', '.cert.json'), 'utf8');
}

describe('writeCertificates', () => {
  it('writes entries that can be read again, and reports that nothing was replaced', () => {
    const deck = makeDeck();
    expect(readCertificateFile(deck)).toBeUndefined();
    expect(writeCertificates(deck, [gpt])).toEqual({ path: deck.replace('.md', '.cert.json'), replaced: [] });
    expect(readCertificateFile(deck)).toEqual({ version: 4, deck: 'tone.deck.md', entries: [gpt] });
  });

  it('replaces the entry of the same target and keeps the others, sorted by target', () => {
    const deck = makeDeck();
    writeCertificates(deck, [gpt]);
    writeCertificates(deck, [other]);
    const newer = makeCertificate({ judgeNumber: 2 });
    expect(writeCertificates(deck, [newer]).replaced).toEqual([gpt]);
    expect(readCertificateFile(deck)?.entries).toEqual([other, newer]);
  });

  it('writes the same bytes for any order of keys and entries', () => {
    const [one, two] = [makeDeck(), makeDeck()];
    writeCertificates(one, [gpt, other]);
    const reversed = Object.fromEntries(Object.entries(gpt).reverse());
    // The same keys and values, in another order.
    writeCertificates(two, [other, reversed as typeof gpt]);
    expect(readRaw(two)).toBe(readRaw(one));
    expect(readRaw(one)).toMatch(/^\{\n {2}"version": 4,\n {2}"deck": "tone.deck.md",\n[\s\S]*\}\n$/);
  });

  it('leaves an invalid file unchanged, and no other file behind', () => {
    const deck = makeDeck();
    writeFileSync(deck.replace('.md', '.cert.json'), '<<<<<<< HEAD\n{}');
    expect(() => writeCertificates(deck, [gpt])).toThrow(Fault);
    expect(readRaw(deck)).toBe('<<<<<<< HEAD\n{}');
    expect(readdirSync(join(deck, '..')).filter((name) => name.endsWith('.part'))).toEqual([]);
  });

  it('keeps the permissions of the file and a link to it', () => {
    const deck = makeDeck();
    const path = deck.replace('.md', '.cert.json');
    writeCertificates(deck, [gpt]);
    renameSync(path, `${path}.real`);
    chmodSync(`${path}.real`, 0o640);
    symlinkSync(`${path}.real`, path);
    writeCertificates(deck, [other]);
    expect([lstatSync(path).isSymbolicLink(), statSync(path).mode & 0o777]).toEqual([true, 0o640]);
    expect(readCertificateFile(deck)?.entries).toEqual([other, gpt]);
  });

  it.skipIf(process.getuid?.() === 0)('throws if the folder is not writable', () => {
    const deck = makeDeck();
    const folder = join(deck, '..');
    chmodSync(folder, 0o500);
    try {
      const code = (() => {
        try {
          writeCertificates(deck, [gpt]);
          return undefined;
        } catch (error) {
          return error instanceof Fault ? error.code : undefined;
        }
      })();
      expect(code).toBe('FILE_NOT_WRITTEN');
    } finally {
      chmodSync(folder, 0o700);
    }
  });
});
