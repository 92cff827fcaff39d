import { describe, expect, it } from 'vitest';
import { weightedMean } from './weighted-mean.ts';

describe('weightedMean', () => {
  it('weighs each value by one over its probability', () => {
    // Weights 2 and 4: HT = 2/8; var = 0.5·4·1/64. Hájek = 2/6; var = (0.5·4·(2/3)² + 0.75·16·(1/3)²)/36.
    const result = weightedMean({ values: [1, 0], inclusion: [0.5, 0.25], population: 8 });
    expect(result.horvitzThompson).toBeCloseTo(0.25, 15);
    expect(result.varianceHT).toBeCloseTo(0.03125, 15);
    expect(result.hajek).toBeCloseTo(1 / 3, 15);
    expect(result.varianceHajek).toBeCloseTo((2 * (4 / 9) + 12 / 9) / 36, 15);
  });

  it('is the mean, without error, when everything was drawn', () => {
    expect(weightedMean({ values: [1, 2, 6], inclusion: [1, 1, 1], population: 3 })).toEqual({
      horvitzThompson: 3,
      varianceHT: 0,
      hajek: 3,
      varianceHajek: 0,
      n: 3,
    });
  });

  it('has no Horvitz–Thompson mean without the size of the population', () => {
    const result = weightedMean({ values: [1, 0], inclusion: [0.5, 0.25] });
    expect(result).toMatchObject({ horvitzThompson: null, varianceHT: null });
    expect(result.hajek).toBeCloseTo(1 / 3, 15);
    expect(result.why).toMatch(/population/);
  });

  it('is null with a reason without values', () => {
    expect(weightedMean({ values: [], inclusion: [], population: 5 })).toEqual({
      horvitzThompson: null,
      varianceHT: null,
      hajek: null,
      varianceHajek: null,
      n: 0,
      why: 'no values',
    });
  });

  it('does not overflow with a tiny probability', () => {
    const result = weightedMean({ values: [1, 0], inclusion: [1e-200, 1e-200] });
    expect(result.hajek).toBe(0.5);
    expect(result.varianceHajek).toBeCloseTo(0.125, 15);
  });

  it('is unbiased over all samples of a small population', () => {
    // Horvitz–Thompson and its variance, averaged over the 2³ samples with their probabilities.
    const values = [3, 1, 4];
    const inclusion = [0.2, 0.5, 0.9];
    const means = { estimate: 0, square: 0, variance: 0 };
    for (let drawn = 0; drawn < 8; drawn++) {
      const isIn = values.map((_, i) => (drawn >> i) % 2 === 1);
      const chance = inclusion.reduce((product, p, i) => product * (isIn[i] ? p : 1 - p), 1);
      const sample = weightedMean({
        values: values.filter((_, i) => isIn[i]),
        inclusion: inclusion.filter((_, i) => isIn[i]),
        population: 3,
      });
      means.estimate += chance * (sample.horvitzThompson ?? 0);
      means.square += chance * (sample.horvitzThompson ?? 0) ** 2;
      means.variance += chance * (sample.varianceHT ?? 0);
    }
    expect(means.estimate).toBeCloseTo(8 / 3, 12);
    expect(means.variance).toBeCloseTo(means.square - (8 / 3) ** 2, 12);
  });

  it.each([
    [{ values: [1], inclusion: [0] }],
    [{ values: [1], inclusion: [1.5] }],
    [{ values: [1], inclusion: [Number.NaN] }],
    [{ values: [1, 2], inclusion: [0.5] }],
    [{ values: [Infinity], inclusion: [0.5] }],
    [{ values: [1, 2], inclusion: [0.5, 0.5], population: 1 }],
    [{ values: [], inclusion: [], population: 0 }],
  ])('refuses %j', (draws) => {
    expect(() => weightedMean(draws)).toThrow(RangeError);
  });
});
