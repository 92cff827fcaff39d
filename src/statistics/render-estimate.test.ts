import { describe, expect, it } from 'vitest';
import { wilsonInterval } from './rates/wilson.ts';
import { renderEstimate } from './render-estimate.ts';

const noEnds = { low: null, high: null };

describe('an estimate in percent', () => {
  it.each([
    [18, 20, '90% (95% CI 70–97, n=20)'],
    [0, 3, '0/3'],
    [3, 4, '3/4'],
    [5, 5, '100% (95% CI 57–100, n=5)'],
    [9_999, 10_000, '99.9% (95% CI 99.9–99.9, n=10,000)'],
    [0, 0, '– (n=0)'],
  ])('of %i in %i is %s', (successes, trials, text) => {
    expect(renderEstimate(wilsonInterval(successes, trials), { unit: 'percent' })).toBe(text);
  });

  it('has no interval for small counts, even if the value is not a fraction', () => {
    expect(renderEstimate({ value: 0.83, low: 0.3, high: 0.98, n: 3 }, { unit: 'percent' })).toBe('83% (n=3)');
  });
});

describe('an estimate as a decimal', () => {
  it.each([
    ['a rate of few as a fraction', { value: 0.75, low: 0.3, high: 0.95, n: 4 }, { isRate: true }, '3/4'],
    [
      'a rate of many with its interval',
      { value: 0.6, low: 0.23, high: 0.88, n: 5 },
      { isRate: true },
      '0.60 (95% CI 0.23–0.88, n=5)',
    ],
    ['a weighted rate of few as a number', { ...noEnds, value: 0.7, n: 4 }, { isRate: true }, '0.70 (n=4)'],
    ['a coefficient as a number', { ...noEnds, value: 0.75, n: 4 }, {}, '0.75 (n=4)'],
    [
      'a bound of few as a range',
      { value: 1, low: 0.5, high: 1, n: 2, bound: true },
      { isRate: true },
      '0.50–1.00 (bound, n=2)',
    ],
    ['no value as a dash', { ...noEnds, value: null, n: 0 }, { isRate: true }, '– (n=0)'],
    ['what it rests on in words', { value: 0.5, low: 0.4, high: 0.6, n: 9 }, { basis: '' }, '0.50 (95% CI 0.40–0.60)'],
    [
      'an end that would look like the threshold with more digits',
      { value: 0.85, low: 0.7996, high: 0.9, n: 90 },
      { threshold: 0.8 },
      '0.8500 (95% CI 0.7996–0.9000, n=90)',
    ],
  ] as const)('writes %s', (_, estimate, style, text) => {
    expect(renderEstimate(estimate, style)).toBe(text);
  });

  it.each([
    [{ ...noEnds, value: 0.5, n: 3 }, '50% (n=3)', '0.50 (n=3)'],
    [{ ...noEnds, value: null, n: 0 }, '– (n=0)', '– (n=0)'],
    [{ value: 0.825, low: 0.7, high: 0.9, n: 12 }, '83% (95% CI 70–90, n=12)', '0.82 (95% CI 0.70–0.90, n=12)'],
  ])('has the form of a percentage: %j is %s and %s', (estimate, percent, decimal) => {
    expect(renderEstimate(estimate, { unit: 'percent' })).toBe(percent);
    expect(renderEstimate(estimate)).toBe(decimal);
  });
});

describe('a difference in percentage points', () => {
  it.each([
    [{ value: -0.125, low: -0.201, high: 0.0491, n: 8 }, '−13 pp (95% CI −20 to 4.9)'],
    [{ value: 0, low: -0.0001, high: 0.1, n: 8 }, '0 pp (95% CI 0–10)'],
    [{ ...noEnds, value: 1, n: 1 }, '100 pp'],
    [{ ...noEnds, value: null, n: 0 }, '–'],
  ])('of %j is %s', (difference, text) => {
    expect(renderEstimate(difference, { unit: 'points', basis: '' })).toBe(text);
  });

  it.each([
    [{ value: 0.09, low: 0.012, high: 0.168 }, '+9 pp (95% CI +1.2 to +17)'],
    [{ value: -0.5, low: -1, high: 0 }, '−50 pp (95% CI −100 to 0)'],
    [{ value: 0, low: 0, high: 0 }, '0 pp (95% CI 0–0)'],
    // 0.04 pp rounds to 0 at one decimal: no sign.
    [{ value: -0.0004, low: -0.01, high: 0.01 }, '0 pp (95% CI −1 to +1)'],
    [{ ...noEnds, value: 0.1, why: 'one cluster' }, '+10 pp'],
    [{ ...noEnds, value: null, why: 'no pairs' }, '– (no pairs)'],
  ])('without an n of its own shows %j as %s', (difference, text) => {
    expect(renderEstimate(difference, { unit: 'signed-points' })).toBe(text);
  });
});
