import { describe, expect, it } from 'vitest';
import type { Rating } from '../conversation/sample.ts';
import type { AnsweredSample } from './answered-sample.ts';
import { findHumanBaseline, toBestConstant, toCommonest } from './baselines.ts';

describe('toBestConstant', () => {
  it.each([
    [[-3, -1, 2, 2, 3], 2],
    [[-3, -3, -2, -1, 2], -3],
    // As many pass as fail: doubt counts against the reply.
    [[-2, 1], -2],
    [[3], 3],
  ])('of %j at a passing score of 1 is %d', (scores, constant) => {
    expect(toBestConstant(scores, 1)).toBe(constant);
  });
});

describe('toCommonest', () => {
  it.each([
    [[-3, 1, 1, 2], 1],
    [[1, 1, 2, 2], 1],
  ])('of %j is %d', (scores, commonest) => {
    expect(toCommonest(scores)).toBe(commonest);
  });
});

const measure = { scale: { min: 0, max: 4, step: 1 }, pass: 3 };

function toRated(ratings: readonly Rating[], place: number): AnsweredSample {
  const sample = `s${place}`;
  const row = { sample, human: 1, judge: null, ratings, tags: [], turns: 1, messages: [], again: [], probed: {} };
  return { cluster: sample, row };
}

/** Scores of ann and ben on each sample. */
function toPairs(pairs: readonly (readonly [number, number])[], names = ['ann', 'ben']): readonly AnsweredSample[] {
  return pairs.map((scores, place) =>
    toRated(
      scores.map((score, rater) => ({ rater: names[rater] ?? '', score })),
      place,
    ),
  );
}

describe('findHumanBaseline', () => {
  const pairs = [
    [0, 0],
    [4, 4],
    [0, 2],
    [4, 3],
  ] as const;

  it('is the inter-rater agreement on samples that two or more people scored', () => {
    const found = findHumanBaseline([...toPairs(pairs), toRated([{ rater: 'ann', score: 3 }], 9)], measure);
    // Two of four alike; |0 − 2| and |4 − 3| are 3 of 4; three of four within 1.
    expect(found).toMatchObject({
      kind: 'humans',
      name: 'between raters',
      metrics: { exact: { value: 0.5, n: 4 }, mae: { value: 0.75, n: 4 }, within1: { value: 0.75, n: 4 } },
    });
    expect(Object.keys(found?.metrics ?? {})).toEqual(['exact', 'within1', 'mae', 'kappa', 'alphaOrdinal', 'gwetAc2']);
    // ann: 0, 4, 0, 4; ben: 0, 4, 2, 3. Chance 0.5·0.25 + 0.5·0.25 = 0.25: (0.5 − 0.25)/0.75
    expect(found?.metrics.kappa?.value).toBeCloseTo(1 / 3, 12);
  });

  it('has no κ if the raters have no names', () => {
    const metrics = findHumanBaseline(toPairs(pairs, ['rater-1', 'rater-2']), measure)?.metrics;
    expect(metrics).not.toHaveProperty('kappa');
    expect(metrics?.exact).toMatchObject({ value: 0.5, n: 4 });
  });

  it('takes all pairs of three raters', () => {
    const ratings = [1, 2, 4].map((score, place) => ({ rater: `r${place}`, score }));
    // Distances 1, 3, 2: a mean of 2; one pair of three within 1.
    expect(findHumanBaseline([toRated(ratings, 0)], measure)?.metrics).toMatchObject({
      mae: { value: 2, n: 1 },
      within1: { value: expect.closeTo(1 / 3, 12), n: 1 },
    });
  });

  it('is undefined without two ratings of one sample', () => {
    expect(findHumanBaseline([toRated([{ rater: 'ann', score: 3 }], 0)], measure)).toBeUndefined();
  });
});
