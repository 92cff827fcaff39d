import { describe, expect, it } from 'vitest';
import { unseenSpread } from './unseen-spread.ts';

describe('unseenSpread', () => {
  it.each([
    // Wilson's upper end of 0 in 20 is 3.8415/(20 + 3.8415) = 0.16113.
    [0, 20, -0.16113, 0.16113],
    // All wins of 10: 0.27753 of all could be losses: 1 − 2·0.27753
    [1, 10, 0.44494, 1],
    // Half a point in each of 10: 0.5 − 0.27753·1.5 and 0.5 + 0.27753·0.5
    [0.5, 10, 0.0837, 0.63877],
    [-1, 1, -1, 0.58688],
  ])('of %d in %i clusters is [%d, %d] between −1 and 1', (value, clusters, low, high) => {
    const ends = unseenSpread(value, clusters, { min: -1, max: 1 });
    expect(ends.low).toBeCloseTo(low, 4);
    expect(ends.high).toBeCloseTo(high, 4);
  });
});
