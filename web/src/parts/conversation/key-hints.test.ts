import { describe, expect, it } from 'vitest';
import { toKeyHints } from './key-hints.ts';

describe('toKeyHints', () => {
  it('holds the key against the text of the turn, as the check of a run does', () => {
    const answerKey = { mustMention: ['30 days', 'Refund', ' '], mustNotMention: ['never', 'box'] };
    expect(toKeyHints({ msg: 'Within 30 days: a refund, in its box.', answerKey })).toEqual({
      mustMention: [
        { text: '30 days', isKept: true },
        { text: 'Refund', isKept: false },
      ],
      mustNotMention: [
        { text: 'never', isKept: true },
        { text: 'box', isKept: false },
      ],
    });
  });

  it('takes all line breaks for the same, and has nothing to say without a key', () => {
    expect(toKeyHints({ msg: 'a\r\nb', answerKey: { mustMention: ['a\nb'] } }).mustMention[0]?.isKept).toBe(true);
    expect(toKeyHints({ msg: 'a' })).toEqual({ mustMention: [], mustNotMention: [] });
  });
});
