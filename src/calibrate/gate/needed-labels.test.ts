import { describe, expect, it } from 'vitest';
import { type Estimate, undefinedEstimate } from '../../statistics/estimate.ts';
import type { MetricName } from '../../statistics/metric-table.ts';
import { toWilsonSize, wilsonEnds, wilsonInterval } from '../../statistics/rates/wilson.ts';
import { seededRandom } from '../../statistics/resampling/seeded-random.ts';
import { decisionChance } from '../../statistics/trust/decision-chance.ts';
import { rateEValue } from '../../statistics/trust/rate-e-value.ts';
import { toNeededLabels } from './needed-labels.ts';

const needed = { met: 40, missed: 40 };

describe('toNeededLabels', () => {
  it.each<[MetricName, Estimate, number, object]>([
    // A judge without an error reaches e = 40 at 24 of 24.
    ['tnr', wilsonInterval(0, 0), 24, { class: 'fail', outlook: null }],
    ['tpr', wilsonInterval(20, 20), 4, { class: 'pass', outlook: 'met' }],
    // 2 right of 8 reaches e = 40 in the other direction.
    ['tnr', wilsonInterval(2, 4), 4, { class: 'fail', outlook: 'missed' }],
    ['exact', wilsonInterval(20, 20), 4, { class: 'any', outlook: 'met' }],
  ])('of %s %j: at least %i', (name, metric, fewest, found) => {
    const need = toNeededLabels({ name, metric, threshold: 0.8, needed });
    expect(need).toMatchObject({ metric: name, ...found });
    expect(need.labels.fewest).toBe(fewest);
    expect(need.chance.fewest).toBeGreaterThan(0);
    expect(need.labels.likely ?? 1000).toBeGreaterThanOrEqual(fewest);
  });

  it('count from zero where the labels there are will not count, with their rate as the guess', () => {
    const metric = wilsonInterval(60, 60);
    const over = toNeededLabels({ name: 'tnr', metric, threshold: 0.8, needed, lasting: { hits: 0, size: 0 } });
    // 24 of 24 reach e = 40, and a judge that was right on all of 60 is likely to get there.
    expect(over).toMatchObject({ labels: { fewest: 24 }, outlook: 'met' });
    expect(over.labels.likely).toBeLessThan(
      toNeededLabels({ name: 'tnr', metric: wilsonInterval(0, 0), threshold: 0.8, needed }).labels.likely ?? 1000,
    );
    const bad = toNeededLabels({
      name: 'tnr',
      metric: wilsonInterval(24, 60),
      threshold: 0.8,
      needed,
      lasting: { hits: 0, size: 0 },
    });
    expect(bad).toMatchObject({ outlook: 'missed' });
    const kappa = undefinedEstimate(60, 'a verdict chose every sample');
    expect(
      toNeededLabels({ name: 'kappa', metric: kappa, threshold: 0.6, lasting: { hits: 0, size: 0 } }).labels.fewest,
    ).toBe(16);
  });

  it.each<[Estimate, number, object]>([
    // The interval of 0.7 ± 0.2 on 50 has to shrink to half of it for an even chance: 200 in all. For 80% 2.04 times that.
    [{ value: 0.7, low: 0.5, high: 0.9, n: 50 }, 0.6, { labels: { fewest: 150, likely: 359 }, outlook: 'met' }],
    // Upwards 0.3 has to become 0.1: nine times 20.
    [{ value: 0.5, low: 0.4, high: 0.8, n: 20 }, 0.6, { labels: { fewest: 160, likely: 348 }, outlook: 'missed' }],
    [{ value: 0.6, low: 0.4, high: 0.8, n: 20 }, 0.6, { labels: { fewest: 1000, likely: null }, outlook: null }],
    // Nothing is known: 3.8415·1.6/0.4 = 15.4 in all.
    [undefinedEstimate(5, 'every score is the same'), 0.6, { labels: { fewest: 11, likely: 27 } }],
    [undefinedEstimate(5, 'every score is the same'), 1, { labels: { fewest: 1000, likely: null } }],
  ])('of κ %j against %d is %j', (metric, threshold, found) => {
    expect(toNeededLabels({ name: 'kappa', metric, threshold })).toMatchObject({ class: 'any', ...found });
  });

  it.each<[Estimate, number, RegExp]>([
    [wilsonInterval(20, 20), 0.8, /^With 4 more random failing labels, the chance that TNR is met is 8\d%\.$/],
    [
      wilsonInterval(2, 4),
      0.8,
      /^With 4 more random failing labels, the chance that TNR is missed is \d+%\. With \d+, it is 8\d%\.$/,
    ],
    [
      wilsonInterval(80, 100),
      0.8,
      /^TNR is so close to its threshold that even 1,000 more random failing labels have only an? \d+% chance of deciding it\./,
    ],
  ])('gives a forecast for %j against %d: %s', (metric, threshold, says) => {
    expect(toNeededLabels({ name: 'tnr', metric, threshold, needed }).summary).toMatch(says);
  });
});

describe('decisionChance', () => {
  it('agrees with a simulation', () => {
    const { decided, met } = decisionChance({ hits: 18, n: 20, threshold: 0.8, needed, most: 100 });
    const random = seededRandom(3);
    const runs = 2000;
    let [isDecided, isMet] = [0, 0];
    for (let run = 0; run < runs; run++) {
      let [hits, n] = [18, 20];
      for (let label = 0; label < 100; label++) {
        // The posterior predictive: a hit with probability (hits + 1)/(n + 2).
        if (random() < (hits + 1) / (n + 2)) hits += 1;
        n += 1;
        const above = rateEValue({ hits, n, p0: 0.8 }).eValue >= 40;
        if (!above && rateEValue({ hits: n - hits, n, p0: 0.2 }).eValue < 40) continue;
        isDecided += 1;
        isMet += above ? 1 : 0;
        break;
      }
    }
    // Three standard errors are 0.034.
    expect(Math.abs((decided.at(-1) ?? 0) - isDecided / runs)).toBeLessThan(0.034);
    expect(Math.abs((met.at(-1) ?? 0) - isMet / runs)).toBeLessThan(0.034);
  });

  it('only grows, and is never above 1', () => {
    const { decided } = decisionChance({ hits: 7.5, n: 9.25, threshold: 0.8, needed, most: 300 });
    for (const [labels, chance] of decided.entries()) {
      expect(chance).toBeGreaterThanOrEqual(decided[labels - 1] ?? 0);
      expect(chance).toBeLessThanOrEqual(1 + 1e-9);
    }
  });

  it('refuses counts that cannot be', () => {
    expect(() => decisionChance({ hits: 3, n: 2, threshold: 0.8, needed })).toThrow(RangeError);
    const seen = { hits: 3, n: 2 };
    expect(() => decisionChance({ hits: 0, n: 0, seen, threshold: 0.8, needed })).toThrow(RangeError);
  });
});

describe('toWilsonSize', () => {
  it.each([
    [0.9, 50, 20],
    [0.5, 50, 12.5],
    [1, 10, 4],
    [0, 10, 10],
  ])('of a rate of %d on %i samples that are worth %d is that', (value, n, size) => {
    expect(toWilsonSize({ value, ...wilsonEnds(value, size), n })).toBeCloseTo(size, 6);
  });
});
