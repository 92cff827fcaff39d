import { describe, expect, it } from 'vitest';
import { calibrate } from '../calibrate.ts';

type Pair = readonly [human: number, judge: number | null];

const repeat = (count: number, pair: Pair): readonly Pair[] => Array.from({ length: count }, () => pair);

function judge(pairs: readonly Pair[], gate: Record<string, number>) {
  const verdicts = pairs.map(([, score], index) => ({
    sample: `s${index}`,
    score,
    ...(score === null ? { cause: 'refused' as const } : {}),
  }));
  const labels = pairs.map(([score], index) => ({ sample: `s${index}`, score }));
  const { state, reasons } = calibrate(verdicts, labels, { scale: [0, 1], gate }).gate;
  return { state, reasons };
}

describe('a judge that read nothing', () => {
  it.each([{ tpr: 0.8 }, { within1: 0.8 }, { exact: 0.3 }])('is not trusted by %j, though it meets it', (gate) => {
    expect(judge([...repeat(30, [1, 1]), ...repeat(30, [0, 1])], gate)).toEqual({
      state: 'not-trusted',
      reasons: ['It passes every one of 60 samples, even the 30 that people fail.'],
    });
  });

  it('needs more than a single sample of the other class to be distinguished from a good one', () => {
    // 0 of 1 may be anything up to 0.79.
    expect(judge([...repeat(30, [1, 1]), [0, 1]], { tpr: 0.8 })).toEqual({
      state: 'insufficient-labels',
      reasons: ['It passes every one of 31 samples, even the 1 that people fail.'],
    });
  });

  it('may pass everything where people do', () => {
    expect(judge(repeat(30, [1, 1]), { tpr: 0.8 }).state).toBe('trusted');
  });
});

describe('a judge that refuses', () => {
  it.each([
    // Wilson's upper end of 82 of 100 is 0.884, of 86 of 100 is 0.915. 18 of 100 against 0.1 has e = 2: no proof yet.
    [70, 100, 'not-trusted'],
    [82, 100, 'insufficient-labels'],
    [86, 100, 'trusted'],
    [0, 3, 'not-trusted'],
  ])('and grades %i of %i samples is %s', (graded, n, state) => {
    const pairs = [...repeat(graded, [1, 1]), ...repeat(n - graded, [1, null])];
    expect(judge(pairs, { tpr: 0.8 }).state).toBe(state);
  });

  it('the hard ones is not trusted by how it does on the rest', () => {
    // 168 of 180 is 0.93, so nine of ten may be graded in all; of those that people fail 24 of 36 are.
    const pairs = [...repeat(144, [1, 1]), ...repeat(24, [0, 0]), ...repeat(12, [0, null])];
    expect(judge(pairs, { tpr: 0.8, tnr: 0.8 })).toEqual({
      state: 'not-trusted',
      reasons: [
        '12 of 36 samples that people fail got no score: the share graded, 0.67 (95% CI 0.50–0.80, n=36), is below 0.90.',
      ],
    });
  });
});
