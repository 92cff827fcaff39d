import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { icc } from './icc.ts';

const shroutFleiss = [
  [9, 2, 5, 8],
  [6, 1, 3, 2],
  [8, 4, 6, 8],
  [7, 1, 2, 6],
  [10, 5, 6, 9],
  [6, 2, 4, 7],
];

describe('icc', () => {
  it.each([
    // Shrout and Fleiss, table 2: R = 11.24, W = 6.26, C = 32.49, E = 1.02; n = 6, k = 4.
    [1, 'one', (11.24 - 6.26) / (11.24 + 3 * 6.26)],
    [2, 'one', (11.24 - 1.02) / (11.24 + 3 * 1.02 + (4 * (32.49 - 1.02)) / 6)],
    [3, 'one', (11.24 - 1.02) / (11.24 + 3 * 1.02)],
    [1, 'mean', (11.24 - 6.26) / 11.24],
    [2, 'mean', (11.24 - 1.02) / (11.24 + (32.49 - 1.02) / 6)],
    [3, 'mean', (11.24 - 1.02) / 11.24],
  ] as const)('of model %i for %s is that of Shrout and Fleiss', (model, of, expected) => {
    expect(icc(shroutFleiss, { model, of }).value).toBeCloseTo(expected, 3);
  });

  it('leaves out units with a missing score', () => {
    const withGap = [...shroutFleiss, [1, null, 1, 1]];
    expect(icc(withGap, { model: 2, of: 'one' })).toEqual(icc(shroutFleiss, { model: 2, of: 'one' }));
  });

  it.each([
    ['no units', [], 'fewer than two raters'],
    ['one rater', [[1], [2]], 'fewer than two raters'],
    ['one unit', [[1, 2]], 'fewer than two units'],
    [
      'one score',
      [
        [0.1, 0.1],
        [0.1, 0.1],
        [0.1, 0.1],
      ],
      'every score is the same',
    ],
  ])('is null with a reason for %s', (_, units, why) => {
    const result = icc(units, { model: 3, of: 'mean' });
    expect(result.value).toBeNull();
    expect(result.why).toContain(why);
  });

  it('is null where units that do not differ are the divisor', () => {
    expect(
      icc(
        [
          [1, 2],
          [2, 1],
        ],
        { model: 3, of: 'mean' },
      ),
    ).toMatchObject({ value: null, why: 'the units do not differ' });
  });

  it('forgives in model 3 what one rater adds to every score, and not in model 2', () => {
    const units = [
      [1, 3],
      [2, 4],
      [5, 7],
    ];
    expect(icc(units, { model: 3, of: 'one' }).value).toBeCloseTo(1, 12);
    expect(icc(units, { model: 2, of: 'one' }).value).toBeLessThan(0.75);
  });

  it('rejects scores that are not numbers, and raters without a place', () => {
    expect(() => icc([[1, Number.NaN]], { model: 1, of: 'one' })).toThrow(RangeError);
    expect(() => icc([[1, 2], [1]], { model: 1, of: 'one' })).toThrow(RangeError);
  });

  it('is never NaN', () => {
    const units = fc.array(fc.tuple(fc.integer(), fc.integer(), fc.integer()), { minLength: 1, maxLength: 6 });
    fc.assert(
      fc.property(units, fc.constantFrom(1, 2, 3), fc.constantFrom('one', 'mean'), (table, model, of) => {
        const { value } = icc(table, { model, of });
        expect(value === null || Number.isFinite(value)).toBe(true);
      }),
    );
  });
});
