import { describe, expect, it } from 'vitest';
import { isNestedDeep, renderJsonPath } from './json-value.ts';

it.each([
  [[], ''],
  [['limit'], 'limit'],
  [['history', 1, 'refs', 0, 'url'], 'history[1].refs[0].url'],
  [[2, 'id'], '[2].id'],
  [['meta', 'a b', 'c'], 'meta["a b"].c'],
  [['if-match'], 'if-match'],
])('writes the path %j as %s', (path, text) => {
  expect(renderJsonPath(path)).toBe(text);
});

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
