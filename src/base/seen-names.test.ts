import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SeenNames } from './seen-names.ts';

describe('SeenNames', () => {
  it('gives the number a name was first given', () => {
    const seen = new SeenNames();
    expect([seen.add('a', 7), seen.add('b', 8), seen.add('a', 9), seen.add('', 1), seen.add('', 2)]).toEqual([
      undefined,
      undefined,
      7,
      undefined,
      1,
    ]);
  });

  it('does what a Map does, for any names and however many', () => {
    const name = fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom('a', 'aa', '\ud800', '\udc00', '\ufffd'));
    fc.assert(
      fc.property(fc.array(name, { maxLength: 400 }), (names) => {
        const seen = new SeenNames();
        const map = new Map<string, number>();
        for (const [index, one] of names.entries()) {
          expect(seen.add(one, index)).toBe(map.get(one));
          if (!map.has(one)) map.set(one, index);
        }
      }),
    );
    const seen = new SeenNames();
    for (let index = 0; index < 50_000; index++) expect(seen.add(`case-${index}`, index)).toBeUndefined();
    expect(seen.add('case-31415', 0)).toBe(31_415);
  });
});
