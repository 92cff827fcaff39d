import { describe, expect, it } from 'vitest';
import { randomGamma } from './random-gamma.ts';
import { seededRandom } from './seeded-random.ts';

describe('randomGamma', () => {
  it.each([1, 3, 5, 40])('has mean and variance %d', (shape) => {
    const random = seededRandom(7);
    const draws = Array.from({ length: 20_000 }, () => randomGamma(shape, random));
    const mean = draws.reduce((sum, draw) => sum + draw, 0) / draws.length;
    const variance = draws.reduce((sum, draw) => sum + (draw - mean) ** 2, 0) / draws.length;
    // Four standard errors: √(shape/n), and √((6/shape + 2)/n) of the variance.
    expect(Math.abs(mean - shape)).toBeLessThan(4 * Math.sqrt(shape / draws.length));
    expect(Math.abs(variance / shape - 1)).toBeLessThan(4 * Math.sqrt((6 / shape + 2) / draws.length));
  });

  it('is 0 for a shape of 0, and refuses one that is not a whole number', () => {
    expect(randomGamma(0, seededRandom(1)) + 0).toBe(0);
    expect(() => randomGamma(0.5, seededRandom(1))).toThrow(RangeError);
  });
});
