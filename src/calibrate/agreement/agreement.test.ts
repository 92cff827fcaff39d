import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { brennanPrediger } from '../../statistics/agreement/brennan-prediger.ts';
import { cohenKappa } from '../../statistics/agreement/cohen-kappa.ts';
import { fleissKappa } from '../../statistics/agreement/fleiss-kappa.ts';
import { gwetAc } from '../../statistics/agreement/gwet-ac.ts';
import { krippendorffAlpha } from '../../statistics/agreement/krippendorff-alpha.ts';
import { percentAgreement } from '../../statistics/agreement/percent-agreement.ts';
import { toRatingCounts } from '../../statistics/agreement/rating-counts.ts';
import { scottPi } from '../../statistics/agreement/scott-pi.ts';
import { seededRandom } from '../../statistics/resampling/seeded-random.ts';
import type { PublishedValue } from '../selftest/published-value.ts';
import { publishedValues } from '../selftest/run-selftest.ts';
import { agreement, toAgreementMetrics } from './agreement.ts';
import { agreementKeys } from './agreement-table.ts';
import type { UnitRating } from './coded-ratings.ts';

type Rows = readonly (readonly (number | string | null)[])[];

function toRatings(rows: Rows): readonly UnitRating[] {
  return rows.flatMap((row, unit) => row.map((score, rater) => ({ unit: `u${unit}`, rater: `r${rater}`, score })));
}

/** A table as units of two raters, counts as units of as many raters as there are ratings. */
function toRows({ kind, data }: PublishedValue): Rows | undefined {
  if (kind === 'ratings') return data;
  if (kind === 'counts') {
    return data.map((counts) => counts.flatMap((count, place) => Array.from({ length: count }, () => place)));
  }
  if (kind !== 'table') return undefined;
  return data.flatMap((row, one) =>
    row.flatMap((count, other) => Array.from({ length: count }, (): [number, number] => [one, other])),
  );
}

const published = publishedValues.flatMap((value) => {
  const rows = toRows(value);
  const metrics = agreementKeys.flatMap((key) => {
    const expected = value.metrics[key];
    return expected === undefined ? [] : [{ key, expected }];
  });
  if (rows === undefined) return [];
  return metrics.map(({ key, expected }) => [`${value.id} ${key}`, { rows, key, expected, value }] as const);
});

const few = { resamples: 50 };

describe('agreement', () => {
  it.each(published)('reproduces %s', (_, { rows, key, expected, value }) => {
    const { [key]: metric } = agreement(toRatings(rows), few);
    expect(Math.abs((metric.value ?? Number.NaN) - expected)).toBeLessThanOrEqual(value.tolerance);
  });

  it('tests against all published metrics that it has', () => {
    expect(published).toHaveLength(28);
  });

  it('says the same as each statistic by itself', () => {
    const score = fc.constantFrom(1, 2, 3, 5);
    const rows = fc.array(fc.tuple(score, fc.option(score), fc.option(score)), { minLength: 2, maxLength: 12 });
    fc.assert(
      fc.property(rows, (units) => {
        const values = [1, 2, 3, 5];
        const counts = toRatingCounts(units, values);
        const found = agreement(toRatings(units), { ...few, scale: { min: 1, max: 5, step: 1 } });
        const onScale = toRatingCounts(units, [1, 2, 3, 4, 5]);
        const pairs: readonly (readonly [number | null | undefined, number | null])[] = [
          [percentAgreement(counts).value, found.percentAgreement.value],
          [fleissKappa(counts).value, found.fleissKappa.value],
          [krippendorffAlpha(units, 'nominal').value, found.alphaNominal.value],
          [krippendorffAlpha(units, 'ordinal').value, found.alphaOrdinal.value],
          [krippendorffAlpha(units, 'interval').value, found.alphaInterval.value],
          [krippendorffAlpha(units, 'ratio').value, found.alphaRatio.value],
          [gwetAc(onScale).value, found.gwetAc1.value],
          [gwetAc(onScale, { weights: 'quadratic' }).value, found.gwetAc2Quadratic.value],
          [brennanPrediger(onScale).value, found.brennanPrediger.value],
        ];
        for (const [alone, together] of pairs) expectSame(alone, together);
      }),
    );
  });

  it('has the κ of a table where there are two raters', () => {
    const table = [
      [4, 1, 0],
      [2, 3, 1],
      [0, 1, 5],
    ];
    const rows = toRows({ id: '', source: '', metrics: {}, tolerance: 0, kind: 'table', data: table }) ?? [];
    const found = agreement(toRatings(rows), few);
    expectSame(cohenKappa(table).value, found.cohenKappa.value);
    expectSame(cohenKappa(table, { weights: 'linear' }).value, found.kappaLinear.value);
    expectSame(cohenKappa(table, { weights: 'quadratic' }).value, found.kappaQuadratic.value);
    expectSame(scottPi(table).value, found.scottPi.value);
    expect(found.cohenKappa.n).toBe(17);
  });

  it('takes the mean of κ over every two raters that share units', () => {
    // r0 and r1: 2 of 4 agree where chance gives 1/2, κ = 0; r0 and r2 agree always, κ = 1; r1 and r2: 0.
    const rows = [
      [1, 1, 1],
      [1, 2, 1],
      [2, 1, 2],
      [2, 2, 2],
    ];
    const found = agreement(toRatings(rows), few);
    expectSame(1 / 3, found.cohenKappa.value);
    expect(found.pairs.map(({ raters }) => raters.join('–'))).toEqual(['r0–r1', 'r1–r2', 'r0–r2']);
    expect(found.pairs[2]?.cohenKappa).toMatchObject({ value: 1, n: 4 });
  });

  it('counts units, raters and ratings', () => {
    expect(
      agreement(
        toRatings([
          [1, 1, null],
          [null, 2, null],
          [null, null, null],
        ]),
        few,
      ),
    ).toMatchObject({
      units: 3,
      raters: 3,
      ratings: 3,
      percentAgreement: { value: 1, n: 1 },
    });
  });

  it('gives the same intervals for the same seed, and others for another', () => {
    const ratings = toRatings(Array.from({ length: 40 }, (_, unit) => [unit % 3, (unit * unit) % 3]));
    const [one, again, other] = [1, 1, 2].map((seed) => agreement(ratings, { seed }).cohenKappa);
    expect(one).toEqual(again);
    expect(one?.low).not.toBe(other?.low);
  });

  it('widens the interval where units come from few conversations', () => {
    const rows = Array.from({ length: 60 }, (_, unit) => [unit % 2, unit < 45 ? unit % 2 : 1 - (unit % 2)]);
    const alone = agreement(toRatings(rows));
    const together = agreement(
      toRatings(rows).map((rating) => ({
        ...rating,
        conversation: `c${Math.floor(Number(rating.unit.slice(1)) / 12)}`,
      })),
    );
    for (const key of ['percentAgreement', 'cohenKappa', 'alphaOrdinal'] as const) {
      expect(widthOf(together[key])).toBeGreaterThan(widthOf(alone[key]));
      expect(together[key].value).toBe(alone[key].value);
    }
  });

  it('gives Wilson’s interval of the percentage for two raters', () => {
    // 18 of 20 agree.
    const rows = Array.from({ length: 20 }, (_, unit) => [unit % 2, unit < 2 ? 1 - (unit % 2) : unit % 2]);
    const { low, high } = agreement(toRatings(rows), few).percentAgreement;
    expect(low).toBeCloseTo(0.69897, 5);
    expect(high).toBeCloseTo(0.97213, 5);
  });
});

describe('intervals of rare failures', () => {
  const random = seededRandom(3);

  /** Two raters who are right in 90% of conversations, of which 5% fail. */
  function rateUnits(units: number): Rows {
    return Array.from({ length: units }, () => {
      const truth = random() < 0.05 ? 0 : 1;
      return [0, 1].map(() => (random() < 0.9 ? truth : 1 - truth));
    });
  }

  it('contain the true κ and α, where drawing units with replacement misses every fifth', () => {
    // Raters agree in 0.9² + 0.1² = 0.82, and each passes 0.95 · 0.9 + 0.05 · 0.1 = 0.86.
    const chance = 0.86 ** 2 + 0.14 ** 2;
    const truth = (0.82 - chance) / (1 - chance);
    const draws = 60;
    const missed = { cohenKappa: 0, alphaNominal: 0 };
    for (let draw = 0; draw < draws; draw++) {
      const found = toAgreementMetrics(toRatings(rateUnits(20)), { scale: [0, 1], resamples: 200 }, [
        'cohenKappa',
        'alphaNominal',
      ]);
      for (const key of ['cohenKappa', 'alphaNominal'] as const) {
        const { low, high } = found[key];
        if ((low ?? -1) > truth || (high ?? 1) < truth) missed[key] += 1;
      }
    }
    expect(missed.cohenKappa).toBeLessThanOrEqual(0.05 * draws);
    expect(missed.alphaNominal).toBeLessThanOrEqual(0.05 * draws);
  });

  it('are those of the pair where there are two raters, and each pair has its own where there are more', () => {
    const two = agreement(toRatings(rateUnits(40)), few);
    expect(two.pairs[0]?.cohenKappa).toEqual(two.cohenKappa);
    const three = rateUnits(40).map(([one = 0, other = 0], unit) => [one, other, unit % 4 === 0 ? 0 : 1]);
    const { pairs } = agreement(toRatings(three), few);
    expect(new Set(pairs.map(({ cohenKappa }) => cohenKappa.low)).size).toBe(3);
  });
});

describe('agreement that is undefined in part', () => {
  const allTheSame = toRatings([
    [2, 2],
    [2, 2],
    [2, 2],
  ]);

  it.each([
    ['no rating at all', []],
    ['one rater', toRatings([[1], [2], [1]])],
    [
      'raters who share no unit',
      toRatings([
        [1, null],
        [null, 2],
      ]),
    ],
    ['one unit', toRatings([[1, 2]])],
    ['one score', allTheSame],
    ['only missing ratings', toRatings([[null, null]])],
  ])('has every key, and a number or a reason, with %s', (_, ratings) => {
    const found = agreement(ratings, few);
    for (const key of agreementKeys) {
      const { value, why, low, high } = found[key];
      if (value === null) expect(why, key).toMatch(/\w/);
      for (const number of [value, low, high]) expect(Number.isNaN(number), key).toBe(false);
    }
    expect(JSON.stringify(found)).not.toContain('NaN');
  });

  it('knows what chance is when everything is the same but the scale had more', () => {
    const found = agreement(allTheSame, { ...few, scale: [1, 3] });
    expect(found.percentAgreement.value).toBe(1);
    expect(found.cohenKappa).toMatchObject({ value: null, n: 3 });
    expect(found.gwetAc1.value).toBe(1);
    expect(found.brennanPrediger.value).toBe(1);
  });

  it('does not take full agreement for certainty', () => {
    const rows = Array.from({ length: 20 }, (_, unit) => [unit % 2, unit % 2]);
    const found = agreement(toRatings(rows));
    for (const key of agreementKeys) expect(found[key], key).toMatchObject({ value: 1, high: 1 });
    // Clopper and Pearson: of 20 that agree, a true rate of 0.832 is possible, so 2 · 0.832 − 1 = 0.66.
    expect(found.brennanPrediger.low).toBeGreaterThan(0.55);
    expect(found.brennanPrediger.low).toBeLessThan(0.75);
  });

  it.each([
    [4, 'no interval: fewer than five conversations'],
    [5, undefined],
  ])('of %i conversations gives the interval or the reason %j', (count, why) => {
    const rows = Array.from({ length: 20 }, (_, unit) => [unit % 2, unit % 3 === 0 ? 1 : unit % 2]);
    const ratings = toRatings(rows).map((rating) => ({
      ...rating,
      conversation: `c${Number(rating.unit.slice(1)) % count}`,
    }));
    const { cohenKappa, pairs } = agreement(ratings, few);
    expect(cohenKappa.value).not.toBeNull();
    expect(cohenKappa.why).toBe(why);
    expect(pairs[0]?.cohenKappa).toEqual(cohenKappa);
  });

  it('does not count conversations that only one person rated', () => {
    const rows = [[1, 1], [2, 1], ...Array.from({ length: 20 }, () => [2, null])];
    expect(agreement(toRatings(rows), few).alphaNominal).toEqual({
      value: expect.any(Number),
      n: 2,
      why: 'no interval: fewer than five conversations',
    });
  });

  it('has an interval of nearly everything where only one rating differs', () => {
    const rows = [...Array.from({ length: 9 }, () => [1, 1]), [0, 1]];
    const { value, low = 1, high = 0 } = agreement(toRatings(rows)).cohenKappa;
    expect(value).toBe(0);
    expect(low).toBeLessThan(-0.1);
    expect(high).toBeGreaterThan(0.8);
  });

  it('withholds what needs to know the raters where they are unknown', () => {
    const rows = Array.from({ length: 10 }, (_, unit) => [unit % 2, unit % 3 === 0 ? 1 : unit % 2]);
    const found = agreement(toRatings(rows), { ...few, areRatersUnknown: true });
    expect(agreementKeys.filter((key) => found[key].value === null)).toEqual([
      'cohenKappa',
      'kappaLinear',
      'kappaQuadratic',
      'scottPi',
    ]);
    expect(found.pairs).toEqual([]);
  });
});

describe('levels of agreement', () => {
  const rows = [
    [1, 2],
    [2, 2],
    [3, 3],
    [1, 1],
  ];

  it.each([
    [undefined, []],
    ['ratio', []],
    ['interval', ['alphaRatio']],
    ['ordinal', ['alphaInterval', 'alphaRatio']],
    ['nominal', ['kappaLinear', 'kappaQuadratic', 'alphaOrdinal', 'alphaInterval', 'alphaRatio', 'gwetAc2Quadratic']],
  ] as const)('at level %s withhold %j', (level, withheld) => {
    const found = agreement(toRatings(rows), { ...few, ...(level === undefined ? {} : { level }) });
    expect(agreementKeys.filter((key) => found[key].value === null)).toEqual(withheld);
    for (const key of withheld) expect(found[key].why).toContain('level');
  });

  it('allow only names for texts', () => {
    const found = agreement(
      toRatings([
        ['yes', 'no'],
        ['no', 'no'],
        ['yes', 'yes'],
        ['maybe', 'no'],
      ]),
      few,
    );
    expect(agreementKeys.filter((key) => found[key].value !== null)).toEqual([
      'percentAgreement',
      'cohenKappa',
      'scottPi',
      'fleissKappa',
      'alphaNominal',
      'gwetAc1',
      'brennanPrediger',
    ]);
    expect(found.alphaOrdinal.why).toBe('the scores are text, not numbers');
  });

  it('have no ratio below 0', () => {
    const { alphaRatio, alphaInterval } = agreement(
      toRatings([
        [-1, 1],
        [1, 1],
        [2, 2],
      ]),
      few,
    );
    expect(alphaRatio.value).toBeNull();
    expect(alphaRatio.why).toContain('-1');
    expect(alphaInterval.value).not.toBeNull();
  });

  it('have no categories on a scale without steps', () => {
    const found = agreement(
      toRatings([
        [0.1, 0.2],
        [0.5, 0.5],
        [0.9, 0.7],
      ]),
      { ...few, scale: { min: 0, max: 1, step: 0 } },
    );
    expect(found.cohenKappa.why).toBe('the scale has no steps');
    expect(found.alphaInterval.value).not.toBeNull();
    expect(found.percentAgreement.value).toBeCloseTo(1 / 3, 12);
  });

  it('take a step such as 0.1 for what it is', () => {
    const scale = { min: 0, max: 1, step: 0.1 };
    expect(
      agreement(
        toRatings([
          [0.3, 0.1 + 0.2],
          [0.5, 0.5],
        ]),
        { ...few, scale },
      ).percentAgreement.value,
    ).toBe(1);
  });
});

describe('agreement refuses', () => {
  it.each([
    ['a score off the scale', [{ unit: 'u7', rater: 'ann', score: 9 }], { scale: [1, 5] as const }, /u7.*ann.*1…5/],
    ['a score that is no number', [{ unit: 'u7', rater: 'ann', score: Number.NaN }], {}, /u7/],
    [
      'a rater who rates a unit twice',
      [
        { unit: 'u7', rater: 'ann', score: 1 },
        { unit: 'u7', rater: 'ann', score: 1 },
      ],
      {},
      /"ann" rated unit "u7" twice/,
    ],
    [
      'a unit in two conversations',
      [
        { unit: 'u7', rater: 'ann', score: 1, conversation: 'a' },
        { unit: 'u7', rater: 'ben', score: 1, conversation: 'b' },
      ],
      {},
      /u7.*"a" and "b"/,
    ],
    ['a scale that goes down', [], { scale: [5, 1] as const }, /must go up/],
    [
      'texts on a scale',
      [{ unit: 'u7', rater: 'ann', score: 'yes' }],
      { scale: [1, 5] as const },
      /some scores are text/,
    ],
    ['no resamples', [], { resamples: 0 }, /resample/],
  ])('%s', (_, ratings, options, message) => {
    expect(() => agreement(ratings, options)).toThrow(message);
    expect(() => agreement(ratings, options)).toThrow(RangeError);
  });
});

function expectSame(one: number | null | undefined, other: number | null): void {
  if (one === null || one === undefined || other === null) expect(other).toBe(one);
  else expect(other).toBeCloseTo(one, 10);
}

function widthOf({ low = 0, high = 0 }: { low?: number | undefined; high?: number | undefined }): number {
  return high - low;
}
