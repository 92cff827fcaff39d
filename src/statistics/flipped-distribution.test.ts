import { describe, expect, it } from 'vitest';
import { flippedDistribution } from './flipped-distribution.ts';

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
