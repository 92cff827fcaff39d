import { describe, expect, test } from 'vitest';
import { parseWeight, toQueueShare, toShareWords } from './queue-shares.ts';

const refunds = { name: 'refunds', weight: 2, counts: { draft: 10, approved: 5 } };
const billing = { name: 'billing', weight: 3, counts: { draft: 1 } };
const done = { name: 'done', weight: 9, counts: { approved: 4 } };
const never = { name: 'never', weight: 0, counts: { draft: 4 } };
const all = [refunds, billing, done, never];

describe('toQueueShare', () => {
  test('is the weight divided by the weights of all datasets with drafts: 2 / (2 + 3)', () => {
    expect(toQueueShare(refunds, all)).toBeCloseTo(0.4);
    expect(all.reduce((sum, dataset) => sum + toQueueShare(dataset, all), 0)).toBeCloseTo(1);
  });

  test.each([
    [refunds, 'About 40% of the queue'],
    [done, 'Nothing to review right now'],
    [never, 'Not in the queue'],
  ])('$name as text', (dataset, words) => {
    expect(toShareWords(dataset, all)).toBe(words);
  });

  test('says "100%" for a whole queue and "less than 1%" for a tiny share', () => {
    expect(toShareWords(refunds, [refunds, done])).toBe('100% of the queue');
    const heavy = { name: 'heavy', weight: 1000, counts: { draft: 1 } };
    expect(toShareWords(refunds, [refunds, heavy])).toBe('Less than 1% of the queue');
  });
});

test.each<[string, unknown]>([
  ['1', { weight: 1 }],
  [' 0,5 ', { weight: 0.5 }],
  ['0', { weight: 0 }],
  ['', { problem: 'Enter a number, such as 1.' }],
  ['much', { problem: 'Enter a number, such as 1.' }],
  ['-1', { problem: 'Enter 0 or more.' }],
  ['2000000', { problem: 'Enter at most 1,000,000.' }],
])('reads the weight "%s"', (text, expected) => {
  expect(parseWeight(text)).toEqual(expected);
});
