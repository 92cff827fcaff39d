import { describe, expect, it } from 'vitest';
import { chanceDifference } from './chance-difference.ts';

describe('chanceDifference', () => {
  it.each([
    // ⌈1.95996·√20 + ½⌉ = ⌈9.27⌉
    [{ flipRate: 0.2, cases: 100 }, 10 / 100],
    // ⌈1.95996·√80 + ½⌉ = ⌈18.03⌉ of 400 plays
    [{ flipRate: 0.2, cases: 100, repeats: 4 }, 19 / 400],
    // ⌈1.95996·√10 + ½⌉ = ⌈6.70⌉
    [{ flipRate: 0.2, cases: 50 }, 7 / 50],
    // ⌈2.57583·√10 + ½⌉ = ⌈8.65⌉
    [{ flipRate: 0.2, cases: 50, alpha: 0.01 }, 9 / 50],
    [{ flipRate: 1, cases: 2 }, 1],
    [{ flipRate: 0, cases: 50 }, 1 / 50],
  ])('of %j is %d', (runs, expected) => {
    expect(chanceDifference(runs)).toBeCloseTo(expected, 12);
  });

  it('is reached by chance in less than 5% of comparisons', () => {
    // 50 pairs, each 1 or −1 with probability 0.1, else 0: P(|sum| ≥ 7), by convolution.
    let shares = new Map([[0, 1]]);
    for (let pair = 0; pair < 50; pair++) {
      const next = new Map<number, number>();
      for (const [sum, share] of shares) {
        for (const [step, chance] of [
          [-1, 0.1],
          [0, 0.8],
          [1, 0.1],
        ] as const) {
          next.set(sum + step, (next.get(sum + step) ?? 0) + share * chance);
        }
      }
      shares = next;
    }
    const limit = Math.round(50 * chanceDifference({ flipRate: 0.2, cases: 50 }));
    const reached = [...shares].reduce((total, [sum, share]) => total + (Math.abs(sum) >= limit ? share : 0), 0);
    expect(reached).toBeGreaterThan(0.02);
    expect(reached).toBeLessThan(0.05);
  });

  it.each([
    { flipRate: 1.2, cases: 10 },
    { flipRate: Number.NaN, cases: 10 },
    { flipRate: 0.2, cases: 0 },
    { flipRate: 0.2, cases: 10, repeats: 0 },
  ])('refuses %j', (runs) => {
    expect(() => chanceDifference(runs)).toThrow(RangeError);
  });
});
