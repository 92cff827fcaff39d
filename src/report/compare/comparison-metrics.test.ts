import { describe, expect, it } from 'vitest';
import { renderUsd } from '../metrics.ts';
import { renderChange, renderP, renderSignedPoints } from './comparison-metrics.ts';

describe('renderSignedPoints', () => {
  it.each([
    [{ value: 0.09, low: 0.012, high: 0.168 }, '+9 pp (95% CI +1.2 to +17)'],
    [{ value: -0.5, low: -1, high: 0 }, '−50 pp (95% CI −100 to 0)'],
    [{ value: 0, low: 0, high: 0 }, '0 pp (95% CI 0–0)'],
    // 0.04 pp are less than one decimal can tell: no sign.
    [{ value: -0.0004, low: -0.01, high: 0.01 }, '0 pp (95% CI −1 to +1)'],
    [{ value: 0.1, low: null, high: null, why: 'one cluster' }, '+10 pp'],
    [{ value: null, low: null, high: null, why: 'no pairs' }, '– (no pairs)'],
  ])('shows %j as %s', (difference, text) => {
    expect(renderSignedPoints(difference)).toBe(text);
  });
});

describe('renderChange', () => {
  it('puts the sign before the unit', () => {
    const difference = { value: -0.002, low: -0.004, high: 0.0001 };
    expect(renderChange({ a: 0.01, b: 0.008, difference, n: 9 }, renderUsd)).toBe(
      '−$0.0020 (95% CI −$0.0040 to +$0.0001)',
    );
  });

  it('gives no sign to what is less than can be told', () => {
    const difference = { value: 0.4, low: -0.2, high: 12 };
    const render = (ms: number) => (ms < 1 ? '<1 ms' : `${ms} ms`);
    expect(renderChange({ a: 1, b: 1.4, difference, n: 9 }, render)).toBe('<1 ms (95% CI <1 ms to +12 ms)');
  });
});

describe('renderP', () => {
  it.each([
    [null, '–'],
    [1, '1.000'],
    [0.0354, '0.035'],
    [0.00099, '<0.001'],
    [0, '<0.001'],
  ])('shows %s as %s', (p, text) => {
    expect(renderP(p)).toBe(text);
  });
});
