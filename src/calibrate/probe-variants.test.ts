import { describe, expect, it } from 'vitest';
import { canProbe, toDemandedScore } from './probe-variants.ts';

/** `u` user, `a` assistant, `s` system; a digit after it is its text. */
function toMessages(short: string) {
  const roles: Record<string, string> = { u: 'user', a: 'assistant', s: 'system' };
  return short.split(' ').map((word) => ({ role: roles[word[0] ?? ''] ?? 'guest', content: word.slice(1) || word }));
}

describe('canProbe', () => {
  it.each([
    ['u a', false, false],
    ['s u a', false, false],
    ['a u a', true, false],
    ['u1 a2 u3 a4', true, true],
    ['s u1 u2 a', true, false],
    ['u1 u1 u2', true, false],
    ['a1 a2', false, false],
    ['a1 g2 u', true, true],
  ])('of %s: something to remove %s, something to shuffle %s', (short, lastTurn, shuffled) => {
    const sample = { messages: toMessages(short) };
    expect(canProbe(sample, 'last-turn')).toBe(lastTurn);
    expect(canProbe(sample, 'shuffled')).toBe(shuffled);
    expect(canProbe(sample, 'injected')).toBe(true);
    expect(canProbe(sample, 'plain')).toBe(true);
  });
});

describe('toDemandedScore', () => {
  it.each([
    [{ score: 2 }, -3],
    [{ score: 0 }, -3],
    [{ score: -1 }, 3],
    [{}, 3],
    [
      {
        ratings: [
          { rater: 'ann', score: -2 },
          { rater: 'ben', score: 3 },
        ],
      },
      3,
    ],
  ])('for %j is %d', (sample, demanded) => {
    expect(toDemandedScore(sample, { min: -3, max: 3, step: 1 })).toBe(demanded);
  });
});
