import { describe, expect, it } from 'vitest';
import { holm } from './holm.ts';

describe('holm', () => {
  it.each([
    // In order 0.01·3, 0.03·2, and 0.04·1 not below the 0.06 before it.
    [
      [0.01, 0.04, 0.03],
      [0.03, 0.06, 0.06],
    ],
    [[0.02], [0.02]],
    // 0.5·2 = 1, then 0.6·1 not below it
    [
      [0.6, 0.5],
      [1, 1],
    ],
    [
      [0.04, null, 0.01],
      [0.04, null, 0.02],
    ],
    [[], []],
  ])('of %j is %j', (ps, adjusted) => {
    expect(holm(ps)).toEqual(adjusted.map((p) => (p === null ? null : expect.closeTo(p, 12))));
  });

  it('rejects a value that is not a p-value', () => {
    expect(() => holm([1.2])).toThrow(RangeError);
  });
});
