import { describe, expect, it } from 'vitest';
import { calibratePairs, repeatPair } from '../../test/support/calibrate-pairs.ts';
import type { Label } from '../conversation/label.ts';
import type { UngradedCause, Verdict } from '../conversation/verdict.ts';
import { calibrate } from './calibrate.ts';

describe('calibrate', () => {
  it.each([
    // |−1| + 0 + |1| = 2 of 3; one exact; all within 1; −1 + 0 + 1 = 0.
    [
      [
        [2, 3],
        [1, 1],
        [-1, -2],
      ],
      2 / 3,
      1 / 3,
      1,
      0,
    ],
    // Only −1 against −3 differs, by 2: 2/5; 4 of 5; 4 of 5; +2/5.
    [
      [
        [3, 3],
        [-3, -3],
        [-3, -3],
        [-3, -3],
        [-1, -3],
      ],
      0.4,
      0.8,
      0.8,
      0.4,
    ],
    // 0 + 2 + 6 + 5 = 13 of 4, all upwards.
    [
      [
        [3, 3],
        [3, 1],
        [3, -3],
        [3, -2],
      ],
      3.25,
      0.25,
      0.25,
      3.25,
    ],
  ] as const)('gives the known metrics of judge and human %j', (pairs, mae, exact, within1, bias) => {
    const found = calibratePairs(pairs);
    expect(found.mae.value).toBeCloseTo(mae, 12);
    expect(found.exact.value).toBeCloseTo(exact, 12);
    expect(found.within1.value).toBeCloseTo(within1, 12);
    expect(found.bias.value).toBeCloseTo(bias, 12);
    expect(found).toMatchObject({ n: pairs.length, graded: pairs.length, compared: pairs.length, unlabeled: 0 });
  });

  it('is not taken in by a judge that always passes: agreement 0.90, κ 0, AC1 0.89, and no trust', () => {
    const found = calibratePairs([...repeatPair(90, 1, 1), ...repeatPair(10, 1, 0)], {
      scale: [0, 1],
      gate: { tnr: 0.8 },
    });
    expect(found.exact).toMatchObject({ value: 0.9, n: 100 });
    expect(found.exact.low).toBeCloseTo(0.826, 3);
    expect(found.kappa.value).toBe(0);
    // π = 0.95, chance 2·0.95·0.05 = 0.095: (0.9 − 0.095)/0.905
    expect(found.gwetAc1.value).toBeCloseTo(0.8895, 4);
    expect(found.mcc).toEqual({
      value: null,
      n: 100,
      why: "the judge's scores all pass or all fail",
    });
    // 0 of 10: 3.8415/13.8415
    expect(found.tnr).toMatchObject({ value: 0, low: 0, n: 10 });
    expect(found.gate).toMatchObject({
      state: 'not-trusted',
      reasons: [
        'TNR 0.00 (95% CI 0.00–0.28, n=10) is below 0.80.',
        'It passes every one of 100 samples, even the 10 that people fail.',
      ],
      needed: [],
      metrics: [{ metric: 'tnr', threshold: 0.8, state: 'missed' }],
    });
    const constant = found.baselines.find(({ kind }) => kind === 'constant');
    expect(constant).toMatchObject({ name: 'always 1', metrics: { exact: found.exact, tnr: found.tnr } });
    expect(constant?.metrics.kappa).toEqual({ value: 0, low: 0, high: 0, n: 100 });
  });

  it('does not believe κ of five agreements of five', () => {
    const found = calibratePairs([...repeatPair(3, 0, 0), ...repeatPair(2, 1, 1)], {
      scale: [0, 1],
      gate: { kappa: 0.6 },
    });
    expect(found.kappa.value).toBe(1);
    // Next to nothing is known: five agreements may be chance.
    expect(found.kappa.low).toBeLessThan(0.15);
    expect(found.kappa.high).toBe(1);
    expect(found.gate.state).toBe('insufficient-labels');
    expect(found.gate.needed).toMatchObject([{ metric: 'kappa', class: 'any', outlook: 'met' }]);
  });

  it('trusts from 24 right answers of each class on, for rates of 0.8', () => {
    const found = calibratePairs([...repeatPair(24, 2, 2), ...repeatPair(24, -2, -3)]);
    const met = {
      threshold: 0.8,
      state: 'met',
      eValue: expect.closeTo(42.2, 1),
      neededE: 40,
      singleLook: false,
      why: '',
    };
    expect(found.gate).toEqual({
      ...{ state: 'trusted', reasons: [], caveats: [], needed: [], thresholds: { tpr: 0.8, tnr: 0.8 }, judgeNumber: 1 },
      metrics: [
        { metric: 'tpr', ...met },
        { metric: 'tnr', ...met },
      ],
    });
    const fewer = calibratePairs([...repeatPair(16, 2, 2), ...repeatPair(16, -2, -3)]);
    expect(fewer.gate).toMatchObject({ state: 'insufficient-labels', metrics: [{ singleLook: true }, {}] });
  });

  it('counts what was not graded, not labeled, and not judged', () => {
    const cause: UngradedCause = 'timeout';
    const found = calibrate(
      [
        { sample: 'a', score: 1 },
        { sample: 'b', score: null, cause },
        { sample: 'c', score: null },
        { sample: 'd', score: 2, reason: 'kind' },
      ],
      [
        { sample: 'a', score: 1 },
        { sample: 'b', score: 1 },
        { sample: 'z', score: 1 },
        { sample: 'y', score: 1 },
      ],
    );
    expect(found).toMatchObject({ n: 4, graded: 2, compared: 1, unlabeled: 1, missing: ['y', 'z'] });
    expect(found.ungraded).toEqual({ timeout: 1, 'not-applicable': 1 });
  });

  it('takes verdicts and labels as they are recorded', () => {
    const verdict: Verdict & { sample: string } = {
      ...{ sample: 'a', grader: 'tone.deck.md', turnIndex: null, status: 'graded' },
      ...{ score: 3, normalizedScore: 1, pass: true, reason: 'kind' },
    };
    const ungraded: Verdict & { sample: string } = {
      ...{ sample: 'b', grader: 'tone.deck.md', turnIndex: null, status: 'ungraded', cause: 'refused' },
    };
    const label: Label = {
      ...{ id: '1', subject: { sample: 'a' }, question: 'overall', rater: 'ann', score: -3, reason: 'rude' },
      ...{ blind: true, at: '2026-01-02T00:00:00Z', inclusionProbability: null },
    };
    const newer = { ...label, id: '2', score: 2, reason: '', at: '2026-01-03T00:00:00Z' };
    const found = calibrate([verdict, ungraded], [newer, label]);
    expect(found).toMatchObject({ n: 2, graded: 1, ungraded: { refused: 1 } });
    expect(found.disagreements).toEqual([
      { sample: 'a', human: 2, judge: 3, difference: 1, flips: false, judgeReason: 'kind', tags: [] },
    ]);
  });

  it('takes several labels of a sample as ratings, and inter-rater agreement as a baseline', () => {
    const found = calibrate(
      [{ sample: 'a', score: 3 }],
      [
        { sample: 'a', score: 3, rater: 'ben', reason: 'fine' },
        { sample: 'a', score: 1, rater: 'ann', reason: 'short' },
      ],
    );
    expect(found.disagreements[0]).toMatchObject({
      human: 1,
      humanReason: 'short',
      ratings: [
        { rater: 'ann', score: 1 },
        { rater: 'ben', score: 3 },
      ],
    });
    expect(found.baselines.find(({ kind }) => kind === 'humans')?.metrics).toMatchObject({
      exact: { value: 0, n: 1 },
      mae: { value: 2, n: 1 },
      within1: { value: 0, n: 1 },
    });
  });

  it('lists disagreements worst first, flips before others, then by name', () => {
    const found = calibratePairs([
      [1, 3],
      [3, 3],
      [0, 2],
      [-3, 3],
      [1, -1],
    ]);
    expect(found.disagreements.map(({ sample, difference, flips }) => [sample, difference, flips])).toEqual([
      ['s3', -6, true],
      ['s2', -2, true],
      ['s4', 2, true],
      ['s0', -2, false],
    ]);
  });

  it('has rows of people and columns of the judge in its confusion matrix', () => {
    const found = calibratePairs(
      [
        [1, 0],
        [1, 0],
        [2, 2],
      ],
      { scale: [0, 2] },
    );
    expect(found.confusion).toEqual({
      labels: [0, 1, 2],
      rows: [
        [0, 2, 0],
        [0, 0, 0],
        [0, 0, 1],
      ],
    });
  });

  it('groups by tag', () => {
    const tags = { s0: ['refund'], s1: ['refund', 'angry'], s2: ['angry', 'angry'] };
    const found = calibratePairs(
      [
        [2, 2],
        [1, 3],
        [null, 3],
      ],
      { tags },
    );
    expect(found.byTag).toMatchObject([
      { name: 'angry', n: 2, metrics: { exact: { value: 0, n: 1 }, bias: { value: -2, n: 1 } } },
      { name: 'refund', n: 2, metrics: { exact: { value: 0.5, n: 2 }, mae: { value: 1, n: 2 } } },
    ]);
    expect(found.byTurns).toEqual([]);
  });

  it('knows that samples of one conversation are alike', () => {
    const pairs = [...repeatPair(8, 2, 2), ...repeatPair(4, -2, 2)];
    const clusters = Object.fromEntries(pairs.map((_, place) => [`s${place}`, `c${Math.floor(place / 4)}`]));
    const apart = calibratePairs(pairs).tpr;
    const together = calibratePairs(pairs, { clusters }).tpr;
    expect(together.value).toBe(apart.value);
    expect(together.low).toBeLessThan(apart.low ?? 0);
  });

  it('has no categories on a scale without steps', () => {
    const found = calibratePairs(
      [
        [0.5, 0.5],
        [0.2, 0.4],
        [0.9, 0.7],
      ],
      { scale: [0, 1], step: 0 },
    );
    expect(found.confusion).toEqual({ labels: [], rows: [] });
    expect(found.kappa).toEqual({ value: null, n: 3, why: 'the scale has no steps' });
    expect(found.mae.value).toBeCloseTo(0.4 / 3, 12);
    expect(found.spearman.value).toBe(1);
    expect(found).toMatchObject({
      pass: 0.5,
      exact: { value: 1 / 3 },
      tpr: { value: 1, n: 2 },
      tnr: { value: 1, n: 1 },
    });
  });

  it('takes scores for equal that differ by what binary fractions leave', () => {
    const found = calibratePairs([[0.1 + 0.2, 0.3]], { scale: [0, 1], step: 0.1 });
    expect(found.exact.value).toBe(1);
    expect(found.disagreements).toEqual([]);
  });
});
