import { describe, expect, it } from 'vitest';
import { listTagOffers } from './TagField.tsx';
import { toItemTagReading, toWord } from './tags/read-tags.ts';

const words = {
  suggestions: ['channel:refund-desk', 'topic:late', 'topic:no-refunds', 'topic:refunds', 'topic:refund'],
  tags: ['topic:late'],
  toTag: toWord,
};

describe('listTagOffers', () => {
  it('offers the tags there are, the nearest first, and what was typed as a new one', () => {
    expect(listTagOffers(' Refund', words)).toEqual({
      known: ['topic:refund', 'channel:refund-desk', 'topic:refunds', 'topic:no-refunds'],
      fresh: 'Refund',
    });
  });

  it.each([
    ['', undefined],
    ['topic:late', undefined],
    ['topic:refunds', undefined],
    ['slow', 'slow'],
  ])('for %j has %j as a new tag', (typed, fresh) => {
    expect(listTagOffers(typed, words).fresh).toBe(fresh);
  });

  it('makes no new tag of what cannot be one', () => {
    const { known, fresh } = listTagOffers('refund', { ...words, toTag: toItemTagReading });
    expect(known).not.toEqual([]);
    expect(fresh).toBeUndefined();
  });
});
