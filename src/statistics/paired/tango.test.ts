import { describe, expect, it } from 'vitest';
import { tangoInterval, tangoScore } from './tango.ts';

describe("Tango's score statistic", () => {
  it('is the signed root of McNemar’s statistic for a difference of 0', () => {
    // (8 − 1)/√(8 + 1)
    expect(tangoScore({ wins: 8, losses: 1, n: 40 }, 0)).toBeCloseTo(7 / 3, 12);
  });

  it('keeps a spread where no pair differs: 73 pairs rule out a loss of 5 points, 40 do not', () => {
    // 0.05·n/√(0.0475·n) = 0.2294·√n
    expect(tangoScore({ wins: 0, losses: 0, n: 40 }, -0.05)).toBeCloseTo(0.05 * Math.sqrt(40 / 0.0475), 12);
    expect(tangoScore({ wins: 0, losses: 0, n: 72 }, -0.05)).toBeLessThan(1.96);
    expect(tangoScore({ wins: 0, losses: 0, n: 73 }, -0.05)).toBeGreaterThan(1.96);
  });

  it('is infinite against a hypothesis without spread, and 0 where that hypothesis is true', () => {
    expect(tangoScore({ wins: 3, losses: 0, n: 10 }, -1)).toBe(Number.POSITIVE_INFINITY);
    expect(tangoScore({ wins: 0, losses: 10, n: 10 }, -1)).toBe(0);
  });

  it('refuses counts that do not fit and differences that are none', () => {
    expect(() => tangoScore({ wins: 6, losses: 5, n: 10 }, 0)).toThrow(RangeError);
    expect(() => tangoScore({ wins: 0, losses: 0, n: 0 }, 0)).toThrow(RangeError);
    expect(() => tangoScore({ wins: 0, losses: 0, n: 5 }, 1.1)).toThrow(RangeError);
  });
});

describe("Tango's interval", () => {
  it('is the published one', () => {
    // Fagerland, Lydersen, Laake 2014, airway hyper-responsiveness: 1 and 7 discordant of 21 → (−0.517, −0.026).
    const { value, low, high } = tangoInterval({ wins: 1, losses: 7, n: 21 });
    expect([value, low, high].map((end) => end?.toFixed(3))).toEqual(['-0.286', '-0.517', '-0.026']);
  });

  it('has the same ends, mirrored, when the two change places', () => {
    const { low, high } = tangoInterval({ wins: 2, losses: 9, n: 30 });
    const mirrored = tangoInterval({ wins: 9, losses: 2, n: 30 });
    expect([-(mirrored.high ?? 0), -(mirrored.low ?? 0)].map((end) => end.toFixed(9))).toEqual(
      [low, high].map((end) => end?.toFixed(9)),
    );
  });

  it('is never empty, and ends at ±1', () => {
    const { low, high } = tangoInterval({ wins: 0, losses: 0, n: 10 });
    expect(low).toBeLessThan(-0.2);
    expect(high).toBeGreaterThan(0.2);
    expect(tangoInterval({ wins: 4, losses: 0, n: 4 }).high).toBeCloseTo(1, 12);
    expect(tangoInterval({ wins: 0, losses: 0, n: 0 })).toEqual({
      value: null,
      low: null,
      high: null,
      n: 0,
      why: 'no pairs',
    });
  });
});
