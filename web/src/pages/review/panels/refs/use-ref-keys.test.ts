import { describe, expect, it } from 'vitest';
import { stepRef } from './use-ref-keys.ts';

describe('stepRef', () => {
  it.each([
    [3, 0, 1, 1],
    [3, 2, -1, 1],
    [3, 2, 1, 2],
    [3, 0, -1, 0],
  ] as const)('goes through %d references from %d by %d to %d, and stays at the ends', (count, at, by, to) => {
    expect(stepRef(count, at, by)).toBe(to);
  });

  it('comes in at the first with the next key, at the last with the previous one', () => {
    expect([stepRef(3, undefined, 1), stepRef(3, undefined, -1)]).toEqual([0, 2]);
  });

  it('goes nowhere without references', () => {
    expect(stepRef(0, undefined, 1)).toBeUndefined();
  });
});
