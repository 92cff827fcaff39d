import { describe, expect, it } from 'vitest';
import { findPrettyJson } from './TurnBody.tsx';

describe('findPrettyJson', () => {
  it.each([
    ['{"a":1}', '{\n  "a": 1\n}'],
    [' [1]', '[\n  1\n]'],
    ['{not json', undefined],
    ['12', undefined],
    ['plain', undefined],
  ])('of %j returns %j', (text, pretty) => {
    expect(findPrettyJson(text)).toBe(pretty);
  });
});
