import { describe, expect, it } from 'vitest';
import { withinOne } from './within-one.ts';

describe('withinOne', () => {
  it('counts scores that are 1 apart or less, on the scale', () => {
    // 3 + 2 + 1 equal, 1 by one, 1 by two: 7/8
    const table = [
      [3, 1, 1],
      [0, 2, 0],
      [0, 0, 1],
    ];
    expect(withinOne(table, [1, 2, 3])).toEqual({ value: 0.875 });
    // in steps of 2 only equal ones: 6/8
    expect(withinOne(table, [0, 2, 4])).toEqual({ value: 0.75 });
    expect(withinOne(table, [0, 0.5, 1])).toEqual({ value: 1 });
  });

  it('takes a distance of 1 that binary numbers miss for 1', () => {
    // 1.3 − 0.3 is 1, but 8.3 − 7.3 is 1.0000000000000009
    expect(
      withinOne(
        [
          [0, 1],
          [0, 0],
        ],
        [0.1, 1.1 + Number.EPSILON],
      ),
    ).toEqual({ value: 1 });
  });

  it('is null, with a reason, without pairs', () => {
    expect(withinOne([[0]], [5])).toEqual({ value: null, why: 'no pair of scores' });
  });

  it.each([[[1, 2]], [[2, 1, 3]], [[1, 1, 2]], [[1, 2, Number.NaN]]])(
    'refuses the scale %j of three scores',
    (values) => {
      expect(() =>
        withinOne(
          [
            [1, 0, 0],
            [0, 1, 0],
            [0, 0, 1],
          ],
          values,
        ),
      ).toThrow(RangeError);
    },
  );
});
