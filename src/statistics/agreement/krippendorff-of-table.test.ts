import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { arbitraryTable, toPairs, toReversed, toTransposed } from '../../../test/support/arbitrary-table.ts';
import { krippendorffAlpha } from './krippendorff-alpha.ts';
import { krippendorffOfTable, type TwoRaterLevel } from './krippendorff-of-table.ts';

const levels: readonly TwoRaterLevel[] = ['nominal', 'ordinal', 'interval'];

describe('krippendorffOfTable', () => {
  it('reproduces example A of Krippendorff 2011', () => {
    // 0,1 · 1,1 · 0,1 · 0,0 · 0,0 · 0,1 · 0,0 · 0,0 · 1,0 · 0,0
    expect(
      krippendorffOfTable(
        [
          [5, 3],
          [1, 1],
        ],
        [0, 1],
        'nominal',
      ).value,
    ).toBeCloseTo(0.095, 3);
  });

  it('reproduces example B of Krippendorff 2011', () => {
    const names = ['a', 'b', 'c', 'd', 'e'];
    const pairs = ['ab', 'aa', 'bb', 'bb', 'db', 'cc', 'cc', 'cc', 'ee', 'dd', 'dd', 'ad'];
    const table = names.map((row) => names.map((column) => pairs.filter((pair) => pair === row + column).length));
    expect(krippendorffOfTable(table, [0, 1, 2, 3, 4], 'nominal').value).toBeCloseTo(0.692, 3);
  });

  it('takes the distance of scores at interval level, and of their ranks at ordinal level', () => {
    const table = [
      [1, 0, 1],
      [0, 1, 0],
      [0, 0, 0],
    ];
    // scores 1 1 1 2 2 4 of N = 6; seen (4 − 1)² = 9; mean 11/6, Σ(v − mean)² = 27 − 121/6 = 41/6, crossed 12·41/6 = 82
    expect(krippendorffOfTable(table, [1, 2, 4], 'interval').value).toBeCloseTo(1 - (5 * 2 * 9) / 82, 12);
    // mid-ranks 1.5, 4, 5.5; seen 4² = 16; mean 3, Σ 3·2.25 + 2·1 + 6.25 = 15, crossed 12·15 = 180
    expect(krippendorffOfTable(table, [1, 2, 4], 'ordinal').value).toBeCloseTo(1 - (5 * 2 * 16) / 180, 12);
  });

  it('is 0 for one pair that differs', () => {
    for (const level of levels)
      expect(
        krippendorffOfTable(
          [
            [0, 1],
            [0, 0],
          ],
          [1, 2],
          level,
        ).value,
      ).toBe(0);
  });

  it('is null, with a reason, where there is one score only', () => {
    for (const level of levels) {
      expect(
        krippendorffOfTable(
          [
            [4, 0],
            [0, 0],
          ],
          [0.1, 0.3],
          level,
        ),
      ).toEqual({ value: null, why: 'every score is the same' });
      expect(krippendorffOfTable([[0]], [1], level)).toEqual({ value: null, why: 'no pair of scores' });
    }
  });

  it('is the α of any number of raters, of two without missing scores', () => {
    fc.assert(
      fc.property(arbitraryTable(), fc.constantFrom(...levels), (table, level) => {
        const values = table.map((_, place) => place * place - 3);
        const { human, judge } = toPairs(table);
        const units = human.map((place, pair) => [values[place] ?? 0, values[judge[pair] ?? 0] ?? 0]);
        expectAlike(krippendorffOfTable(table, values, level).value, krippendorffAlpha(units, level).value);
      }),
    );
  });

  it('does not depend on the order of raters, or on where the scale begins and how wide its steps are', () => {
    fc.assert(
      fc.property(
        arbitraryTable(),
        fc.constantFrom(...levels),
        fc.integer({ min: 1, max: 9 }),
        (table, level, step) => {
          const values = table.map((_, place) => place);
          const alpha = krippendorffOfTable(table, values, level).value;
          expectAlike(krippendorffOfTable(toTransposed(table), values, level).value, alpha);
          expectAlike(krippendorffOfTable(toReversed(table), values, level).value, alpha);
          const others = values.map((value) => 1000 + value * step);
          expectAlike(krippendorffOfTable(table, others, level).value, alpha);
        },
      ),
    );
  });
});

function expectAlike(one: number | null, other: number | null): void {
  if (other === null) expect(one).toBeNull();
  else expect(one).toBeCloseTo(other, 9);
}
