import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fourRaters } from '../../../test/support/four-raters.ts';
import { krippendorffAlpha, krippendorffAlphaOf } from './krippendorff-alpha.ts';
import { ratingLevels } from './rating-codes.ts';

describe('krippendorffAlpha', () => {
  it.each([
    ['nominal', 0.743],
    ['ordinal', 0.815],
    ['interval', 0.849],
    ['ratio', 0.797],
  ] as const)('of the %s example with missing ratings is %d', (level, expected) => {
    const alpha = krippendorffAlpha(fourRaters, level);
    expect(alpha.value).toBeCloseTo(expected, 3);
    expect(alpha.n).toBe(11);
  });

  it('is one less the quotient of two disagreements', () => {
    // Two units, one agrees. Within: 1 of 2 pairs differs, 1/2. Between: a a a b, ordered pairs that differ 2·3·1 of 4·3, 1/2.
    expect(
      krippendorffAlpha([
        ['a', 'a'],
        ['a', 'b'],
      ]),
    ).toEqual({ value: 0, observed: 0.5, expected: 0.5, n: 2 });
  });

  it('takes ranks for ordinal distances, so that only the order counts', () => {
    const stretched = fourRaters.map((unit) => unit.map((score) => (score === null ? null : score ** 3)));
    expect(krippendorffAlpha(stretched, 'ordinal').value).toBeCloseTo(
      krippendorffAlpha(fourRaters, 'ordinal').value ?? 0,
      12,
    );
  });

  it.each([
    ['no units', [], 'no unit has two ratings'],
    ['one rater', [[1], [2]], 'no unit has two ratings'],
    [
      'raters who share nothing',
      [
        [1, null],
        [null, 2],
      ],
      'no unit has two ratings',
    ],
    [
      'one score',
      [
        [0.1, 0.1],
        [0.1, 0.1],
        [0.1, 0.1],
      ],
      'every rating is the same',
    ],
  ])('is null with a reason for %s', (_, units, why) => {
    for (const level of ratingLevels) {
      const alpha = krippendorffAlpha(units, level);
      expect(alpha.value).toBeNull();
      expect(alpha.why).toContain(why);
    }
  });

  it('has no ratio below 0', () => {
    expect(
      krippendorffAlpha(
        [
          [-1, 1],
          [2, 2],
        ],
        'ratio',
      ),
    ).toMatchObject({ value: null, n: 0 });
  });

  it('takes a score of 0 twice for no distance', () => {
    expect(
      krippendorffAlpha(
        [
          [0, 0],
          [1, 1],
        ],
        'ratio',
      ).value,
    ).toBe(1);
  });

  it('rejects a value that is not a score', () => {
    expect(() => krippendorffAlpha([[Number.NaN, 1]], 'interval')).toThrow(RangeError);
    expect(() => krippendorffAlpha([['a', 'b']], 'ordinal')).toThrow('ordinal');
    expect(() => krippendorffAlphaOf({ values: new Float64Array(5), raters: 2 })).toThrow(RangeError);
  });

  const rating = fc.option(fc.oneof(fc.integer({ min: 0, max: 4 }), fc.constantFrom(0.5, 1.5)));
  const table = fc.array(fc.tuple(rating, rating, rating), { minLength: 1, maxLength: 10 });

  it('follows from every two ratings, as the definition says', () => {
    fc.assert(
      fc.property(table, fc.constantFrom(...ratingLevels), (units, level) => {
        const { value } = krippendorffAlpha(units, level);
        const expected = alphaByDefinition(units, level);
        if (expected === null) expect(value).toBeNull();
        else expect(value).toBeCloseTo(expected, 9);
      }),
    );
  });

  it('does not ask for the order of units or raters', () => {
    fc.assert(
      fc.property(table, fc.constantFrom(...ratingLevels), (units, level) => {
        const turned = units.map((unit) => unit.toReversed()).toReversed();
        const [one, other] = [krippendorffAlpha(units, level).value, krippendorffAlpha(turned, level).value];
        if (one === null) expect(other).toBeNull();
        else expect(other).toBeCloseTo(one, 9);
      }),
    );
  });
});

/** The sums as the book has them, with every two ratings taken one by one. */
function alphaByDefinition(units: readonly (readonly (number | null)[])[], level: string): number | null {
  const paired = units.map((unit) => unit.filter((score) => score !== null)).filter((unit) => unit.length > 1);
  const all = paired.flat();
  const distance = (one: number, other: number) => {
    if (level === 'nominal') return one === other ? 0 : 1;
    if (level === 'interval') return (one - other) ** 2;
    if (level === 'ratio') return one === other ? 0 : ((one - other) / (one + other)) ** 2;
    const [low, high] = [Math.min(one, other), Math.max(one, other)];
    const between = all.filter((score) => score >= low && score <= high).length;
    const ends = all.filter((score) => score === low).length + all.filter((score) => score === high).length;
    return one === other ? 0 : (between - ends / 2) ** 2;
  };
  const sum = (scores: readonly number[]) =>
    scores.flatMap((one) => scores.map((other) => distance(one, other))).reduce((total, each) => total + each, 0);
  const observed = paired.reduce((total, unit) => total + sum(unit) / (unit.length - 1), 0) / all.length;
  const expected = sum(all) / (all.length * (all.length - 1));
  return all.length === 0 || expected === 0 ? null : 1 - observed / expected;
}
