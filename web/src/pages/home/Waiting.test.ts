import { describe, expect, it } from 'vitest';
import { toTakeWords, toWaitingWords } from './Waiting.tsx';

describe('toWaitingWords', () => {
  it.each([
    [0, 0, 'Everything is reviewed', 'Import more conversations'],
    [0, 1, 'Your queue is empty', '1 conversation needs review'],
    [0, 12_000, 'Your queue is empty', '12,000 conversations need review'],
    [1, 1, 'You have 1 conversation to review', "It's yours until you approve or skip it. There's nothing else"],
    [10, 11, 'You have 10 conversations to review', '1 more needs review'],
    [10, 40, 'You have 10 conversations to review', '30 more need review'],
  ])('for %i assigned and %i open: "%s"', (held, open, title, lead) => {
    const words = toWaitingWords(held, open);
    expect(words.title).toBe(title);
    expect(words.lead).toContain(lead);
  });
});

describe('toTakeWords', () => {
  it.each([
    [0, 40, 'Claim 10'],
    [10, 40, 'Claim 10 more'],
    [10, 20, 'Claim 10 more'],
    [10, 19, 'Claim the last 9'],
    [10, 11, 'Claim the last one'],
  ])('for %i assigned and %i open: "%s"', (held, open, words) => {
    expect(toTakeWords(held, open)).toBe(words);
  });
});
