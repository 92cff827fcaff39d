import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mcnemarExact } from './mcnemar.ts';
import { flippedDistribution, signFlipTest } from './sign-flip.ts';

describe('signFlipTest', () => {
  it.each([
    // There are 16 ways to sign 2, 1, 1, 1. A total of 3 or more has 1 + 3 ways, and so does −3 or less: 8/16.
    [[2, 1, 1, -1], 0.5],
    // All of one sign: 2 of 2⁶.
    [[3, 2, 1, 1, 2, 4], 0.03125],
    [[1, -1, 0], 1],
    [[5], 1],
  ])('of %j is %d', (sums, p) => {
    expect(signFlipTest(sums)).toMatchObject({ p: expect.closeTo(p, 12), method: 'exact' });
  });

  it('counts all ways of few sums that are not whole numbers', () => {
    // As far as 0.1 + 0.2 + 0.3 are only all of one sign; rounding does not hide the second way.
    expect(signFlipTest([0.1, 0.2, 0.3])).toEqual({ p: 0.25, nonZero: 3, method: 'exact' });
  });

  it('is 1, with a reason, when no cluster differs', () => {
    expect(signFlipTest([0, 0])).toEqual({ p: 1, nonZero: 0, method: 'exact', why: 'no cluster differs' });
    expect(signFlipTest([])).toMatchObject({ p: 1 });
  });

  it('is McNemar’s exact test for sums of 1 and −1', () => {
    fc.assert(
      fc.property(fc.nat(400), fc.nat(400), (wins, losses) => {
        const sums = [...new Array<number>(wins).fill(1), ...new Array<number>(losses).fill(-1)];
        expect(signFlipTest(sums).p).toBeCloseTo(mcnemarExact(wins, losses).p, 10);
      }),
    );
  });

  it('gives the same p for whole numbers as for the same sums cut in half', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: -4, max: 4 }), { maxLength: 10 }), (sums) => {
        expect(signFlipTest(sums.map((sum) => sum / 2 + 0)).p).toBeCloseTo(signFlipTest(sums).p, 10);
      }),
    );
  });

  it('draws flips, by its seed, where there are too many ways', () => {
    const sums = Array.from({ length: 40 }, (_, place) => (place % 3 === 0 ? -0.5 : 0.7) * (1 + (place % 5) / 10));
    const doubled = signFlipTest(sums.map((sum) => Math.round(sum * 100)));
    const drawn = signFlipTest(sums, { seed: 3 });
    expect(drawn.method).toBe('monte-carlo');
    // 4·√(p(1 − p)/9999) at p = 0.005 is 0.003
    expect(Math.abs(drawn.p - doubled.p)).toBeLessThan(0.003);
    expect(signFlipTest(sums, { seed: 3 })).toEqual(drawn);
  });

  it('is never 0', () => {
    expect(signFlipTest(new Array<number>(5000).fill(1)).p).toBeGreaterThan(0);
    // None of 99 flips is as far as all of one sign: (0 + 1)/(99 + 1)
    expect(signFlipTest(new Array<number>(60).fill(0.3), { flips: 99 }).p).toBe(0.01);
  });

  it('does not change when clusters change places', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: -9, max: 9 }), { maxLength: 60 }), (sums) => {
        expect(signFlipTest(sums.toReversed()).p).toBeCloseTo(signFlipTest(sums).p, 10);
      }),
    );
  });

  it('rejects a value that is not a number', () => {
    expect(() => signFlipTest([1, Number.NaN])).toThrow(RangeError);
  });
});

describe('flippedDistribution', () => {
  it.each([
    // ±2 ±1: totals 3, 1, −1, −3, a quarter each.
    [[2, 1], 3, 0.5],
    [[2, 1], 2, 0.5],
    [[2, 1], 1, 1],
    // ±1 ±1 ±1: 3 and −3 an eighth each.
    [[1, 1, 1], 3, 0.25],
    [[1, 1, 1], 4, 0],
    [[], 0, 1],
    [[], 1, 0],
  ])('of %j reaches %i with %d', (sizes, value, share) => {
    expect(flippedDistribution(sizes)?.shareAsFarAs(value)).toBeCloseTo(share, 12);
  });

  it('of many sums is near the normal distribution, though cut', () => {
    const sizes = [...new Array<number>(4000).fill(1), ...new Array<number>(500).fill(2)];
    // Standard deviation √(4000 + 500·4) = 77.46; totals are even. P(|Z| ≥ (152 − 1)/77.46) = P(|Z| ≥ 1.9494) = 0.0512
    expect(flippedDistribution(sizes)?.shareAsFarAs(152)).toBeCloseTo(0.0512, 3);
    expect(flippedDistribution(sizes)?.shareAsFarAs(0)).toBeCloseTo(1, 9);
  });

  it('adds what it cut, so that no share is too small', () => {
    // The truth is 2·½¹⁰⁰⁰; what is cut is 2·exp(−40.5).
    expect(flippedDistribution(new Array<number>(1000).fill(1))?.shareAsFarAs(1000)).toBeCloseTo(5.15e-18, 20);
    // Nothing is cut of few.
    expect((flippedDistribution(new Array<number>(60).fill(1))?.shareAsFarAs(60) ?? 0) * 2 ** 59).toBeCloseTo(1, 9);
  });

  it('leaves to others what would take too long', () => {
    expect(flippedDistribution(Array.from({ length: 2000 }, (_, place) => 1000 + place))).toBeUndefined();
  });
});
