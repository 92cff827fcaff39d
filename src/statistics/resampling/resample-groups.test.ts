import { describe, expect, it } from 'vitest';
import { resampleGroups } from './resample-groups.ts';

const how = { resamples: 20_000, seed: 5 };

/** Mean and covariance of the counts of the first two groups; `sum` adds up groups that were split for drawing one by one. */
function momentsOf(groups: readonly number[], sum = (counts: ArrayLike<number>) => [...Array.from(counts)]) {
  let [meanOfFirst, meanOfSecond, squares, products] = [0, 0, 0, 0];
  resampleGroups(groups, how, (counts) => {
    const [first = 0, second = 0] = sum(counts);
    meanOfFirst += first / how.resamples;
    meanOfSecond += second / how.resamples;
    squares += (first * first) / how.resamples;
    products += (first * second) / how.resamples;
  });
  return { meanOfFirst, variance: squares - meanOfFirst ** 2, covariance: products - meanOfFirst * meanOfSecond };
}

describe('resampleGroups', () => {
  it('draws as many clusters as there are, each time', () => {
    for (const groups of [[70, 20, 10], [1, 1, 1, 1, 1], [3, 2], []]) {
      const wanted = groups.reduce((sum, size) => sum + size, 0);
      const sums = new Set<number>();
      resampleGroups(groups, { resamples: 50, seed: 1 }, (counts) => sums.add(counts.reduce((a, b) => a + b, 0)));
      expect([...sums]).toEqual([wanted]);
    }
  });

  it('has the moments of a multinomial when it draws groups', () => {
    // 100 draws, p = 0.7 and 0.2: mean 70, variance 100·0.7·0.3 = 21, covariance −100·0.7·0.2 = −14
    const { meanOfFirst, variance, covariance } = momentsOf([70, 20, 10]);
    expect(meanOfFirst).toBeCloseTo(70, 0);
    expect(variance / 21).toBeCloseTo(1, 1);
    expect(covariance / -14).toBeCloseTo(1, 1);
  });

  it('has the same moments when it draws one cluster after the other', () => {
    const ones = new Array<number>(100).fill(1);
    const total = (counts: ArrayLike<number>, from: number, to: number) =>
      Array.from(counts)
        .slice(from, to)
        .reduce((sum, count) => sum + count, 0);
    const plain = momentsOf(ones, (counts) => [total(counts, 0, 70), total(counts, 70, 90)]);
    expect(plain.meanOfFirst).toBeCloseTo(70, 0);
    expect(plain.variance / 21).toBeCloseTo(1, 1);
    expect(plain.covariance / -14).toBeCloseTo(1, 1);
  });

  it('has the same moments with groups too small to be drawn as such', () => {
    // 10 draws, p = 0.5 and 0.3: mean 5, variance 2.5, covariance −1.5
    const { meanOfFirst, variance, covariance } = momentsOf([5, 3, 2]);
    expect(meanOfFirst).toBeCloseTo(5, 1);
    expect(variance / 2.5).toBeCloseTo(1, 1);
    expect(covariance / -1.5).toBeCloseTo(1, 1);
  });

  it('draws evenly from more clusters than half a word can number', () => {
    const halves = [0, 0];
    resampleGroups(new Uint32Array(80_000).fill(1), { resamples: 3, seed: 2 }, (counts) => {
      halves[0] = (halves[0] ?? 0) + counts.subarray(0, 40_000).reduce((a, b) => a + b, 0);
      halves[1] = (halves[1] ?? 0) + counts.subarray(40_000).reduce((a, b) => a + b, 0);
    });
    // 240,000 draws: 120,000 ± 4·245
    expect(Math.abs((halves[0] ?? 0) - 120_000)).toBeLessThan(980);
    expect((halves[0] ?? 0) + (halves[1] ?? 0)).toBe(240_000);
  });

  it('gives the same counts for the same seed', () => {
    const list = () => {
      const seen: number[][] = [];
      resampleGroups([700, 300], { resamples: 5, seed: 9 }, (counts) => seen.push([...counts]));
      return seen;
    };
    expect(list()).toEqual(list());
  });

  it('refuses groups that are not counts', () => {
    expect(() => resampleGroups([1.5], how, () => {})).toThrow(RangeError);
    expect(() => resampleGroups([-1], how, () => {})).toThrow(RangeError);
  });
});
