import { describe, expect, it } from 'vitest';
import { hasCopy } from './text-answers.ts';

describe('If-None-Match', () => {
  it.each([
    [undefined, false],
    ['"a"', true],
    ['W/"a"', true],
    ['"b", "a"', true],
    ['*', true],
    ['a', false],
    ['"b"', false],
  ])('%j of "a" is %j', (header, has) => {
    expect(hasCopy(header, 'a')).toBe(has);
  });
});
