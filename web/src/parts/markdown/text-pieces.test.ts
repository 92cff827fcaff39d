import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { longestPiece, toPieces } from './text-pieces.ts';

describe('toPieces', () => {
  it('leaves a paragraph alone that is not long', () => {
    expect(toPieces('a b\nc')).toEqual(['a b\nc']);
    expect(toPieces('a '.repeat(longestPiece / 2))).toHaveLength(1);
  });

  it('ends a piece before a line break, which then begins the next', () => {
    const line = 'words of a line '.repeat(20);
    const pieces = toPieces(`${line}\n`.repeat(100));
    expect(pieces.length).toBeGreaterThan(5);
    for (const piece of pieces.slice(1)) expect(piece.startsWith('\n')).toBe(true);
  });

  it('leaves an endless word whole, and what stands before and behind it apart', () => {
    const word = 'a'.repeat(3 * longestPiece);
    expect(toPieces(`before ${word} behind`)).toEqual(['before', ` ${word}`, ' behind']);
  });

  it('loses nothing, and makes no piece longer than it may be but for a word', () => {
    const parts = fc.constantFrom('a', 'word ', '\n', ' ', '😀', 'x'.repeat(900), 'y'.repeat(6000));
    fc.assert(
      fc.property(fc.array(parts, { maxLength: 60 }), (list) => {
        const paragraph = list.join('');
        const pieces = toPieces(paragraph);
        expect(pieces.join('')).toBe(paragraph);
        for (const piece of pieces.filter(({ length }) => length > longestPiece))
          expect(piece.slice(1)).not.toMatch(/[ \n]/u);
      }),
    );
  });
});
