import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fourRaters } from '../../../test/support/four-raters.ts';
import { brennanPrediger } from './brennan-prediger.ts';
import { fleissKappa } from './fleiss-kappa.ts';
import { gwetAc } from './gwet-ac.ts';
import { percentAgreement } from './percent-agreement.ts';
import { randolphKappa } from './randolph-kappa.ts';
import { toRatingCounts } from './rating-counts.ts';

const raters = toRatingCounts<number>(fourRaters, [1, 2, 3, 4, 5]);

describe('agreement of many raters', () => {
  it.each([
    ['percent agreement', percentAgreement(raters), 0.81818],
    ['Fleiss', fleissKappa(raters), 0.76117],
    ['Fleiss, quadratic', fleissKappa(raters, { weights: 'quadratic' }), 0.86494],
    ['AC1', gwetAc(raters), 0.77544],
    ['AC2, linear', gwetAc(raters, { weights: 'linear' }), 0.859],
    ['AC2, quadratic', gwetAc(raters, { weights: 'quadratic' }), 0.914],
    ['Brennan–Prediger', brennanPrediger(raters), 0.77273],
    ['Brennan–Prediger, quadratic', brennanPrediger(raters, { weights: 'quadratic' }), 0.90152],
  ])('has the published %s', (_, { value, n }, expected) => {
    expect(Math.abs((value ?? Number.NaN) - expected)).toBeLessThan(0.0005);
    expect(n).toBe(11);
  });

  it('is worked out from what was seen and what chance gives', () => {
    // Seen: (7·6 + 1·0)/56 = 0.75 and (3·2 + 5·4)/56 = 0.4643, mean 0.6071.
    // Shares (7/8 + 3/8)/2 = 0.625 and 0.375: Fleiss 0.625² + 0.375² = 0.53125; free margins 1/2;
    // AC1 2·0.625·0.375/(2 − 1) = 0.46875.
    const counts = [
      [7, 1],
      [3, 5],
    ];
    expect(fleissKappa(counts).value).toBeCloseTo((0.607142857 - 0.53125) / 0.46875, 8);
    expect(randolphKappa(counts).value).toBeCloseTo((0.607142857 - 0.5) / 0.5, 8);
    expect(gwetAc(counts)).toMatchObject({ expected: 0.46875, n: 2 });
  });

  it('weighs by the scores of the categories', () => {
    // 0, 1 and 10: the first two nearly agree. Seen: 1 − 1/100.
    const options = { weights: 'quadratic', values: [0, 1, 10] } as const;
    expect(brennanPrediger([[1, 1, 0]], options).observed).toBeCloseTo(0.99, 12);
    expect(brennanPrediger([[1, 1, 0]], { weights: 'linear', values: [0, 1, 10] }).observed).toBeCloseTo(0.9, 12);
  });

  it('does not fall with AC1 where one score is rare, as κ does', () => {
    // 45 of 50 units yes–yes, 4 yes–no, 1 no–no: 92% agree.
    const counts = [...repeat([2, 0], 45), ...repeat([1, 1], 4), [0, 2]];
    expect(fleissKappa(counts).value).toBeLessThan(0.35);
    expect(gwetAc(counts).value).toBeGreaterThan(0.9);
  });

  const statistics = { fleissKappa, gwetAc, brennanPrediger, randolphKappa, percentAgreement };
  const cases = Object.entries(statistics);

  it.each(cases)('%s is null with a reason when no unit has two ratings', (_, statistic) => {
    for (const counts of [
      [],
      [[0, 0]],
      [
        [1, 0],
        [0, 1],
      ],
    ]) {
      expect(statistic(counts).value).toBeNull();
      expect(statistic(counts).why).toMatch(/no unit has two ratings|one category/);
    }
  });

  it.each(cases.filter(([name]) => name !== 'percentAgreement'))(
    '%s is null with a reason with one category',
    (_, statistic) => {
      expect(statistic([[3], [2]])).toMatchObject({ value: null });
      expect(statistic([[3], [2]]).why).toMatch(/one category|every rating is the same/);
    },
  );

  it('is null for Fleiss when every rating is the same, and 1 for those that know the scale', () => {
    const counts = repeat([0, 4, 0], 3);
    expect(fleissKappa(counts)).toMatchObject({ value: null, observed: 1, expected: 1 });
    expect(gwetAc(counts).value).toBe(1);
    expect(brennanPrediger(counts).value).toBe(1);
  });

  it('rejects a value that is not a count', () => {
    expect(() => fleissKappa([[1, 2], [1]])).toThrow(RangeError);
    expect(() => fleissKappa([[1, -1]])).toThrow(RangeError);
    expect(() => gwetAc([[1, 1]], { weights: 'linear', values: [1] })).toThrow(RangeError);
  });

  const counts = fc.array(fc.array(fc.nat(4), { minLength: 3, maxLength: 3 }), { minLength: 1, maxLength: 8 });

  it.each(cases)('%s is at most 1, and never NaN', (_, statistic) => {
    fc.assert(
      fc.property(counts, fc.constantFrom('none', 'linear', 'quadratic'), (table, weights) => {
        const { value } = statistic(table, { weights });
        if (value === null) return;
        expect(Number.isFinite(value)).toBe(true);
        expect(value).toBeLessThanOrEqual(1 + 1e-12);
      }),
    );
  });
});

function repeat(row: readonly number[], times: number): readonly (readonly number[])[] {
  return Array.from({ length: times }, () => row);
}
