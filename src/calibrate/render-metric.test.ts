import { describe, expect, it } from 'vitest';
import { renderMetric } from './render-metric.ts';

describe('renderMetric', () => {
  it.each([
    ['a rate of few as a fraction', { value: 0.75, low: 0.3, high: 0.95, n: 4 }, { isRate: true }, '3/4'],
    [
      'a rate of many with its interval',
      { value: 0.6, low: 0.23, high: 0.88, n: 5 },
      { isRate: true },
      '0.60 (95% CI 0.23–0.88, n=5)',
    ],
    ['a weighted rate of few as a number', { value: 0.7, low: null, high: null, n: 4 }, { isRate: true }, '0.70 (n=4)'],
    ['what is no rate as a number', { value: 0.75, low: null, high: null, n: 4 }, {}, '0.75 (n=4)'],
    [
      'a bound of few as a range',
      { value: 1, low: 0.5, high: 1, n: 2, bound: true },
      { isRate: true },
      '0.50–1.00 (bound, n=2)',
    ],
    ['no value as a dash', { value: null, low: null, high: null, n: 0 }, { isRate: true }, '– (n=0)'],
  ] as const)('writes %s', (_, metric, style, text) => {
    expect(renderMetric(metric, style)).toBe(text);
  });
});
