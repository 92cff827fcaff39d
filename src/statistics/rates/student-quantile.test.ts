import { describe, expect, it } from 'vitest';
import { studentQuantile } from './student-quantile.ts';

describe('studentQuantile', () => {
  it.each([
    // One degree is Cauchy: tan(π·0.475)
    [0.975, 1, 12.706204736432095],
    [0.975, 2, 4.302652729911275],
    // As the tables of every textbook have them.
    [0.975, 5, 2.5705818366147395],
    [0.975, 10, 2.2281388519649385],
    [0.975, 30, 2.0422724563012373],
    [0.995, 7, 3.4994832973505026],
    [0.9, 4, 1.5332062737131438],
    [0.975, 200, 1.971896224],
    [0.975, 1_000_000, 1.9599663568],
    [0.5, 3, 0],
  ])('of %d with %i degrees is %d', (probability, degrees, expected) => {
    expect(studentQuantile(probability, degrees)).toBeCloseTo(expected, 8);
  });

  it('mirrors at one half', () => {
    expect(studentQuantile(0.025, 9)).toBeCloseTo(-studentQuantile(0.975, 9), 10);
  });

  it('is smooth where the method changes', () => {
    const [before, at, after] = [199, 200, 201].map((degrees) => studentQuantile(0.975, degrees));
    expect((before ?? 0) - (at ?? 0)).toBeCloseTo((at ?? 0) - (after ?? 0), 5);
  });

  it.each([0, 1.5, -1])('refuses %d degrees', (degrees) => {
    expect(() => studentQuantile(0.975, degrees)).toThrow(RangeError);
  });
});
