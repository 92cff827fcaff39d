import { describe, expect, it } from 'vitest';
import { toBestConstant, toCommonest } from './baselines.ts';

describe('toBestConstant', () => {
  it.each([
    [[-3, -1, 2, 2, 3], 2],
    [[-3, -3, -2, -1, 2], -3],
    // As many pass as fail: doubt counts against the reply.
    [[-2, 1], -2],
    [[3], 3],
  ])('of %j at a passing score of 1 is %d', (scores, constant) => {
    expect(toBestConstant(scores, 1)).toBe(constant);
  });
});

describe('toCommonest', () => {
  it.each([
    [[-3, 1, 1, 2], 1],
    [[1, 1, 2, 2], 1],
  ])('of %j is %d', (scores, commonest) => {
    expect(toCommonest(scores)).toBe(commonest);
  });
});
