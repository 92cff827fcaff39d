import { describe, expect, it } from 'vitest';
import {
  joinEnds,
  toNegativePoints,
  toPoints,
  toRatePercent,
  toSignedPoints,
  toWholePercent,
  toWrittenPercent,
} from './percent.ts';

describe('a share in percent', () => {
  it.each([
    [0, '0', '0'],
    [0.0000001, '1', '0.1'],
    [0.004, '1', '0.4'],
    [0.125, '13', '12.5'],
    [0.5, '50', '50.0'],
    [0.995, '99', '99.5'],
    [0.9996, '99', '99.9'],
    [1, '100', '100'],
    [1.0000000002, '100', '100'],
  ])('of %d reads %s, and %s where n tells tenths apart', (share, whole, tenths) => {
    expect(toWholePercent(share)).toBe(whole);
    expect(toRatePercent(share, 999)).toBe(whole);
    expect(toRatePercent(share, 1000)).toBe(tenths);
  });

  it.each([
    [1, '100'],
    [0.07, '7'],
    [0.995, '99.5'],
  ])('of a limit of %d reads as it was written: %s', (limit, text) => {
    expect(toWrittenPercent(limit)).toBe(text);
  });

  it.each([
    [-0.125, '13', '−13', '−13'],
    [0.125, '13', '13', '+13'],
    [0.0994, '9.9', '9.9', '+9.9'],
    [-0.05, '5', '−5', '−5'],
    [-0.0001, '0', '0', '0'],
    [0, '0', '0', '0'],
  ])('as a difference of %d reads %s, %s, or %s', (difference, points, negative, signed) => {
    expect(toPoints(difference)).toBe(points);
    expect(toNegativePoints(difference)).toBe(negative);
    expect(toSignedPoints(difference)).toBe(signed);
  });
});

it.each([
  ['23', '88', '23–88'],
  ['−12', '3', '−12 to 3'],
  ['+1.2', '+17', '+1.2 to +17'],
])('joins the ends %s and %s as %s', (low, high, text) => {
  expect(joinEnds(low, high)).toBe(text);
});
