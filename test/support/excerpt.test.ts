import { describe, expect, it } from 'vitest';
import { cutToExcerpt } from './excerpt.ts';

const printed = '$ a\none\ntwo\nthree\nfour';

describe('an excerpt', () => {
  it.each([
    ['the whole', printed],
    ['the beginning', '$ a\none\n…'],
    ['the end', '$ a\n…\nfour'],
    ['two pieces', '$ a\n…\ntwo\n…\nfour'],
  ])('matches %s', (_, shown) => {
    expect(cutToExcerpt(shown, printed)).toBe(shown);
  });

  it.each([
    ['a line that is not printed', '$ a\n…\nfive\n…'],
    ['another order', '$ a\n…\nthree\n…\none\n…'],
    ['another beginning', '$ b\n…'],
    ['another end', '$ a\n…\nfive'],
    ['a gap without a mark', '$ a\none\nthree\n…'],
    ['too little', '$ a\none'],
  ])('does not match %s', (_, shown) => {
    expect(cutToExcerpt(shown, printed)).not.toBe(shown);
  });
});
