import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { arbitraryTable, toReversed, toTransposed } from '../../../test/support/arbitrary-table.ts';
import { cohenKappa } from './cohen-kappa.ts';
import type { AgreementWeights } from './disagreement.ts';

const weightings: readonly AgreementWeights[] = ['none', 'linear', 'quadratic'];
const sas = [
  [0, 4, 1],
  [0, 8, 0],
  [0, 1, 5],
];

describe('cohenKappa', () => {
  it.each([
    // agreed 0.7, chance 0.5·0.6 + 0.5·0.4 = 0.5: 0.2/0.5
    [
      'Wikipedia 1',
      [
        [20, 5],
        [10, 15],
      ],
      0.4,
      0.0005,
    ],
    // agreed 0.6, chance 0.6·0.7 + 0.4·0.3 = 0.54: 0.06/0.46
    [
      'Wikipedia 2',
      [
        [45, 15],
        [25, 15],
      ],
      0.1304,
      0.0005,
    ],
    // agreed 0.6, chance 0.6·0.3 + 0.4·0.7 = 0.46: 0.14/0.54
    [
      'Wikipedia 3',
      [
        [25, 35],
        [5, 35],
      ],
      0.2593,
      0.0005,
    ],
    ['SAS', sas, 0.4842, 0.00005],
    [
      'Feinstein & Cicchetti, balanced',
      [
        [40, 9],
        [6, 45],
      ],
      0.7,
      0.005,
    ],
    [
      'Feinstein & Cicchetti, skewed',
      [
        [80, 10],
        [5, 5],
      ],
      0.32,
      0.005,
    ],
    [
      'Artstein & Poesio',
      [
        [20, 20],
        [10, 50],
      ],
      0.348,
      0.0005,
    ],
    [
      'Artstein & Poesio, table 4',
      [
        [46, 0, 0],
        [6, 32, 6],
        [0, 0, 10],
      ],
      0.8013,
      0.00005,
    ],
    [
      'pass and fail',
      [
        [45, 5],
        [10, 40],
      ],
      0.7,
      0.0005,
    ],
  ])('reproduces %s', (_, table, kappa, tolerance) => {
    expect(Math.abs((cohenKappa(table).value ?? 9) - kappa)).toBeLessThanOrEqual(tolerance);
  });

  it('has the standard errors that SAS prints', () => {
    const plain = cohenKappa(sas);
    expect(plain.standardError).toBeCloseTo(0.138, 4);
    expect(plain.standardErrorAtZero).toBeCloseTo(0.1484, 4);
    const linear = cohenKappa(sas, { weights: 'linear' });
    expect(linear.value).toBeCloseTo(0.4701, 4);
    expect(linear.standardError).toBeCloseTo(0.1457, 4);
  });

  it('weighs near misses', () => {
    // seen 1·0 + 1·1 + 1·2 = 3 of 3 pairs; rows 2 1 0, columns 1 1 1
    const table = [
      [1, 0, 1],
      [0, 1, 0],
      [0, 0, 0],
    ];
    // linear: seen 2, crossed 2·(0 + 1 + 2) + 1·(1 + 0 + 1) = 8: 1 − 3·2/8
    expect(cohenKappa(table, { weights: 'linear' }).value).toBeCloseTo(0.25, 12);
    // quadratic: seen 4, crossed 2·(0 + 1 + 4) + 1·(1 + 0 + 1) = 12: 1 − 3·4/12
    expect(cohenKappa(table, { weights: 'quadratic' }).value).toBeCloseTo(0, 12);
    // none: seen 1, crossed 9 − (2 + 1) = 6: 1 − 3·1/6
    expect(cohenKappa(table).value).toBeCloseTo(0.5, 12);
  });

  it('is 0 for a judge that always says the same, however often it is right', () => {
    expect(
      cohenKappa([
        [0, 10],
        [0, 90],
      ]).value,
    ).toBe(0);
  });

  it('is null, with a reason, where chance alone would always agree', () => {
    const nothing = { value: null, standardError: null, standardErrorAtZero: null };
    expect(
      cohenKappa([
        [5, 0],
        [0, 0],
      ]),
    ).toEqual({ ...nothing, why: 'every score is the same' });
    expect(cohenKappa([[0]])).toEqual({ ...nothing, why: 'no pair of scores' });
    expect(cohenKappa([[7]])).toEqual({ ...nothing, why: 'every score is the same' });
  });

  it('does not depend on the order of raters, the direction of the scale, or its numbers', () => {
    fc.assert(
      fc.property(
        arbitraryTable(),
        fc.constantFrom(...weightings),
        fc.integer({ min: 1, max: 9 }),
        (table, weights, step) => {
          const kappa = cohenKappa(table, { weights });
          const values = table.map((_, place) => place * step - 4);
          for (const other of [toTransposed(table), toReversed(table)])
            expectAlike(cohenKappa(other, { weights }), kappa);
          expectAlike(cohenKappa(table, { weights, values }), kappa);
        },
      ),
    );
  });

  it('without weights does not care about the order of the scores', () => {
    fc.assert(
      fc.property(arbitraryTable({ min: 3, max: 3 }), (table) => {
        const order = [2, 0, 1];
        const mixed = order.map((row) => order.map((column) => table[row]?.[column] ?? 0));
        expectAlike(cohenKappa(mixed), cohenKappa(table));
      }),
    );
  });

  it('is the same for all weights where there are two scores', () => {
    fc.assert(
      fc.property(arbitraryTable({ min: 2, max: 2 }), (table) => {
        for (const weights of weightings) expectAlike(cohenKappa(table, { weights }), cohenKappa(table));
      }),
    );
  });

  it('is a number of −1 to 1 with two errors, or null with a reason', () => {
    fc.assert(
      fc.property(arbitraryTable(), fc.constantFrom(...weightings), (table, weights) => {
        const { value, standardError, standardErrorAtZero, why } = cohenKappa(table, { weights });
        if (value === null) {
          expect(why).toBeTypeOf('string');
          return;
        }
        expect(Math.abs(value)).toBeLessThanOrEqual(1 + 1e-12);
        expect(standardError).toBeGreaterThanOrEqual(0);
        expect(standardErrorAtZero).toBeGreaterThanOrEqual(0);
      }),
    );
  });
});

type Kappa = ReturnType<typeof cohenKappa>;

function expectAlike(one: Kappa, other: Kappa): void {
  if (other.value === null) {
    expect(one.value).toBeNull();
    return;
  }
  expect(one.value).toBeCloseTo(other.value, 9);
  // The root of what rounding leaves of 0 is not as near 0.
  expect(one.standardError).toBeCloseTo(other.standardError ?? 9, 6);
  expect(one.standardErrorAtZero).toBeCloseTo(other.standardErrorAtZero ?? 9, 6);
}
