import { describe, expect, it } from 'vitest';
import { checkReviewSearch } from './review-search.ts';

describe('checkReviewSearch', () => {
  it.each([
    [
      { turn: 'abc', panel: 'refs' },
      { turn: 'abc', panel: 'refs' },
    ],
    [{ turn: 12 }, { turn: '12' }],
    [{ turn: '', panel: 'other', more: 1 }, {}],
    [{ turn: ['a'], panel: ['refs'] }, {}],
  ])('of %j is %j', (given, search) => {
    expect(checkReviewSearch(given)).toEqual(search);
  });
});
