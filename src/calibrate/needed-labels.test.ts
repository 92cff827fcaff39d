import { describe, expect, it } from 'vitest';
import type { Figure } from '../conversation/certificate.ts';
import { wilsonEnds, wilsonInterval } from '../statistics/wilson.ts';
import type { FigureName } from './figure-names.ts';
import { toNeededLabels } from './needed-labels.ts';
import { toWilsonSize } from './wilson-size.ts';

function toRate(successes: number, trials: number): Figure {
  const { value, low, high, n } = wilsonInterval(successes, trials);
  return { value, n, ...(low === null || high === null ? {} : { low, high }) };
}

describe('toNeededLabels', () => {
  it.each<[FigureName, Figure, number, object]>([
    // A judge without an error: n/(n + 3.8415) ≥ 0.8 from 15.37 on.
    ['tnr', toRate(0, 0), 0.8, { class: 'fail', labels: 16, outlook: 'met' }],
    ['tpr', toRate(10, 10), 0.8, { class: 'pass', labels: 6, outlook: 'met' }],
    // The upper end of 0.5 is 0.5 + 0.98/√(n + 3.8415): 0.812 at 6, 0.798 at 7.
    ['tnr', toRate(2, 4), 0.8, { class: 'fail', labels: 3, outlook: 'missed' }],
    ['exact', toRate(0, 0), 0.5, { class: 'any', labels: 4, outlook: 'met' }],
    // At its very limit nothing decides.
    ['tpr', toRate(8, 10), 0.8, { class: 'pass', labels: 10_000, outlook: null }],
    ['tpr', toRate(3, 3), 1, { labels: 10_000, outlook: null }],
    // The interval of 0.7 ± 0.2 on 50 has to shrink to a half of it: four times as many.
    ['kappa', { value: 0.7, low: 0.5, high: 0.9, n: 50 }, 0.6, { class: 'any', labels: 150, outlook: 'met' }],
    // Upwards 0.3 has to become 0.1: nine times 20.
    ['kappa', { value: 0.5, low: 0.4, high: 0.8, n: 20 }, 0.6, { labels: 160, outlook: 'missed' }],
    ['kappa', { value: 0.6, low: 0.4, high: 0.8, n: 20 }, 0.6, { labels: 10_000, outlook: null }],
    ['kappa', { value: 0.6001, low: 0.4, high: 0.8, n: 20 }, 0.6, { labels: 10_000, outlook: null }],
    // Nothing is known: 3.8415·1.6/0.4 = 15.4 in all.
    ['kappa', { value: null, n: 5, why: 'every score is the same' }, 0.6, { labels: 11, outlook: 'met' }],
    ['kappa', { value: null, n: 50, why: 'every score is the same' }, 0.6, { labels: 1, outlook: 'met' }],
    ['kappa', { value: null, n: 5, why: 'every score is the same' }, 1, { labels: 10_000, outlook: null }],
  ])('of %s %j against %d is %j', (name, figure, limit, needed) => {
    expect(toNeededLabels(name, figure, limit)).toMatchObject({ figure: name, ...needed });
  });

  it('is the smallest number that decides', () => {
    const { labels } = toNeededLabels('tnr', toRate(9, 10), 0.8);
    expect(wilsonEnds(0.9, 10 + labels).low).toBeGreaterThanOrEqual(0.8);
    expect(wilsonEnds(0.9, 9 + labels).low).toBeLessThan(0.8);
  });

  it.each<[Figure, number, string]>([
    // Wilson's end meets L at n = z²·L(1 − L)/(rate − L)²: 3.8415·0.16/0.01 = 61.5.
    [toRate(9, 10), 0.8, 'TNR needs about 52 more conversations that people fail.'],
    [toRate(2, 4), 0.8, 'TNR would be missed with about 3 more conversations that people fail.'],
    [toRate(0, 0), 0.8, 'TNR needs at least 16 more conversations that people fail, all judged right.'],
    [
      toRate(8, 10),
      0.8,
      'TNR needs more than 200 more conversations that people fail: it is too near its limit to tell.',
    ],
    // 3.8415·0.16/0.0025 = 246 in all.
    [
      toRate(17, 20),
      0.8,
      'TNR needs more than 200 more conversations that people fail: it is too near its limit to tell.',
    ],
  ])('says of %j against %d: %s', (figure, limit, says) => {
    expect(toNeededLabels('tnr', figure, limit).says).toBe(says);
  });

  it('speaks of labels where any conversation will do', () => {
    const kappa = { value: 0.7, low: 0.5, high: 0.9, n: 50 };
    expect(toNeededLabels('kappa', kappa, 0.6).says).toBe('Cohen κ needs about 150 more labels.');
  });
});

describe('toWilsonSize', () => {
  it.each([
    [0.9, 50, 20],
    [0.5, 50, 12.5],
    [1, 10, 4],
    [0, 10, 10],
  ])('of a rate of %d on %i samples that are as sure as %d is that', (value, n, size) => {
    expect(toWilsonSize({ value, ...wilsonEnds(value, size), n })).toBeCloseTo(size, 6);
  });
});
