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

describe('non-inferiority of pairs that were drawn with unequal chances', () => {
  const drawn = (weight: number, [wins, losses]: readonly [number, number], times: number) => ({
    ...{ wins, losses, pairs: 1, times },
    weights: { wins: wins * weight, losses: losses * weight, pairs: weight },
  });

  it('has the weighted difference, on pairs that count as their weight is of the largest', () => {
    const clusters = [
      ...[drawn(5, [0, 0], 20), drawn(5, [0, 1], 20)],
      ...[drawn(1.25, [0, 0], 120), drawn(1.25, [1, 0], 40)],
    ];
    const { value, effective, n } = pairedNonInferiority(clusters, 0.05);
    // (40·1.25 − 20·5)/(40·5 + 160·1.25), on at most 400/5 pairs; without weights it is 20/200.
    expect(value).toBeCloseTo(-50 / 400, 12);
    expect(n).toBe(200);
    expect(effective).toBeLessThanOrEqual(80);
    expect(effective).toBeGreaterThan(75);
  });

  it('needs as many heavy pairs as the margin does, however many light ones there are', () => {
    const heavy = drawn(4, [0, 0], 40);
    expect(pairedNonInferiority([heavy, drawn(1, [0, 0], 131)], 0.05).p).toBeGreaterThan(0.025);
    // 40 + 132/4 = 73
    expect(pairedNonInferiority([heavy, drawn(1, [0, 0], 132)], 0.05).p).toBeLessThan(0.025);
  });

  it('counts pairs by a heavier one that is not among them', () => {
    const clusters = [drawn(1, [0, 0], 100)];
    expect(pairedNonInferiority(clusters, 0.05).effective).toBe(100);
    expect(pairedNonInferiority(clusters, 0.05, { largestWeight: 4 }).effective).toBeCloseTo(25, 12);
  });

  it('is that of plain counts where weights are equal', () => {
    const plain = [ties(30, 3), { wins: 1, losses: 2, pairs: 3, times: 4 }, { wins: 1, losses: 0, pairs: 1, times: 6 }];
    const equal = plain.map((cluster) => ({
      ...cluster,
      weights: { wins: cluster.wins * 4, losses: cluster.losses * 4, pairs: cluster.pairs * 4 },
    }));
    expect(pairedNonInferiority(equal, 0.05)).toEqual(pairedNonInferiority(plain, 0.05));
  });

  it('rests on fewer pairs where the heavy ones share conversations', () => {
    const ofThree = (weight: number, losses: number, times: number) => ({
      ...{ wins: 0, losses, pairs: 3, times },
      weights: { wins: 0, losses: losses * weight, pairs: 3 * weight },
    });
    const light = drawn(1, [0, 0], 200);
    const together = pairedNonInferiority([light, ofThree(4, 0, 58), ofThree(4, 3, 2)], 0.05);
    const spread = pairedNonInferiority([light, ofThree(4, 0, 54), ofThree(4, 1, 6)], 0.05);
    expect(together.value).toBeCloseTo(spread.value ?? 0, 12);
    expect(together.effective).toBeLessThan(spread.effective);
  });

  it('is refused for weights that do not fit', () => {
    const bad = { wins: 1, losses: 0, pairs: 1, weights: { wins: 3, losses: 0, pairs: 2 } };
    expect(() => pairedNonInferiority([bad], 0.05)).toThrow(RangeError);
    expect(() => pairedNonInferiority([{ ...bad, weights: { wins: 0, losses: 0, pairs: 0 } }], 0.05)).toThrow(
      RangeError,
    );
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
