import { describe, expect, it } from 'vitest';
import { renderCount, renderDuration, renderRate, renderSum, renderUsd } from './figures.ts';

describe('renderRate', () => {
  it.each([
    [18, 20, '90.0 % [69.9, 97.2] n=20'],
    [0, 3, '0.0 % [0.0, 56.1] n=3'],
    [3, 3, '100.0 % [43.9, 100.0] n=3'],
    [9_999, 10_000, '99.9 % [99.9, 99.9] n=10000'],
    [0, 0, 'no rate n=0'],
  ])('of %i in %i is %s', (successes, trials, text) => {
    expect(renderRate(successes, trials)).toBe(text);
  });
});

describe('renderDuration', () => {
  it.each([
    [null, '–'],
    [0, '<1 ms'],
    [1.23, '1.2 ms'],
    [123, '120 ms'],
    [994, '990 ms'],
    [999, '1.0 s'],
    [1_240, '1.2 s'],
    [9_940, '9.9 s'],
    [61_300, '61 s'],
  ])('of %s ms is %s', (ms, text) => {
    expect(renderDuration(ms)).toBe(text);
  });
});

describe('renderSum', () => {
  it.each([
    [{ known: 2, unknown: 0, sum: 0.12 }, '$0.12'],
    [{ known: 2, unknown: 1, sum: 0.12 }, '≥ $0.12'],
    [{ known: 0, unknown: 1, sum: 0 }, 'unknown'],
    [{ known: 0, unknown: 0, sum: 0 }, '–'],
    [{ known: 1, unknown: 0, sum: 0 }, '$0.00'],
  ])('of %j is %s', (sum, text) => {
    expect(renderSum(sum, renderUsd)).toBe(text);
  });
});

it.each([
  [0.00001, '<$0.0001'],
  [0.00123, '$0.0012'],
  [0.0999, '$0.0999'],
  [0.126, '$0.13'],
  [12.3, '$12.30'],
])('renderUsd of %d is %s', (value, text) => {
  expect(renderUsd(value)).toBe(text);
});

it.each([
  [9_999, '9999'],
  [12_345, '12k'],
  [999_499, '999k'],
  [999_500, '1.0M'],
])('renderCount of %i is %s', (value, text) => {
  expect(renderCount(value)).toBe(text);
});
