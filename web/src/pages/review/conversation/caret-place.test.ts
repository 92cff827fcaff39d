import { describe, expect, it } from 'vitest';
import { toCaretPlace } from './caret-place.ts';

describe('toCaretPlace', () => {
  it.each([
    ['One **two** three', 'two', 1, 7],
    ['One **two** three', ' three', 99, 17],
    ['a &amp; b', 'a & b', 2, 9],
    ['abc', '', 0, 3],
  ])('of %j at %j, %i, is %i', (source, shown, offset, place) => {
    expect(toCaretPlace(source, shown, offset)).toBe(place);
  });
});
