import fc from 'fast-check';
import { expect, test } from 'vitest';
import { findHits } from '../../../../src/curate/keyword-hits.ts';
import { toMarkedParts } from './Highlight.tsx';

test('makes each hit its own part', () => {
  const parts = toMarkedParts('a late refund', [
    { start: 2, end: 6 },
    { start: 7, end: 13 },
  ]);
  expect(parts.map(({ text, isHit }) => (isHit ? `[${text}]` : text)).join('')).toBe('a [late] [refund]');
});

test('returns one part for a text without hits, and none for an empty text', () => {
  expect(toMarkedParts('late', [])).toEqual([{ start: 0, text: 'late', isHit: false }]);
  expect(toMarkedParts('', [])).toEqual([]);
});

test('joins to the original text, for any search', () => {
  const text = fc.string({ unit: 'grapheme' });
  fc.assert(
    fc.property(text, text, (written, keyword) => {
      const parts = toMarkedParts(written, findHits(written, keyword));
      expect(parts.map((part) => part.text).join('')).toBe(written);
      expect(new Set(parts.map(({ start }) => start)).size).toBe(parts.length);
    }),
  );
});
