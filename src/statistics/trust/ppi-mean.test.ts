import { describe, expect, it } from 'vitest';
import { ppiMean } from './ppi-mean.ts';

const part = {
  labels: [1, 1, 0, 1, 0, 1, 1, 0],
  judgeOnLabeled: [1, 1, 0, 1, 1, 1, 1, 0],
  judgeOnUnlabeled: [1, 1, 1, 0, 1, 1, 1, 1, 1, 1, 0, 1],
};

describe('ppiMean', () => {
  it('is the mean of the labels when the judge is not believed', () => {
    const result = ppiMean({ ...part, lambda: 0 });
    expect(result).toMatchObject({ lambda: 0, value: 5 / 8, n: 8 });
    // √(5/8·3/8/8)
    expect(result.standardError).toBeCloseTo(Math.sqrt(15 / 512), 14);
  });

  it('believes nothing of a judge that always says the same, or the opposite of people', () => {
    expect(ppiMean({ labels: [1, 0], judgeOnLabeled: [0.1, 0.1], judgeOnUnlabeled: [0.1, 0.1, 0.1] }).lambda).toBe(0);
    expect(ppiMean({ labels: [1, 0], judgeOnLabeled: [0, 1], judgeOnUnlabeled: [1, 0, 1] }).lambda).toBe(0);
  });

  it('is not moved by a bias of the judge', () => {
    const plain = ppiMean(part);
    const lenient = ppiMean({
      ...part,
      judgeOnLabeled: part.judgeOnLabeled.map((score) => score + 3),
      judgeOnUnlabeled: part.judgeOnUnlabeled.map((score) => score + 3),
    });
    expect(lenient.value).toBeCloseTo(Number(plain.value), 12);
    expect(lenient.standardError).toBeCloseTo(Number(plain.standardError), 12);
  });

  it('takes equal weights, and clusters of one, as none', () => {
    const same = ppiMean({
      ...part,
      weights: part.labels.map(() => 2.5),
      unlabeledWeights: part.judgeOnUnlabeled.map(() => 7),
      clusters: part.labels.map((_, i) => `c${i}`),
      unlabeledClusters: part.judgeOnUnlabeled.map((_, i) => `u${i}`),
    });
    const plain = ppiMean(part);
    for (const key of ['lambda', 'value', 'standardError', 'low', 'high'] as const) {
      expect(same[key]).toBeCloseTo(Number(plain[key]), 14);
    }
  });

  it('weighs labels by their weights', () => {
    const result = ppiMean({ labels: [1, 0], judgeOnLabeled: [1, 1], judgeOnUnlabeled: [1], weights: [3, 1] });
    // Σ (share·(y − 0.75))² = (0.75·0.25)² + (0.25·0.75)²
    expect(result.value).toBeCloseTo(0.75, 14);
    expect(result.standardError).toBeCloseTo(Math.sqrt(2) * 0.1875, 14);
  });

  it('adds up what comes from one cluster', () => {
    const labels = [1, 1, 0, 0];
    const constant = { labels, judgeOnLabeled: [1, 1, 1, 1], judgeOnUnlabeled: [1] };
    const result = ppiMean({ ...constant, clusters: ['a', 'a', 'b', 'b'] });
    // (2·0.5/4)² twice
    expect(result.standardError).toBeCloseTo(Math.sqrt(2 / 16), 14);
    expect(ppiMean(constant).standardError).toBeCloseTo(Math.sqrt(4 / 64), 14);
  });

  it('is null with a reason where there is nothing to compute', () => {
    const none = { labels: [], judgeOnLabeled: [], judgeOnUnlabeled: [1, 0] };
    expect(ppiMean(none)).toMatchObject({ lambda: null, value: null, low: null, why: 'no labels' });
    const one = { labels: [1], judgeOnLabeled: [1], judgeOnUnlabeled: [1, 0] };
    expect(ppiMean(one)).toMatchObject({ lambda: 0, value: 1, standardError: null, low: null });
    const all = { labels: [1, 0], judgeOnLabeled: [1, 0], judgeOnUnlabeled: [] };
    expect(ppiMean(all)).toMatchObject({ lambda: 0, value: 0.5 });
    expect(ppiMean({ ...all, lambda: 1 })).toMatchObject({ value: null, why: 'nothing is unlabeled' });
  });

  it.each([
    [{ judgeOnLabeled: [1] }],
    [{ labels: [1, 1, 0, 1, 0, 1, 1, Number.NaN] }],
    [{ judgeOnUnlabeled: [Infinity] }],
    [{ lambda: Number.NaN }],
    [{ weights: [1] }],
    [{ weights: [1, 1, 1, 1, 1, 1, 1, 0] }],
    [{ clusters: ['a'] }],
    [{ unlabeledWeights: [1] }],
    [{ unlabeledClusters: ['a'] }],
  ])('refuses %j', (changes) => {
    expect(() => ppiMean({ ...part, ...changes })).toThrow(RangeError);
  });
});
