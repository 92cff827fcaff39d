import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { arbitraryTable, toPairs, toTransposed } from '../../../test/support/arbitrary-table.ts';
import { meanAbsoluteError } from './mean-absolute-error.ts';
import { meanError } from './mean-error.ts';
import { rootMeanSquareError } from './root-mean-square-error.ts';

/** Of pairs judge/human on −3…3. */
function toTable(pairs: readonly (readonly [number, number])[]): number[][] {
  const table = Array.from({ length: 7 }, () => new Array<number>(7).fill(0));
  for (const [judge, human] of pairs) {
    const row = table[human + 3] ?? [];
    row[judge + 3] = (row[judge + 3] ?? 0) + 1;
  }
  return table;
}

const scale = [-3, -2, -1, 0, 1, 2, 3];

describe('meanError, meanAbsoluteError and rootMeanSquareError', () => {
  it.each([
    // judge/human 2/3 1/1 −1/−2: errors −1, 0, 1
    [
      [
        [2, 3],
        [1, 1],
        [-1, -2],
      ],
      0,
      2 / 3,
      Math.sqrt(2 / 3),
    ],
    // one of five is 2 too kind
    [
      [
        [3, 3],
        [-3, -3],
        [-3, -3],
        [-3, -3],
        [-1, -3],
      ],
      0.4,
      0.4,
      Math.sqrt(4 / 5),
    ],
    // 3/3 3/1 3/−3 3/−2: errors 0, 2, 6, 5; squares 0 + 4 + 36 + 25
    [
      [
        [3, 3],
        [3, 1],
        [3, -3],
        [3, -2],
      ],
      3.25,
      3.25,
      Math.sqrt(65 / 4),
    ],
  ] as [[number, number][], number, number, number][])('of %j are %d, %d and %d', (pairs, bias, mae, rmse) => {
    const table = toTable(pairs);
    expect(meanError(table, scale).value).toBeCloseTo(bias, 12);
    expect(meanAbsoluteError(table, scale).value).toBeCloseTo(mae, 12);
    expect(rootMeanSquareError(table, scale).value).toBeCloseTo(rmse, 12);
  });

  it('are null, with a reason, without pairs', () => {
    const none = { value: null, why: 'no pair of scores' };
    expect(meanError([[0]], [1])).toEqual(none);
    expect(meanAbsoluteError([[0]], [1])).toEqual(none);
    expect(rootMeanSquareError([[0]], [1])).toEqual(none);
  });

  it('are what a plain sum over all pairs gives, and in order', () => {
    fc.assert(
      fc.property(arbitraryTable(), fc.integer({ min: -5, max: 5 }), (table, first) => {
        const values = table.map((_, place) => first + 2 * place);
        const { human, judge } = toPairs(table);
        const errors = human.map((place, pair) => 2 * ((judge[pair] ?? 0) - place));
        const mean = (list: number[]) => list.reduce((sum, value) => sum + value, 0) / list.length;
        const [bias, mae, rmse] = [meanError, meanAbsoluteError, rootMeanSquareError].map(
          (of) => of(table, values).value,
        );
        if (errors.length === 0) {
          expect([bias, mae, rmse]).toEqual([null, null, null]);
          return;
        }
        expect(bias).toBeCloseTo(mean(errors), 9);
        expect(mae).toBeCloseTo(mean(errors.map(Math.abs)), 9);
        expect(rmse).toBeCloseTo(Math.sqrt(mean(errors.map((error) => error ** 2))), 9);
        expect(Math.abs(bias ?? 0)).toBeLessThanOrEqual((mae ?? 0) + 1e-12);
        expect(mae ?? 0).toBeLessThanOrEqual((rmse ?? 0) + 1e-12);
        expect(meanError(toTransposed(table), values).value).toBeCloseTo(-(bias ?? 0), 9);
      }),
    );
  });
});
