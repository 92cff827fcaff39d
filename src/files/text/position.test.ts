import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { openPositions } from './position.ts';

describe('openPositions', () => {
  it.each([
    ['', 0, '1:1'],
    ['abc', 2, '1:3'],
    ['a\nb', 1, '1:2'],
    ['a\nb', 2, '2:1'],
    ['a\n\nb', 3, '3:1'],
  ])('of %j at %i is %s', (text, offset, place) => {
    const { line, column } = openPositions(text)(offset);
    expect(`${line}:${column}`).toBe(place);
  });

  it('counts line breaks before the offset, and characters since the last', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('a', '\n') }), fc.nat(30), (text, wanted) => {
        const offset = Math.min(wanted, text.length);
        const before = text.slice(0, offset).split('\n');
        expect(openPositions(text)(offset)).toEqual({ line: before.length, column: (before.at(-1) ?? '').length + 1 });
      }),
    );
  });
});
