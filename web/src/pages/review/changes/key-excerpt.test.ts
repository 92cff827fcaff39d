import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findExcerpt, toCaretPlace, toExcerptChange, toPassage, trimRange } from './key-excerpt.ts';

const text = 'One two\n  three four.\n\nTwo three\tfour five.\n\nEnd.';

describe('findExcerpt', () => {
  it.each([
    ['two', 'two'],
    ['  two ', 'two'],
    ['One two three', 'One two\n  three'],
    ['three four five', 'three\tfour five'],
    ['End.', 'End.'],
  ])('finds %j with any white space between its words', (excerpt, found) => {
    const range = findExcerpt(text, excerpt);
    expect(text.slice(range?.start, range?.end)).toBe(found);
  });

  it.each(['', '   ', 'onetwo', 'One three', 'four five six'])('does not find %j', (excerpt) => {
    expect(findExcerpt(text, excerpt)).toBeUndefined();
  });

  it('finds every stretch of a text in that text, with other white space too', () => {
    const words = fc.array(fc.stringMatching(/^[a-c]{1,3}$/), { minLength: 1, maxLength: 12 });
    fc.assert(
      fc.property(words, fc.nat(11), fc.nat(11), (list, a, b) => {
        const picked = list.slice(Math.min(a, b), Math.max(a, b) + 1);
        fc.pre(picked.length > 0);
        const range = findExcerpt(list.join(' '), picked.join('\n'));
        expect(range && list.join(' ').slice(range.start, range.end).split(' ').length).toBeGreaterThan(0);
        expect(range).toBeDefined();
      }),
    );
  });
});

describe('trimRange', () => {
  it('leaves white space at the ends out', () => {
    expect(trimRange('a  bc  d', { start: 1, end: 7 })).toEqual({ start: 3, end: 5 });
    expect(trimRange('abc', { start: 0, end: 3 })).toEqual({ start: 0, end: 3 });
  });
});

describe('toPassage', () => {
  it('returns the paragraphs that contain a range', () => {
    expect(toPassage(text, { start: 24, end: 26 })).toBe('Two three\tfour five.');
    expect(toPassage(text, { start: 4, end: 26 })).toBe('One two\n  three four.\n\nTwo three\tfour five.');
    expect(toPassage('all', { start: 0, end: 1 })).toBe('all');
  });
});

describe('toExcerptChange', () => {
  const text = 'One.\n\nReturns take 30 days. Refunds take five.\n\nEnd.';
  const start = text.indexOf('Refunds');
  const range = { start, end: start + 'Refunds take five.'.length };

  it.each([
    [{ url: 'a' }, { keyExcerpt: 'Refunds take five.' }],
    [{ url: 'a', content: 'Refunds  take\nfive. More.' }, { keyExcerpt: 'Refunds take five.' }],
    [
      { url: 'a', content: '' },
      { keyExcerpt: 'Refunds take five.', content: 'Returns take 30 days. Refunds take five.' },
    ],
    [
      { url: 'a', content: 'Other.' },
      { keyExcerpt: 'Refunds take five.', content: 'Other.\n\nReturns take 30 days. Refunds take five.' },
    ],
  ])('keeps the excerpt of %j inside the content of the reference', (ref, change) => {
    expect(toExcerptChange(ref, text, range)).toEqual(change);
  });
});

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
