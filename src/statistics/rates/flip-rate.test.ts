import { describe, expect, it } from 'vitest';
import { flipRate } from './flip-rate.ts';

describe('flipRate', () => {
  it.each([
    [
      [
        [1, 2],
        [2, 2],
      ],
      0.5,
    ],
    // 2·1·2/(3·2) = 2/3 and 0: mean 1/3
    [
      [
        [1, 3],
        [3, 3],
      ],
      1 / 3,
    ],
    // 2·2·2/(4·3) = 2/3
    [[[2, 4]], 2 / 3],
    [
      [
        [0, 5],
        [5, 5],
      ],
      0,
    ],
  ])('of cases with passes and plays %j is %d', (cases, value) => {
    expect(flipRate(cases.map(([passed = 0, of = 0]) => ({ passed, of }))).value).toBeCloseTo(value, 12);
  });

  it('leaves out cases played once, and is null with a reason without others', () => {
    expect(flipRate([{ passed: 1, of: 1 }])).toMatchObject({ value: null, why: 'no case with 2 plays' });
    expect(
      flipRate([
        { passed: 1, of: 1 },
        { passed: 1, of: 2 },
      ]),
    ).toMatchObject({ value: 1, n: 1 });
  });

  it('has an upper end above 0 when nothing flipped', () => {
    // Wilson, 0 of 20: 0.16113
    expect(flipRate(new Array(20).fill({ passed: 3, of: 3 })).high).toBeCloseTo(0.16113, 4);
  });
});
