import { describe, expect, it } from 'vitest';
import { dawidSkene } from './dawid-skene.ts';

describe('dawidSkene', () => {
  it('takes observers that always agree at their word', () => {
    const result = dawidSkene({ ratings: { a: [[1], [1]], b: [[2], [2]], c: [[2], [2]] }, classes: 2 });
    expect(result.marginals?.[0]).toBeCloseTo(1 / 3, 12);
    expect(result.posteriors).toEqual({ a: [1, 0], b: [0, 1], c: [0, 1] });
    expect(result.errorRates).toEqual([
      [
        [1, 0],
        [0, 1],
      ],
      [
        [1, 0],
        [0, 1],
      ],
    ]);
    // log(1/3) + 2·log(2/3)
    expect(result.logLikelihood).toBeCloseTo(Math.log(4 / 27), 12);
  });

  it('outvotes an observer that answers at random', () => {
    const truth = [1, 1, 1, 1, 2, 2, 2, 2];
    const ratings = truth.map((given, i) => [[given], [given], [given], [1 + (i % 2)]]);
    const { posteriors, errorRates } = dawidSkene({ ratings, classes: 2 });
    expect(Object.values(posteriors).map((row) => (Number(row?.[0]) > 0.5 ? 1 : 2))).toEqual(truth);
    expect(errorRates[3]?.[0]?.[0]).toBeCloseTo(0.5, 10);
  });

  it('gives posteriors in the shape of the ratings', () => {
    expect(
      dawidSkene({
        ratings: [
          [[1], [1]],
          [[2], [2]],
        ],
        classes: 2,
      }).posteriors,
    ).toEqual([
      [1, 0],
      [0, 1],
    ]);
  });

  it('gives a unit without ratings the marginals, and does not count it', () => {
    const { marginals, posteriors } = dawidSkene({ ratings: [[[1], [1]], [[2], [2]], [[], []], []], classes: 2 });
    expect(marginals).toEqual([0.5, 0.5]);
    expect(Object.values(posteriors)[3]).toEqual([0.5, 0.5]);
  });

  it('has null error rates for a class that an observer never saw', () => {
    const { errorRates } = dawidSkene({ ratings: [[[1], [1]], [[2]]], classes: 2 });
    expect(errorRates[1]).toEqual([[1, 0], null]);
  });

  it('is null with a reason without ratings', () => {
    expect(dawidSkene({ ratings: {}, classes: 2 })).toEqual({
      marginals: null,
      errorRates: [],
      posteriors: {},
      logLikelihood: null,
      rounds: 0,
      why: 'no ratings',
    });
    expect(dawidSkene({ ratings: { a: [[]] }, classes: 1 })).toMatchObject({ marginals: null, errorRates: [[null]] });
  });

  it('does not underflow with thousands of ratings of one unit', () => {
    const many = Array.from({ length: 3000 }, (_, i) => (i % 3 === 0 ? 2 : 1));
    const { logLikelihood, posteriors } = dawidSkene({
      ratings: [[many], [[1, 1]], [[2, 2, 2]]],
      classes: 2,
      rounds: 50,
    });
    expect(Number.isFinite(logLikelihood)).toBe(true);
    for (const row of Object.values(posteriors)) expect(Number(row?.[0]) + Number(row?.[1])).toBeCloseTo(1, 12);
  });

  it('says so when it has not converged', () => {
    const ratings = [
      [[1], [2], [1]],
      [[2], [2], [1]],
      [[1], [1], [1]],
      [[2], [1], [2]],
    ];
    expect(dawidSkene({ ratings, classes: 2, rounds: 1 }).why).toMatch(/not converged/);
  });

  it('refuses a class that does not exist', () => {
    expect(() => dawidSkene({ ratings: [[[3]]], classes: 2 })).toThrow(RangeError);
    expect(() => dawidSkene({ ratings: [[[0]]], classes: 2 })).toThrow(RangeError);
    expect(() => dawidSkene({ ratings: [[[1]]], classes: 0 })).toThrow(RangeError);
  });
});
