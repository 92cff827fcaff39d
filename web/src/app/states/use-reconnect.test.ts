import { describe, expect, it } from 'vitest';
import { toRetryDelayMs } from './use-reconnect.ts';

describe('toRetryDelayMs', () => {
  it.each([
    [0, 2_000],
    [1, 4_000],
    [2, 8_000],
    [3, 15_000],
    [5_000, 15_000],
  ])('after %i failed attempts waits %i ms', (tries, delay) => {
    expect(toRetryDelayMs(tries)).toBe(delay);
  });
});
