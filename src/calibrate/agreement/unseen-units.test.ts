import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../statistics/resampling/seeded-random.ts';
import { agreementTable } from './agreement-table.ts';
import { codeRatings } from './coded-ratings.ts';
import { drawingUnseen } from './unseen-units.ts';
import { WeighableRatings } from './weighable-ratings.ts';

/** Three raters on two units of a scale of five; the second unit was rated by two of them, a third unit by one. */
const rows = [
  [1, 2, 2],
  [null, 4, 5],
  [null, 3, null],
];
const given = rows.flatMap((row, unit) => row.map((score, rater) => ({ unit: `u${unit}`, rater: `r${rater}`, score })));
const scale = [1, 5] as const;

describe('units that were not seen', () => {
  it('have the raters of a unit that was, and scores that agree or do not', () => {
    const draw = drawingUnseen(new WeighableRatings(codeRatings(given, { scale }), { hasTables: true }));
    const random = seededRandom(1);
    const sets = new Set<string>();
    for (let time = 0; time < 100; time++) {
      const disagreement = draw('disagreement', random);
      sets.add(disagreement.raters.join());
      expect(new Set(disagreement.codes).size).toBe(2);
      expect(new Set(draw('agreement', random).codes).size).toBe(1);
    }
    expect(sets).toEqual(new Set(['0,1,2', '1,2']));
  });

  it('count like units that were seen, and only while they are read', () => {
    const ratings = new WeighableRatings(codeRatings(given, { scale }), { hasTables: true });
    const more = ['r0', 'r1', 'r2'].map((rater, place) => ({ unit: 'new', rater, score: [5, 1, 5][place] ?? 0 }));
    const withMore = new WeighableRatings(codeRatings([...given, ...more], { scale }), { hasTables: true });
    const keys = ['cohenKappa', 'kappaQuadratic', 'fleissKappa', 'alphaOrdinal', 'gwetAc2Quadratic'] as const;
    const read = (of: WeighableRatings) => keys.map((key) => agreementTable[key].compute(of).value);
    const before = read(ratings);
    ratings.withUnseen({ raters: [0, 1, 2], codes: [5, 1, 5] }, 1, () => {
      for (const [place, value] of read(ratings).entries()) expect(value).toBeCloseTo(read(withMore)[place] ?? 9, 10);
    });
    expect(read(ratings)).toEqual(before);
  });
});
