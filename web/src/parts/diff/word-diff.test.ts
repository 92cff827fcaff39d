import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { diffWords, type TextPiece } from './word-diff.ts';

function join(pieces: readonly TextPiece[], kind: TextPiece['kind']): string {
  return pieces.map((piece) => (piece.kind === 'same' || piece.kind === kind ? piece.text : '')).join('');
}

const texts = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc
    .array(fc.constantFrom('14', 'days', 'refund', ' ', '  ', '\n', '.', '返金', 'は', '日以内', 'עד', '🙂'), {
      maxLength: 60,
    })
    .map((words) => words.join('')),
);

describe('diffWords', () => {
  test('the same and removed pieces form the earlier text, the same and added ones the later text', () => {
    fc.assert(
      fc.property(texts, texts, (before, after) => {
        const pieces = diffWords(before, after);
        expect(join(pieces, 'removed')).toBe(before);
        expect(join(pieces, 'added')).toBe(after);
        expect(pieces.every(({ text }) => text !== '')).toBe(true);
      }),
    );
  });

  test.each<[string, string, string, string]>([
    ['equal texts', 'Within 14 days.', 'Within 14 days.', '=Within 14 days.'],
    ['a replaced word', 'Within 14 days.', 'Within 30 days.', '=Within |-14|+30|= days.'],
    [
      'neighbors that are replaced are one',
      'You get ten euros back.',
      'You get five dollars back.',
      '=You get |-ten euros|+five dollars|= back.',
    ],
    ['an inserted word', 'Send it back.', 'Send it all back.', '=Send it |+all |=back.'],
    ['words of a script without spaces', '返金は14日以内です', '返金は30日以内です', '=返金は|-14|+30|=日以内です'],
    ['from nothing', '', 'New.', '+New.'],
    ['to nothing', 'Old.', '', '-Old.'],
    [
      'a rewritten text is two texts',
      'Please wait for our call, we are busy.',
      'Refunds take 14 days from the arrival of the parcel.',
      '-Please wait for our call, we are busy.|+Refunds take 14 days from the arrival of the parcel.',
    ],
  ])('%s', (_, before, after, expected) => {
    const signs = { same: '=', added: '+', removed: '-' };
    expect(
      diffWords(before, after)
        .map(({ kind, text }) => signs[kind] + text)
        .join('|'),
    ).toBe(expected);
  });

  test('compares a long text by lines', () => {
    const lines = Array.from({ length: 5000 }, (_, line) => `This is line ${line} of a long text.\n`);
    const after = lines.with(2000, 'Another line.\n');
    const changed = diffWords(lines.join(''), after.join('')).filter(({ kind }) => kind !== 'same');
    expect(changed).toEqual([
      { kind: 'removed', text: lines[2000] },
      { kind: 'added', text: 'Another line.\n' },
    ]);
  });

  test('shows two long texts with nothing in common as two wholes', () => {
    const before = 'a b\n'.repeat(30_000);
    const after = 'c d\n'.repeat(30_000);
    expect(diffWords(before, after)).toEqual([
      { kind: 'removed', text: before },
      { kind: 'added', text: after },
    ]);
  });
});
