import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { clusteredRateInterval } from './clustered-rate.ts';
import { passAtK, passHatK } from './pass-at-k.ts';
import { wilsonEnds, wilsonInterval } from './wilson.ts';

describe('passAtK', () => {
  it.each([
    // 1 − C(2,2)/C(3,2) = 1 − 1/3
    [1, 3, 2, 2 / 3],
    // 1 − C(3,3)/C(5,3) = 1 − 1/10
    [2, 5, 3, 0.9],
    [0, 4, 2, 0],
    [4, 4, 2, 1],
    // Fewer failures than k: one of k has to pass.
    [3, 4, 2, 1],
    [1, 4, 1, 0.25],
  ])('of %i passes in %i plays at k = %i is %d', (passed, of, k, value) => {
    expect(passAtK([{ passed, of }], k).value).toBeCloseTo(value, 12);
  });
});

describe('passHatK', () => {
  it.each([
    // C(2,2)/C(3,2)
    [2, 3, 2, 1 / 3],
    // C(4,3)/C(5,3) = 4/10
    [4, 5, 3, 0.4],
    [1, 4, 2, 0],
    [4, 4, 4, 1],
    [3, 4, 1, 0.75],
  ])('of %i passes in %i plays at k = %i is %d', (passed, of, k, value) => {
    expect(passHatK([{ passed, of }], k).value).toBeCloseTo(value, 12);
  });

  it('is the mean over cases, with an interval by their spread', () => {
    // k = 2 of 3 plays: 3, 3, 2, 0 passes give 1, 1, 1/3, 0: mean 7/12 = 0.58333. e² = 2·(5/12)² + (1/4)² + (7/12)² = 0.75.
    // Plain size 0.24306·16/0.75 = 5.1852; shrunk by 3/4 to 3.8889, but not below the 4 cases.
    const cases = [3, 3, 2, 0].map((passed) => ({ passed, of: 3 }));
    const { low, high } = wilsonEnds(7 / 12, 4);
    expect(passHatK(cases, 2)).toEqual({
      value: expect.closeTo(7 / 12, 12),
      low: expect.closeTo(low, 9),
      high: expect.closeTo(high, 9),
      ...{ n: 4, clusters: 4 },
    });
  });

  it('with as many plays as k is a plain rate of cases', () => {
    const cases = [3, 3, 3, 1, 0, 2, 3, 3, 3, 3].map((passed) => ({ passed, of: 3 }));
    const { low, high } = wilsonInterval(7, 10);
    const interval = passHatK(cases, 3);
    expect(interval.low).toBeCloseTo(low ?? 0, 9);
    expect(interval.high).toBeCloseTo(high ?? 0, 9);
  });
});

describe('passAtK and passHatK', () => {
  it('leave out cases with fewer plays than k', () => {
    expect(
      passHatK(
        [
          { passed: 2, of: 2 },
          { passed: 1, of: 1 },
        ],
        2,
      ),
    ).toMatchObject({ value: 1, n: 1 });
    expect(passAtK([{ passed: 1, of: 1 }], 2)).toEqual({
      ...{ value: null, low: null, high: null, n: 0, clusters: 0 },
      why: 'no case with 2 plays',
    });
  });

  it('take cases of one cluster together', () => {
    const apart = [3, 3, 0, 0].map((passed) => ({ passed, of: 3 }));
    const together = apart.map((repeated, place) => ({ ...repeated, cluster: place < 2 ? 'one' : 'other' }));
    expect(passHatK(together, 2)).toMatchObject({ value: 0.5, n: 4, clusters: 2, low: wilsonEnds(0.5, 2).low });
  });

  it('are the pass rate at k = 1, and part from it as k grows', () => {
    const repeated = fc.nat(6).chain((of) => fc.record({ passed: fc.nat(of), of: fc.constant(of) }));
    fc.assert(
      fc.property(fc.array(repeated, { minLength: 1, maxLength: 20 }), (cases) => {
        expect(passAtK(cases, 1).value ?? -1).toBeCloseTo(passHatK(cases, 1).value ?? -1, 10);
        const full = cases.map(({ passed, of }) => ({ passed: Math.min(passed, of), of: of + 3 }));
        const [at2, at3, hat2, hat3] = [passAtK(full, 2), passAtK(full, 3), passHatK(full, 2), passHatK(full, 3)];
        expect(at3.value ?? 0).toBeGreaterThanOrEqual((at2.value ?? 0) - 1e-12);
        expect(hat3.value ?? 0).toBeLessThanOrEqual((hat2.value ?? 0) + 1e-12);
        expect((at3.low ?? 0) <= (at3.value ?? 0) && (at3.value ?? 0) <= (at3.high ?? 0)).toBe(true);
      }),
    );
  });

  it('refuse what cannot be', () => {
    expect(() => passAtK([{ passed: 1, of: 1 }], 0)).toThrow(RangeError);
    expect(() => passHatK([{ passed: 2, of: 1 }], 1)).toThrow(RangeError);
  });

  it('has for one play the interval of the rate itself', () => {
    const cases = [
      { passed: 3, of: 3 },
      { passed: 1, of: 3 },
      { passed: 0, of: 3 },
      { passed: 2, of: 3 },
    ];
    const rate = clusteredRateInterval(cases.map(({ passed, of }) => ({ successes: passed, trials: of })));
    const { value, low, high } = passAtK(cases, 1);
    expect(value).toBeCloseTo(rate.value ?? 0, 12);
    expect([low, high].map(Number)).toEqual([rate.low, rate.high].map((end) => expect.closeTo(end ?? 0, 12)));
  });
});
