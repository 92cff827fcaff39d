import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toShares } from './shares.ts';

const many = 1000;

describe('toShares', () => {
  it.each([
    // 10 × 3/4 = 7.5 and 10 × 1/4 = 2.5: equal remainders, the first wins.
    [
      10,
      [
        { weight: 3, available: many },
        { weight: 1, available: many },
      ],
      [8, 2],
    ],
    // 1 is all the second has; the rest goes to the first.
    [
      10,
      [
        { weight: 3, available: many },
        { weight: 1, available: 1 },
      ],
      [9, 1],
    ],
    // 7 × 1/3 = 2.33 each: the rest of 1 goes to the first.
    [
      7,
      [
        { weight: 1, available: many },
        { weight: 1, available: many },
        { weight: 1, available: many },
      ],
      [3, 2, 2],
    ],
    // 0.4 and 0.6 of 1.
    [
      1,
      [
        { weight: 2, available: many },
        { weight: 3, available: many },
      ],
      [0, 1],
    ],
    [
      5,
      [
        { weight: 1, available: 2 },
        { weight: 9, available: 0 },
      ],
      [2, 0],
    ],
    [0, [{ weight: 1, available: 2 }], [0]],
    [
      4,
      [
        { weight: 1e308, available: many },
        { weight: 1e308, available: many },
      ],
      [2, 2],
    ],
    [3, [], []],
  ])('divides %i', (total, parties, shares) => {
    expect(toShares(total, parties)).toEqual(shares);
  });

  it('gives out as much as there is, and nobody more than it has', () => {
    const party = fc.record({
      weight: fc.double({ min: 0.001, max: 1000, noNaN: true }),
      available: fc.integer({ min: 0, max: 20 }),
    });
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 100 }), fc.array(party, { maxLength: 8 }), (total, parties) => {
        const shares = toShares(total, parties);
        const available = parties.reduce((sum, each) => sum + each.available, 0);
        expect(shares.reduce((sum, share) => sum + share, 0)).toBe(Math.min(total, available));
        for (const [index, share] of shares.entries()) {
          expect(share).toBeGreaterThanOrEqual(0);
          expect(share).toBeLessThanOrEqual(parties[index]?.available ?? 0);
        }
      }),
    );
  });
});
