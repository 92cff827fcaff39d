import { describe, expect, it } from 'vitest';
import { pairedNonInferiority } from './non-inferiority.ts';
import { tangoInterval } from './tango.ts';

const ties = (times: number, pairs = 1) => ({ wins: 0, losses: 0, pairs, times });

describe('non-inferiority of pairs of their own', () => {
  it('needs 73 pairs at a margin of 5 points even if no pair differs', () => {
    expect(pairedNonInferiority([ties(40)], 0.05).p).toBeCloseTo(0.0734, 4);
    expect(pairedNonInferiority([ties(72)], 0.05).p).toBeGreaterThan(0.025);
    expect(pairedNonInferiority([ties(73)], 0.05).p).toBeLessThan(0.025);
  });

  it("has Tango's interval", () => {
    const clusters = [ties(13), { wins: 1, losses: 0, pairs: 1 }, { wins: 0, losses: 1, pairs: 1, times: 7 }];
    const { low, high, n, effective } = pairedNonInferiority(clusters, 0.05);
    expect({ low, high, n }).toEqual({ ...tangoInterval({ wins: 1, losses: 7, n: 21 }), value: undefined });
    expect(effective).toBe(21);
  });
});

describe('non-inferiority of pairs that share conversations', () => {
  it('counts pairs of a conversation as alike while none differs', () => {
    const { p, effective } = pairedNonInferiority([ties(40, 3)], 0.05);
    expect(effective).toBeCloseTo(40, 9);
    expect(p).toBeCloseTo(pairedNonInferiority([ties(40)], 0.05).p ?? 0, 12);
  });

  it('rests on fewer pairs where flips come together than where they are spread', () => {
    const together = pairedNonInferiority([ties(60, 3), { wins: 0, losses: 3, pairs: 3, times: 2 }], 0.05);
    const spread = pairedNonInferiority([ties(56, 3), { wins: 0, losses: 1, pairs: 3, times: 6 }], 0.05);
    expect([together.n, spread.n]).toEqual([186, 186]);
    expect(together.effective).toBeLessThan(spread.effective);
    expect(spread.effective).toBeLessThan(186);
  });

  it('is one pair for one conversation', () => {
    const { effective, clusters } = pairedNonInferiority([{ wins: 1, losses: 0, pairs: 4 }], 0.05);
    expect([effective, clusters]).toEqual([1, 1]);
  });
});

describe('what non-inferiority cannot be computed from', () => {
  it('is null without pairs, with the reason', () => {
    expect(pairedNonInferiority([], 0.05)).toEqual({
      ...{ value: null, low: null, high: null, n: 0, why: 'no pairs' },
      ...{ clusters: 0, effective: 0, p: null },
    });
  });

  it('is refused: margins outside 0…1, counts that do not fit', () => {
    expect(() => pairedNonInferiority([ties(3)], 0)).toThrow(RangeError);
    expect(() => pairedNonInferiority([{ wins: 2, losses: 0, pairs: 1 }], 0.05)).toThrow(RangeError);
  });
});
