import { describe, expect, it } from 'vitest';
import { exactAgreement } from './exact-agreement.ts';

describe('exactAgreement', () => {
  it.each([
    // Feinstein & Cicchetti 1990: (40 + 45)/100 and (80 + 5)/100
    [
      [
        [40, 9],
        [6, 45],
      ],
      0.85,
    ],
    [
      [
        [80, 10],
        [5, 5],
      ],
      0.85,
    ],
    [
      [
        [0, 3],
        [2, 0],
      ],
      0,
    ],
    // weighted: 0.5/2
    [
      [
        [0.5, 1],
        [0.5, 0],
      ],
      0.25,
    ],
  ])('of %j is %d', (table, share) => {
    expect(exactAgreement(table)).toEqual({ value: share });
  });

  it('is null, with a reason, without pairs', () => {
    expect(exactAgreement([])).toEqual({ value: null, why: 'no pair of scores' });
    expect(
      exactAgreement([
        [0, 0],
        [0, 0],
      ]),
    ).toEqual({ value: null, why: 'no pair of scores' });
  });

  it.each([[[[1, 2]]], [[[1], [2]]], [[[-1]]], [[[Number.NaN]]], [[[Number.POSITIVE_INFINITY]]]])(
    'refuses %j',
    (table) => {
      expect(() => exactAgreement(table)).toThrow(RangeError);
    },
  );
});
