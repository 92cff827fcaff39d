import { describe, expect, it } from 'vitest';
import { findNextItem } from './next-item.ts';

const queue = ['a', 'b', 'c'].map((id) => ({ datasetName: 'd', id }));

describe('findNextItem', () => {
  it.each([
    ['a', 'b'],
    ['c', 'a'],
    ['other', 'a'],
  ])('after %s comes %s', (id, next) => {
    expect(findNextItem(queue, { dataset: 'd', id })).toEqual({ dataset: 'd', id: next });
  });

  it('is none when the item is the last one, and takes the same id of another dataset for another item', () => {
    expect(findNextItem(queue.slice(0, 1), { dataset: 'd', id: 'a' })).toBeUndefined();
    expect(findNextItem([], { dataset: 'd', id: 'a' })).toBeUndefined();
    expect(findNextItem(queue.slice(0, 1), { dataset: 'e', id: 'a' })).toEqual({ dataset: 'd', id: 'a' });
  });
});
