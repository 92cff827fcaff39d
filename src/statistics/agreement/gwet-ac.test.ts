import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { arbitraryTable, toPairs, toReversed, toTransposed } from '../../../test/support/arbitrary-table.ts';
import { brennanPrediger, brennanPredigerOfTable } from './brennan-prediger.ts';
import type { AgreementWeights } from './disagreement.ts';
import { gwetAc, gwetOfTable } from './gwet-ac.ts';
import { toRatingCounts } from './rating-counts.ts';

const weightings: readonly AgreementWeights[] = ['none', 'linear', 'quadratic'];

describe('gwetOfTable and brennanPredigerOfTable', () => {
  it('bless a constant judge, which is why neither is trusted alone', () => {
    // agreed 0.9; shares 0.95 and 0.05, chance 2·0.95·0.05 = 0.095: 0.805/0.905
    expect(
      gwetOfTable([
        [90, 0],
        [10, 0],
      ]).value,
    ).toBeCloseTo(0.805 / 0.905, 12);
    // chance 1/2: 0.4/0.5
    expect(
      brennanPredigerOfTable([
        [90, 0],
        [10, 0],
      ]).value,
    ).toBeCloseTo(0.8, 12);
  });

  it('count the scores of the scale, used or not', () => {
    // of three scores: AC1 chance Σ π(1 − π)/(q − 1) = 0.095/2; Brennan–Prediger chance 1/3
    const table = [
      [90, 0, 0],
      [10, 0, 0],
      [0, 0, 0],
    ];
    expect(gwetOfTable(table).value).toBeCloseTo((0.9 - 0.0475) / (1 - 0.0475), 12);
    expect(brennanPredigerOfTable(table).value).toBeCloseTo((0.9 - 1 / 3) / (2 / 3), 12);
  });

  it('weigh near misses', () => {
    const table = [
      [1, 0, 1],
      [0, 1, 0],
      [0, 0, 0],
    ];
    // quadratic on 0 1 2: w = 1 − d²/4, agreed (1 + 0 + 1)/3; Σ w = 3·1 + 4·0.75 + 2·0 = 6
    // shares 3/6 2/6 1/6: Σ π(1 − π) = (9 + 8 + 5)/36; chance 6/(3·2)·22/36
    expect(gwetOfTable(table, { weights: 'quadratic' }).value).toBeCloseTo((2 / 3 - 22 / 36) / (1 - 22 / 36), 12);
    expect(brennanPredigerOfTable(table, { weights: 'quadratic' }).value).toBeCloseTo(0, 12);
    // linear: Σ w = 3 + 4·0.5 = 5, chance 5/9
    expect(brennanPredigerOfTable(table, { weights: 'linear' }).value).toBeCloseTo((2 / 3 - 5 / 9) / (4 / 9), 12);
  });

  it('are null, with a reason, without pairs or with one score on the scale', () => {
    for (const of of [gwetOfTable, brennanPredigerOfTable]) {
      expect(
        of([
          [0, 0],
          [0, 0],
        ]),
      ).toEqual({ value: null, why: 'no pair of scores' });
      expect(of([[4]])).toEqual({ value: null, why: 'every score is the same' });
      expect(
        of([
          [4, 0],
          [0, 0],
        ]),
      ).toEqual({ value: 1 });
    }
  });

  it('are those of any number of raters, of two without missing scores', () => {
    fc.assert(
      fc.property(arbitraryTable(), fc.constantFrom(...weightings), (table, weights) => {
        const values = table.map((_, place) => place * place - 3);
        const { human, judge } = toPairs(table);
        const units = human.map((place, pair) => [values[place] ?? 0, values[judge[pair] ?? 0] ?? 0]);
        if (units.length === 0) return;
        const counts = toRatingCounts(units, values);
        expectAlike(gwetOfTable(table, { weights, values }).value, gwetAc(counts, { weights, values }).value);
        const general = brennanPrediger(counts, { weights, values }).value;
        expectAlike(brennanPredigerOfTable(table, { weights, values }).value, general);
      }),
    );
  });

  it('do not depend on the order of raters, or on the direction of the scale', () => {
    fc.assert(
      fc.property(arbitraryTable(), fc.constantFrom(...weightings), (table, weights) => {
        for (const of of [gwetOfTable, brennanPredigerOfTable]) {
          const value = of(table, { weights }).value;
          expectAlike(of(toTransposed(table), { weights }).value, value);
          expectAlike(of(toReversed(table), { weights }).value, value);
        }
      }),
    );
  });
});

function expectAlike(one: number | null, other: number | null): void {
  if (other === null) expect(one).toBeNull();
  else expect(one).toBeCloseTo(other, 9);
}
