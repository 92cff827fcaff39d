import { describe, expect, it } from 'vitest';
import { estimateHeight } from './use-turn-window.ts';

const toTurn = (msg: string, more = {}) => ({ id: 'a', role: 'user', msg, tags: [], ...more });

describe('estimateHeight', () => {
  it('grows with the lines of a text and with its lower part', () => {
    const heights = [
      toTurn('short'),
      toTurn('two\nlines'),
      toTurn('word '.repeat(100)),
      toTurn('word '.repeat(100), { tags: ['a'] }),
      toTurn('word '.repeat(100), { tags: ['a'], refs: [{ url: 'https://a' }], answerKey: { outcome: 'x' } }),
    ].map(estimateHeight);
    expect(heights).toEqual([...heights].sort((a, b) => a - b));
    expect(new Set(heights).size).toBe(heights.length);
  });

  it('has an end', () => {
    expect(estimateHeight(toTurn('\n'.repeat(100_000)))).toBeLessThan(10_000);
  });
});
