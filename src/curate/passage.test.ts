import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cutText, toPassage } from './passage.ts';

describe('cutText', () => {
  it.each([
    ['short', 10, 'short'],
    [' two\n\n lines ', 10, 'two lines'],
    ['exactly ten', 11, 'exactly ten'],
    ['more than ten', 10, 'more than…'],
    ['a😀b', 3, 'a…'],
  ])('%j in %d is %j', (text, most, wanted) => {
    expect(cutText(text, most)).toBe(wanted);
  });
});

describe('toPassage', () => {
  const text = 'The parcel came late.\nCan I get a refund, and when would I get it?';
  const start = text.indexOf('refund');

  it('begins with a word before the place, and says what is left out', () => {
    expect(toPassage(text, { start, end: start + 6 }, 30)).toBe('…get a refund, and when would…');
    expect(toPassage(text, { start: 0, end: 3 }, 12)).toBe('The parcel…');
    expect(toPassage(text, { start, end: start + 6 }, 200)).toBe(text.replace('\n', ' '));
  });

  it('is never too long, and contains the hit if there is room', () => {
    const words = fc.array(fc.constantFrom('a', 'word', '😀', ' ', '\n', 'antidisestablishment'), { minLength: 1 });
    fc.assert(
      fc.property(words, fc.nat(), (parts, place) => {
        const at = place % parts.length;
        const start = parts.slice(0, at).join('').length;
        const hit = parts[at] ?? '';
        const passage = toPassage(parts.join(''), { start, end: start + hit.length }, 40);
        expect(passage.length).toBeLessThanOrEqual(40);
        if (hit.trim() !== '') expect(passage).toContain(hit);
        expect(passage.isWellFormed()).toBe(true);
      }),
    );
  });
});
