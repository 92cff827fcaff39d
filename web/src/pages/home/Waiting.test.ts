import { describe, expect, it } from 'vitest';
import { toClaimLabel, toQueueWords } from './Waiting.tsx';

describe('toQueueWords', () => {
  it.each([
    [0, 0, 'Everything is reviewed', 'Import more conversations'],
    [0, 1, 'Your queue is empty', '1 conversation needs review'],
    [0, 12_000, 'Your queue is empty', '12,000 conversations need review'],
    [1, 1, 'You have 1 conversation to review', "It's yours until you approve or skip it. There's nothing else"],
    [10, 11, 'You have 10 conversations to review', '1 more needs review'],
    [10, 40, 'You have 10 conversations to review', '30 more need review'],
  ])('for %i assigned and %i open: "%s"', (held, open, title, lead) => {
    const words = toQueueWords(held, open);
    expect(words.title).toBe(title);
    expect(words.lead).toContain(lead);
  });
});

describe('toClaimLabel', () => {
  it.each([
    [0, 40, 'Claim 10'],
    [10, 40, 'Claim 10 more'],
    [10, 20, 'Claim 10 more'],
    [10, 19, 'Claim the last 9'],
    [10, 11, 'Claim the last one'],
  ])('for %i assigned and %i open: "%s"', (held, open, words) => {
    expect(toClaimLabel(held, open)).toBe(words);
  });
});
