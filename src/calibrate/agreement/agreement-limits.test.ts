import { describe, expect, it } from 'vitest';
import { agreement, toAgreementMetrics } from './agreement.ts';
import { agreementKeys, toAgreementDeclaration } from './agreement-table.ts';
import type { UnitRating } from './coded-ratings.ts';

const pairKeys = agreementKeys.filter((key) => toAgreementDeclaration(key).byPairs);

/** Six units that all raters scored, most of them the same. */
function rateBy(raters: number): readonly UnitRating[] {
  return Array.from({ length: 6 * raters }, (_, place) => {
    const [unit, rater] = [place % 6, Math.floor(place / 6)];
    return { unit: `u${unit}`, rater: `r${rater}`, score: rater % 5 === 0 ? 1 : unit % 2 };
  });
}

describe('agreement of many raters', () => {
  it('has every pair up to two thousand of them', () => {
    // 63 · 62 / 2
    expect(agreement(rateBy(63), { resamples: 2 }).pairs).toHaveLength(1953);
  });

  it('has no pairs above that, and says why κ and π have no value', () => {
    const found = agreement(rateBy(64), { resamples: 20 });
    expect(found).toMatchObject({ raters: 64, pairs: [] });
    for (const key of pairKeys) expect(found[key]).toEqual({ value: null, n: 6, why: 'too many raters' });
    expect(agreementKeys.filter((key) => found[key].value === null)).toEqual(pairKeys);
  });

  it('counts pairs that share a unit, not pairs that could', () => {
    const apart = Array.from({ length: 200 }, (_, place) => ({
      ...{ unit: `u${place % 100}`, rater: `r${place}` },
      score: place % 3,
    }));
    expect(agreement(apart, { resamples: 2 }).pairs).toHaveLength(100);
  });
});

describe('toAgreementMetrics', () => {
  it('gives the metrics that were asked for, as agreement() does', () => {
    const keys = ['percentAgreement', 'cohenKappa', 'alphaOrdinal'] as const;
    const { percentAgreement, cohenKappa, alphaOrdinal } = agreement(rateBy(3), { resamples: 50 });
    expect(toAgreementMetrics(rateBy(3), { resamples: 50 }, keys)).toMatchObject({
      percentAgreement,
      cohenKappa,
      alphaOrdinal,
    });
  });
});

describe('agreement called without types', () => {
  it.each<[string, readonly unknown[]]>([
    ['ratings[0] has no unit', [[{ sample: 'a', rater: 'ann', score: 1 }]]],
    ['ratings[0] has no unit', [[null]]],
    ['ratings[0] has no rater', [[{ unit: 'a', score: 1 }]]],
    ['ratings[0] has no score', [[{ unit: 'a', rater: 'ann' }]]],
    ['a scale must have at most 1000 steps', [[], { scale: [0, 200000] }]],
    ['is too wide to compute with', [[], { scale: { min: -1e308, max: 1e308, step: 0 } }]],
  ])('refuses, with the words: %s', (message, given) => {
    const refused = () => Reflect.apply(agreement, undefined, given);
    expect(refused).toThrow(RangeError);
    expect(refused).toThrow(message);
  });
});
