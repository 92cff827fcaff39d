import { describe, expect, it } from 'vitest';
import { isNestedDeep } from './nesting.ts';

describe('isNestedDeep', () => {
  it.each([
    [1, 0, false],
    [null, 0, false],
    ['[[[[', 0, false],
    [[], 0, true],
    [[], 1, false],
    [{ a: [{}] }, 3, false],
    [{ a: [{}] }, 2, true],
    [[1, 2, [3]], 1, true],
  ])('of %j with at most %d levels is %s', (value, limit, expected) => {
    expect(isNestedDeep(value, limit)).toBe(expected);
  });

  it('ends on what JSON.parse alone can walk', () => {
    const levels = 200_000;
    expect(isNestedDeep(JSON.parse(`${'['.repeat(levels)}${']'.repeat(levels)}`))).toBe(true);
  });
});
