import { describe, expect, it } from 'vitest';
import { toTakeWords, toWaitingWords } from './waiting-words.ts';

describe('toWaitingWords', () => {
  it.each([
    [0, 0, 'Everything is reviewed', 'Import more'],
    [0, 1, 'Nothing waits for you', 'One conversation is still'],
    [0, 12_000, 'Nothing waits for you', '12,000 conversations are still'],
    [1, 1, 'One conversation waits for you', 'nothing else to review'],
    [10, 11, '10 conversations wait for you', 'One more is still'],
    [10, 40, '10 conversations wait for you', '30 more are still'],
  ])('says of %i held and %i open: "%s"', (held, open, title, lead) => {
    const words = toWaitingWords(held, open);
    expect(words.title).toBe(title);
    expect(words.lead).toContain(lead);
  });
});

describe('toTakeWords', () => {
  it.each([
    [0, 40, 'Take 10 to review'],
    [10, 40, 'Take 10 more'],
    [10, 20, 'Take 10 more'],
    [10, 19, 'Take the last 9'],
    [10, 11, 'Take the last one'],
  ])('says of %i held and %i open: "%s"', (held, open, words) => {
    expect(toTakeWords(held, open)).toBe(words);
  });
});
