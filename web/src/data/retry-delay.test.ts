import { describe, expect, it } from 'vitest';
import { toRetryDelayMs } from './retry-delay.ts';

describe('toRetryDelayMs', () => {
  it.each([
    [1, 1_000],
    [2, 2_000],
    [3, 4_000],
    [4, 8_000],
    [5, 15_000],
    [5_000, 15_000],
  ])('after %i failed tries, waits %i ms', (tries, delay) => {
    expect(toRetryDelayMs(tries)).toBe(delay);
  });
});
