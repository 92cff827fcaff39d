import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { arbitraryTable, toReversed, toTransposed } from '../../../test/support/arbitrary-table.ts';
import { toPassTable, trueNegativeRate, truePositiveRate } from '../rates/true-rates.ts';
import { cohenKappa } from './cohen-kappa.ts';
import { mcc } from './mcc.ts';

const table = [
  [45, 5],
  [10, 40],
];

describe('mcc, truePositiveRate and trueNegativeRate', () => {
  it('tell what a judge does with passes and fails', () => {
    // (45·40 − 10·5)/√(50·50·55·45)
    expect(mcc(table).value).toBeCloseTo(1750 / Math.sqrt(50 * 50 * 55 * 45), 12);
    expect(mcc(table).value).toBeCloseTo(0.7035, 4);
    expect(truePositiveRate(table)).toMatchObject({ value: 0.9, n: 50 });
    expect(trueNegativeRate(table)).toMatchObject({ value: 0.8, n: 50 });
  });

  it('have the interval of Wilson', () => {
    // the upper end for 0 of 20 is z²/(20 + z²) = 0.1611
    expect(
      truePositiveRate([
        [0, 20],
        [1, 1],
      ]).high,
    ).toBeCloseTo(0.1611, 4);
    expect(
      truePositiveRate([
        [0, 20],
        [1, 1],
      ]).low,
    ).toBe(0);
  });

  it.each([
    [
      [
        [5, 5],
        [0, 0],
      ],
      'the human scores all pass or all fail',
    ],
    [
      [
        [5, 0],
        [5, 0],
      ],
      "the judge's scores all pass or all fail",
    ],
    [
      [
        [0, 0],
        [0, 0],
      ],
      'no pair of scores',
    ],
  ])('mcc of %j is null: %s', (one, why) => {
    expect(mcc(one)).toEqual({ value: null, why });
  });

  it('rates are null, with a reason, where people gave none of a class', () => {
    const none = { value: null, low: null, high: null, n: 0 };
    expect(
      truePositiveRate([
        [0, 0],
        [1, 2],
      ]),
    ).toEqual({ ...none, why: 'no sample that people pass' });
    expect(
      trueNegativeRate([
        [1, 2],
        [0, 0],
      ]),
    ).toEqual({ ...none, why: 'no sample that people fail' });
  });

  it('mcc is at least as large in size as κ, and has the same sign', () => {
    fc.assert(
      fc.property(arbitraryTable({ min: 2, max: 2 }), (one) => {
        const value = mcc(one).value;
        if (value === null) return;
        const kappa = cohenKappa(one).value ?? 9;
        expect(Math.abs(value)).toBeGreaterThanOrEqual(Math.abs(kappa) - 1e-12);
        expect(value * kappa).toBeGreaterThanOrEqual(-1e-15);
        expect(mcc(toTransposed(one)).value).toBeCloseTo(value, 12);
        expect(mcc(toReversed(one)).value).toBeCloseTo(value, 12);
      }),
    );
  });

  it('take tables of two by two only', () => {
    expect(() => mcc([[1]])).toThrow(RangeError);
    expect(() =>
      truePositiveRate([
        [1, 0, 0],
        [0, 1, 0],
        [0, 0, 1],
      ]),
    ).toThrow(RangeError);
  });
});

describe('toPassTable', () => {
  it('aggregate a scale at its passing score, pass first', () => {
    const scale = [
      [3, 1, 0],
      [0, 2, 1],
      [0, 0, 4],
    ];
    expect(toPassTable(scale, [1, 2, 3], 2)).toEqual([
      [7, 0],
      [1, 3],
    ]);
    expect(toPassTable(scale, [1, 2, 3], 2.5)).toEqual([
      [4, 0],
      [1, 6],
    ]);
    expect(toPassTable(scale, [1, 2, 3], 9)).toEqual([
      [0, 0],
      [0, 11],
    ]);
  });
});
