import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { arbitraryTable, toTransposed } from '../../../test/support/arbitrary-table.ts';
import { cohenKappa } from './cohen-kappa.ts';
import { scottPi } from './scott-pi.ts';

describe('scottPi', () => {
  it('takes chance from both raters together', () => {
    // differ 0.3; shares 55/100 and 45/100: 1 − 0.3/(1 − 0.3025 − 0.2025)
    expect(
      scottPi([
        [20, 5],
        [10, 15],
      ]).value,
    ).toBeCloseTo(1 - 0.3 / 0.495, 12);
  });

  it('is null, with a reason, where there is one score only', () => {
    expect(
      scottPi([
        [3, 0],
        [0, 0],
      ]),
    ).toEqual({ value: null, why: 'every score is the same' });
  });

  it('is never above κ, and does not depend on the order of raters', () => {
    fc.assert(
      fc.property(arbitraryTable(), (table) => {
        const pi = scottPi(table).value;
        const kappa = cohenKappa(table).value;
        if (pi === null || kappa === null) {
          expect(pi).toBe(kappa);
          return;
        }
        expect(pi).toBeLessThanOrEqual(kappa + 1e-12);
        expect(scottPi(toTransposed(table)).value).toBeCloseTo(pi, 12);
      }),
    );
  });
});
