import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isSameJson } from './same-json.ts';

describe('isSameJson', () => {
  it.each([
    [{ a: 1, b: [1, { c: null }] }, { b: [1, { c: null }], a: 1 }, true],
    [{ a: 1, b: undefined }, { a: 1 }, true],
    [{ a: undefined }, {}, true],
    [{ a: null }, {}, false],
    [[], {}, false],
    [[1], [1, 2], false],
    [null, {}, false],
    ['1', 1, false],
    [{ toString: 1 }, {}, false],
  ])('compares %j and %j', (a, b, isSame) => {
    expect(isSameJson(a, b)).toBe(isSame);
    expect(isSameJson(b, a)).toBe(isSame);
  });

  it('finds a value the same as its copy', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(isSameJson(value, structuredClone(value))).toBe(true);
      }),
    );
  });
});
