import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { majorityAccuracy } from './majority-accuracy.ts';

describe('majorityAccuracy', () => {
  it('is binomial for independent judges', () => {
    // 0.8³ + 3·0.8²·0.2
    const result = majorityAccuracy({ k: 3, accuracy: 0.8, correlation: 0 });
    expect(result.majorityRight).toBeCloseTo(0.896, 14);
    expect(result).toMatchObject({ ifIndependent: result.majorityRight, effectiveVotes: 3 });
  });

  it('is that of one judge when all say the same', () => {
    const result = majorityAccuracy({ k: 9, accuracy: 0.7, correlation: 1 });
    expect(result).toMatchObject({ majorityRight: 0.7, effectiveVotes: 1 });
  });

  it('does not count a tie as right', () => {
    // Both of two: 0.8²
    expect(majorityAccuracy({ k: 2, accuracy: 0.8, correlation: 0 }).majorityRight).toBeCloseTo(0.64, 14);
    expect(majorityAccuracy({ k: 4, accuracy: 0.5, correlation: 0 }).majorityRight).toBeCloseTo(5 / 16, 14);
  });

  it('is certain of judges that are always right or always wrong', () => {
    expect(majorityAccuracy({ k: 5, accuracy: 1, correlation: 0.3 }).majorityRight).toBe(1);
    expect(majorityAccuracy({ k: 5, accuracy: 0, correlation: 0.3 }).majorityRight).toBe(0);
  });

  it('takes a jury of thousands', () => {
    expect(majorityAccuracy({ k: 9999, accuracy: 0.5, correlation: 0 }).majorityRight).toBeCloseTo(0.5, 10);
    expect(majorityAccuracy({ k: 9999, accuracy: 0.55, correlation: 0 }).majorityRight).toBeCloseTo(1, 10);
  });

  it('approaches both ends of the correlation', () => {
    const near = (correlation: number) => majorityAccuracy({ k: 7, accuracy: 0.8, correlation }).majorityRight;
    expect(near(1e-12)).toBeCloseTo(near(0), 9);
    expect(near(1 - 1e-12)).toBeCloseTo(0.8, 9);
  });

  it('loses by correlation when judges are better than a coin', () => {
    const between = fc.double({ min: 0.51, max: 0.99, noNaN: true });
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 30 }), between, between, (half, accuracy, correlation) => {
        const result = majorityAccuracy({ k: 2 * half + 1, accuracy, correlation });
        expect(result.majorityRight).toBeLessThanOrEqual(result.ifIndependent + 1e-12);
        expect(result.majorityRight).toBeGreaterThanOrEqual(accuracy - 1e-12);
      }),
    );
  });

  it.each([
    [0, 0.8, 0.5],
    [2.5, 0.8, 0.5],
    [3, 1.1, 0.5],
    [3, 0.8, -0.1],
    [3, 0.8, 1.1],
    [3, Number.NaN, 0.5],
  ])('refuses %d judges at %d and %d', (k, accuracy, correlation) => {
    expect(() => majorityAccuracy({ k, accuracy, correlation })).toThrow(RangeError);
  });
});
