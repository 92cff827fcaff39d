import { describe, expect, it } from 'vitest';
import { makeCertificate, makeJudge, makeRate } from '../../../test/support/made-certificate.ts';
import type { Certificate } from '../../conversation/certificate.ts';
import { wilsonInterval } from '../../statistics/rates/wilson.ts';
import { seededRandom } from '../../statistics/resampling/seeded-random.ts';
import type { CalibratedRow } from '../calibration.ts';
import { type RunMix, reweightRates, toMix } from './certificate-mix.ts';
import { correctPassRate } from './corrected-pass-rate.ts';

function toRun(
  n: number,
  tags: Readonly<Record<string, number>>,
  turns: Readonly<Record<string, number>> = { '2': n },
): RunMix {
  return { n, conversations: n, tags: new Map(Object.entries(tags)), turns: new Map(Object.entries(turns)) };
}

function toRow(row: Partial<CalibratedRow>): CalibratedRow {
  return { sample: 's', human: 2, judge: 2, tags: [], turns: 1, messages: [], again: [], probed: {}, ...row };
}

/** 100 samples per class, half of them hard: TPR 0.95, TNR 0.95 of the easy and 0.55 of the hard ones. */
const halfHard = makeCertificate({
  graded: 200,
  mix: [
    { tags: [], turns: '2', pass: { n: 50, hits: 47.5 }, fail: { n: 50, hits: 47.5 } },
    { tags: ['hard'], turns: '2', pass: { n: 50, hits: 47.5 }, fail: { n: 50, hits: 27.5 } },
  ],
  metrics: { tpr: makeRate(95, 100), tnr: makeRate(75, 100) },
});

describe('the mix of a certificate', () => {
  it('has a cell for each set of tags and turn count, with what the judge got right', () => {
    const rows = [
      toRow({ human: 2, judge: 2, tags: ['b', 'a'], turns: 3 }),
      toRow({ human: -2, judge: 2, tags: ['a', 'b', 'a'], turns: 4 }),
      toRow({ human: -2, judge: -1, selection: { by: 'draw', inclusionProbability: 0.4 } }),
      toRow({ human: null, judge: 1, tags: ['left out'] }),
      toRow({ human: 1, judge: null, tags: ['left out'] }),
      toRow({ human: -2, judge: -2, tags: ['left out'], selection: { by: 'verdict' } }),
    ];
    expect(toMix(rows, 1)).toEqual([
      { tags: [], turns: '1', pass: { n: 0, hits: 0 }, fail: { n: 2.5, hits: 2.5 } },
      { tags: ['a', 'b'], turns: '3–4', pass: { n: 1, hits: 1 }, fail: { n: 1, hits: 0 } },
    ]);
  });
});

it('is not known where a verdict chose every sample', () => {
  expect(toMix([toRow({ human: -2, judge: -2, selection: { by: 'verdict' } })], 1)).toEqual([]);
});

describe('a run with another mix', () => {
  it('gets rates for its own mix', () => {
    const transport = reweightRates(halfHard, toRun(300, { hard: 270 }));
    expect(transport?.differences).toEqual([{ by: 'tag', name: 'hard', certificate: 0.5, run: 0.9, matched: true }]);
    // 0.1·0.95 + 0.9·0.55
    expect(transport?.tnr).toEqual({ certificate: 0.75, run: expect.closeTo(0.59, 9), n: expect.any(Number) });
    expect(transport?.tpr).toMatchObject({ certificate: 0.95, run: expect.closeTo(0.95, 9) });
    // Kish: 100/(0.5·1.8² + 0.5·0.2²) = 61; the variance of the hard ones leaves a little less.
    expect(transport?.tnr?.n).toBeLessThan(61);
    expect(transport?.tnr?.n).toBeGreaterThan(55);
  });

  it('is weighted by turn count as well', () => {
    const certificate: Pick<Certificate, 'mix' | 'metrics' | 'graded'> = {
      ...halfHard,
      mix: halfHard.mix?.map((cell, index) => ({ ...cell, tags: [], turns: index === 0 ? '1' : '5–8' })),
    };
    const transport = reweightRates(certificate, toRun(300, {}, { '1': 30, '5–8': 270 }));
    expect(transport?.tnr?.run).toBeCloseTo(0.59, 9);
  });

  it('loses the samples of a turn count that it does not have', () => {
    const certificate = {
      ...halfHard,
      mix: halfHard.mix?.map((cell, index) => ({ ...cell, turns: index === 0 ? '1' : '9+' })),
    };
    const transport = reweightRates(certificate, toRun(100, { hard: 100 }, { '9+': 100 }));
    expect(transport?.tnr).toEqual({ certificate: 0.75, run: 0.55, n: expect.any(Number) });
  });
});

describe('a run with the mix of the samples', () => {
  it.each([
    ['the same shares', toRun(300, { hard: 150 })],
    ['a difference below 10 points', toRun(10_000, { hard: 5_900 })],
    ['a difference that can be chance', toRun(5, { hard: 4 })],
    ['nothing graded', toRun(0, {}, {})],
  ])('keeps the rates of the certificate: %s', (_, run) => {
    expect(reweightRates(halfHard, run)).toBeUndefined();
  });

  it('keeps them where the certificate does not know its mix', () => {
    expect(reweightRates(makeCertificate(), toRun(300, { hard: 270 }))).toBeUndefined();
  });
});

describe('what the samples say nothing about', () => {
  it('is reported and not weighted by', () => {
    const transport = reweightRates(halfHard, toRun(300, { hard: 150, legal: 120 }));
    expect(transport).toEqual({
      differences: [{ by: 'tag', name: 'legal', certificate: 0, run: 0.4, matched: false }],
    });
  });

  it('is all of a run with turn counts that no sample has', () => {
    expect(reweightRates(halfHard, toRun(300, { hard: 150 }, { '9+': 300 }))).toEqual({
      differences: [
        { by: 'turns', name: '2', certificate: 1, run: 0, matched: false },
        { by: 'turns', name: '9+', certificate: 0, run: 1, matched: false },
      ],
    });
  });

  it('does not keep the rest from being weighted', () => {
    const transport = reweightRates(halfHard, toRun(300, { hard: 270, legal: 120 }));
    expect(transport?.differences.map(({ name, matched }) => [name, matched])).toEqual([
      ['hard', true],
      ['legal', false],
    ]);
    expect(transport?.tnr?.run).toBeCloseTo(0.59, 9);
  });

  it('is said where no weights fit', () => {
    const both = toRun(300, { hard: 300, long: 300 });
    const certificate = {
      ...halfHard,
      mix: halfHard.mix?.map((cell, index) => ({ ...cell, tags: [index === 0 ? 'long' : 'hard'] })),
    };
    expect(reweightRates(certificate, both)).toMatchObject({ why: expect.stringContaining('contradict') });
  });

  it('is a class without a sample that is like the run', () => {
    const certificate = {
      ...halfHard,
      mix: halfHard.mix?.map((cell, index) => (index === 1 ? { ...cell, fail: { n: 0, hits: 0 } } : cell)),
    };
    const transport = reweightRates(certificate, toRun(300, { hard: 300 }));
    expect(transport?.tnr).toEqual({ certificate: 0.75, run: null, n: 0 });
    const judge = makeJudge({ certificate: makeCertificate({ metrics: halfHard.metrics }) });
    const corrected = correctPassRate({ raw: wilsonInterval(3, 4), pass: 1, ...(transport && { transport }) }, judge);
    expect(corrected).toMatchObject({ value: null, why: 'no failing calibration sample resembles this run' });
  });
});

describe('the corrected rate of a run that is mostly hard', () => {
  const random = seededRandom(16);
  const isRight = (isGood: boolean, isHard: boolean) => random() < (isGood || !isHard ? 0.95 : 0.55);

  /** A judge measured on 100 samples per class, half of them hard. */
  function drawCertificate(): Certificate {
    const rows = Array.from({ length: 200 }, (_, index) => {
      const [isGood, isHard] = [index < 100, index % 2 === 0];
      const human = isGood ? 2 : -2;
      const judge = isRight(isGood, isHard) ? human : -human;
      return toRow({ human, judge, tags: isHard ? ['hard'] : [], turns: 2 });
    });
    const toRate = (sign: number) =>
      makeRate(rows.filter(({ human, judge }) => (human ?? 0) * sign > 0 && human === judge).length, 100);
    return makeCertificate({ graded: 200, mix: toMix(rows, 1), metrics: { tpr: toRate(1), tnr: toRate(-1) } });
  }

  it('covers the truth, where that of the certificate’s own mix does not', () => {
    const covered = { before: 0, after: 0 };
    const [draws, n, truth] = [200, 300, 0.6];
    for (let draw = 0; draw < draws; draw++) {
      const judge = makeJudge({ certificate: drawCertificate() });
      let [passes, hard] = [0, 0];
      for (let index = 0; index < n; index++) {
        const [isGood, isHard] = [random() < truth, random() < 0.9];
        if (isHard) hard += 1;
        if (isRight(isGood, isHard) === isGood) passes += 1;
      }
      const raw = wilsonInterval(passes, n);
      const transport = judge.certificate && reweightRates(judge.certificate, toRun(n, { hard }));
      const before = correctPassRate({ raw, pass: 1 }, judge);
      const after = correctPassRate({ raw, pass: 1, ...(transport && { transport }) }, judge);
      if ((before.low ?? 1) <= truth && truth <= (before.high ?? 0)) covered.before += 1;
      if ((after.low ?? 1) <= truth && truth <= (after.high ?? 0)) covered.after += 1;
    }
    // 0.52 and 0.957 in 10,000 draws.
    expect(covered.before / draws).toBeLessThan(0.65);
    expect(covered.after / draws).toBeGreaterThanOrEqual(0.93);
  });
});
