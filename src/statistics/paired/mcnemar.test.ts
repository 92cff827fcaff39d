import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mcnemarExact } from './mcnemar.ts';

describe('mcnemarExact', () => {
  it.each([
    // 2·(C(9,0) + C(9,1))/2⁹ = 20/512
    [8, 1, 0.0390625],
    // 2·1/2⁵
    [5, 0, 0.0625],
    [6, 0, 0.03125],
    // 2·(1 + 10 + 45)/2¹⁰ = 112/1024
    [8, 2, 0.109375],
    [4, 4, 1],
    [1, 0, 1],
    // scipy.stats.binomtest(49500, 100000).pvalue
    [49_500, 50_500, 0.0015823598788515154],
  ])('of %i wins and %i losses is %d', (wins, losses, p) => {
    expect(mcnemarExact(wins, losses).p).toBeCloseTo(p, 9);
  });

  it('is 1, with a reason, when no pair differs', () => {
    expect(mcnemarExact(0, 0)).toEqual({ p: 1, discordant: 0, why: 'no pair differs' });
  });

  it('is never 0', () => {
    expect(mcnemarExact(100_000, 0).p).toBeGreaterThan(0);
    // 2/2⁶⁰⁰
    expect(mcnemarExact(600, 0).p / 2 ** -599).toBeCloseTo(1, 9);
  });

  it('does not care which side won', () => {
    fc.assert(
      fc.property(fc.nat(300), fc.nat(300), (wins, losses) => {
        expect(mcnemarExact(wins, losses)).toEqual(mcnemarExact(losses, wins));
        expect(mcnemarExact(wins, losses).p).toBeLessThanOrEqual(1);
      }),
    );
  });

  it('rejects a value that is not a count', () => {
    expect(() => mcnemarExact(1.5, 0)).toThrow(RangeError);
    expect(() => mcnemarExact(-1, 0)).toThrow(RangeError);
  });
});
