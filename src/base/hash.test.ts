import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hashJson, hashText, toCanonicalJson } from './hash.ts';

describe('hashText', () => {
  it("gives what Node's own SHA-256 gives", () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        expect(hashText(text)).toBe(createHash('sha256').update(text, 'utf8').digest('hex'));
      }),
    );
  });
});

describe('hashJson', () => {
  it('does not depend on the order of keys', () => {
    expect(hashJson({ a: 1, b: { c: [1, { x: 1, y: 2 }], d: 2 } })).toBe(
      hashJson({ b: { d: 2, c: [1, { y: 2, x: 1 }] }, a: 1 }),
    );
  });

  it('depends on the order of lists', () => {
    expect(hashJson([1, 2])).not.toBe(hashJson([2, 1]));
  });
});

describe('toCanonicalJson', () => {
  it('reads back as the same value', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(JSON.parse(toCanonicalJson(value))).toEqual(JSON.parse(JSON.stringify(value)));
      }),
    );
  });
});
