import { describe, expect, it } from 'vitest';
import { renderCount, renderDuration, renderOrdinal, renderShortCount, renderSum, renderUsd } from './amounts.ts';

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
    [{ total: 0.12, unknownCalls: 0 }, '$0.12'],
    [{ total: 0.12, unknownCalls: 1 }, '≥ $0.12'],
    [{ total: null, unknownCalls: 1 }, 'unknown'],
    [{ total: null, unknownCalls: 0 }, '–'],
    [{ total: 0, unknownCalls: 0 }, '$0.00'],
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

it.each([
  [950, '950'],
  [999.6, '1k'],
  [4_240, '4.2k'],
  [9_990, '10k'],
  [17_400, '17k'],
  [999_600, '1M'],
  [1_260_000, '1.3M'],
])('renderShortCount of %d is %s', (value, text) => {
  expect(renderShortCount(value)).toBe(text);
});

it.each([
  [0, '1st'],
  [1, '2nd'],
  [2, '3rd'],
  [3, '4th'],
  [10, '11th'],
  [11, '12th'],
  [12, '13th'],
  [20, '21st'],
  [110, '111th'],
])('renderOrdinal of index %i is %s', (index, text) => {
  expect(renderOrdinal(index)).toBe(text);
});
