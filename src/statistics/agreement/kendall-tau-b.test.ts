import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { arbitraryTable, toPairs, toReversed, toTransposed } from '../../../test/support/arbitrary-table.ts';
import { kendallTauB, kendallTauBOfTable } from './kendall-tau-b.ts';
import { spearman, spearmanOfTable } from './spearman.ts';

describe('spearman and kendallTauB', () => {
  it.each([
    // one swap of neighbors: ρ = 1 − 6·2/(4·15); τ = (5 − 1)/6
    [[1, 2, 3, 4], [1, 3, 2, 4], 0.8, 4 / 6],
    [[1, 2, 3], [10, 20, 400], 1, 1],
    [[1, 2, 3], [0, -1, -2], -1, -1],
    // ranks 1.5 1.5 3 and 1 2.5 2.5: ρ = 0.75/1.5; couples: + 1, tied in one 2: τ = 1/√(2·2)
    [[1, 1, 2], [1, 2, 2], 0.5, 0.5],
    // scipy.stats.spearmanr, kendalltau
    [[12, 2, 1, 12, 2], [1, 4, 7, 1, 0], -0.5407380704358753, -0.4714045207910316],
  ])('of %j and %j are %d and %d', (human, judge, rho, tau) => {
    expect(spearman(human, judge).value).toBeCloseTo(rho, 12);
    expect(kendallTauB(human, judge).value).toBeCloseTo(tau, 12);
  });

  it.each([
    [[], [], 'no pair of scores'],
    [[1], [2], 'the human scores are all the same'],
    [[1, 1], [1, 2], 'the human scores are all the same'],
    [[1, 2], [0.5, 0.5], "the judge's scores are all the same"],
    [[3, 3], [3, 3], 'every score is the same'],
    [[0, 0], [-0, 0], 'every score is the same'],
  ])('of %j and %j are null: %s', (human, judge, why) => {
    expect(spearman(human, judge)).toEqual({ value: null, why });
    expect(kendallTauB(human, judge)).toEqual({ value: null, why });
  });

  it('reject lists that are not pairs of numbers', () => {
    expect(() => spearman([1], [1, 2])).toThrow(RangeError);
    expect(() => kendallTauB([1, Number.NaN], [1, 2])).toThrow(RangeError);
  });

  it('are the same of a table and of its pairs', () => {
    fc.assert(
      fc.property(arbitraryTable(), (table) => {
        const { human, judge } = toPairs(table);
        expect(spearmanOfTable(table)).toEqual(spearman(human, judge));
        expect(kendallTauBOfTable(table)).toEqual(kendallTauB(human, judge));
      }),
    );
  });

  it('change sign when one scale is inverted, and stay the same when raters change places', () => {
    fc.assert(
      fc.property(arbitraryTable(), (table) => {
        for (const of of [spearmanOfTable, kendallTauBOfTable]) {
          const value = of(table).value;
          expectAlike(of(toTransposed(table)).value, value);
          expectAlike(of(toReversed(table)).value, value);
          expectAlike(of(table.map((cells) => cells.toReversed())).value, value === null ? null : -value);
        }
      }),
    );
  });

  it('are what counting every couple gives', () => {
    const score = fc.integer({ min: -3, max: 3 });
    fc.assert(
      fc.property(fc.array(fc.tuple(score, score), { maxLength: 40 }), (pairs) => {
        const human = pairs.map(([first]) => first);
        const judge = pairs.map(([, second]) => second);
        expectAlike(kendallTauB(human, judge).value, countCouples(pairs));
        expectAlike(spearman(human, judge).value, correlate(toRanks(human), toRanks(judge)));
      }),
    );
  });
});

function countCouples(pairs: readonly (readonly [number, number])[]): number | null {
  let [score, first, second] = [0, 0, 0];
  for (const [a, b] of pairs) {
    for (const [c, d] of pairs) {
      score += Math.sign(a - c) * Math.sign(b - d);
      first += Math.sign(a - c) ** 2;
      second += Math.sign(b - d) ** 2;
    }
  }
  return first * second === 0 ? null : score / Math.sqrt(first * second);
}

function toRanks(values: readonly number[]): number[] {
  return values.map((value) => values.reduce((rank, other) => rank + (1 + Math.sign(value - other)) / 2, 0));
}

function correlate(first: readonly number[], second: readonly number[]): number | null {
  const mean = first.length / 2;
  const sum = (one: readonly number[], two: readonly number[]) =>
    one.reduce((total, value, place) => total + (value - mean) * ((two[place] ?? 0) - mean), 0);
  const spread = sum(first, first) * sum(second, second);
  return spread < 1e-9 ? null : sum(first, second) / Math.sqrt(spread);
}

function expectAlike(one: number | null, other: number | null): void {
  if (other === null) expect(one).toBeNull();
  else expect(one).toBeCloseTo(other, 9);
}
