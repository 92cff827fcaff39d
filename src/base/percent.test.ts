import { describe, expect, it } from 'vitest';
import { toNegativePoints, toPercent, toSignedPoints, toWholePercent, toWrittenPercent } from './percent.ts';

describe('a share in percent', () => {
  it.each([
    [0, '0.0', '0'],
    [0.0000001, '0.1', '1'],
    [0.004, '0.4', '1'],
    [0.125, '12.5', '13'],
    [0.5, '50.0', '50'],
    [0.995, '99.5', '99'],
    [0.9996, '99.9', '99'],
    [1, '100.0', '100'],
    [1.0000000002, '100.0', '100'],
  ])('of %d reads %s, without decimals %s', (share, percent, whole) => {
    expect(toPercent(share)).toBe(percent);
    expect(toWholePercent(share)).toBe(whole);
  });

  it('is a dash when it is not known', () => {
    expect(toPercent(null)).toBe('–');
  });

  it.each([
    [1, '100'],
    [0.07, '7'],
    [0.995, '99.5'],
  ])('of a limit of %d reads as it was written: %s', (limit, text) => {
    expect(toWrittenPercent(limit)).toBe(text);
  });

  it.each([
    [-0.125, '−12.5', '−12.5'],
    [0.125, '12.5', '+12.5'],
    [-0.0001, '0.0', '0.0'],
    [0, '0.0', '0.0'],
  ])('as a difference of %d reads %s, or %s', (difference, negative, signed) => {
    expect(toNegativePoints(difference)).toBe(negative);
    expect(toSignedPoints(difference)).toBe(signed);
  });
});
