import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toQuestionKey } from './item-index.ts';

describe('toQuestionKey', () => {
  it('is 16 hex digits', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(toQuestionKey(text) ?? '0'.repeat(16)).toMatch(/^[\da-f]{16}$/);
      }),
    );
  });

  it('is the same for questions that are equal after folding case and white space', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('a', 'B', ' ', '\n', '\u00a0', '\u2003', 'Ä', '?') }), (text) => {
        const folded = text.trim().replaceAll(/\s+/g, ' ').toLowerCase();
        expect(toQuestionKey(text)).toBe(toQuestionKey(folded));
      }),
    );
  });

  it.each(['', ' ', '\n\t\u00a0'])('has no key for %j', (text) => {
    expect(toQuestionKey(text)).toBeUndefined();
  });

  it('tells a hundred thousand questions apart that differ in little', () => {
    const keys = new Set(Array.from({ length: 100_000 }, (_, at) => toQuestionKey(`Where is order ${at}?`)));
    expect(keys.size).toBe(100_000);
    expect(new Set([...keys].map((key) => key?.slice(0, 8))).size).toBeGreaterThan(99_990);
  });
});
