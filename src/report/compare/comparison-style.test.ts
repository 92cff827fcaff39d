import { describe, expect, it } from 'vitest';
import { renderEstimate } from '../../statistics/render-estimate.ts';
import { renderUsd } from '../amounts.ts';
import { renderP, toSigned } from './comparison-style.ts';

describe('a signed change', () => {
  it('puts the sign before the unit', () => {
    const difference = { value: -0.002, low: -0.004, high: 0.0001 };
    expect(renderEstimate(difference, { unit: toSigned(renderUsd) })).toBe('−$0.0020 (95% CI −$0.0040 to +$0.0001)');
  });

  it('gives no sign to a change that is too small to tell', () => {
    const difference = { value: 0.4, low: -0.2, high: 12 };
    const render = (ms: number) => (ms < 1 ? '<1 ms' : `${ms} ms`);
    expect(renderEstimate(difference, { unit: toSigned(render) })).toBe('<1 ms (95% CI <1 ms to +12 ms)');
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
