import { describe, expect, it } from 'vitest';
import { rake } from './rake.ts';

describe('raking', () => {
  it('weights the cells of one margin by wanted share over share', () => {
    const { weights } = rake([50, 50], [{ categories: [0, 1], shares: [0.1, 0.9] }]);
    expect(weights?.map((weight) => weight.toFixed(9))).toEqual(['0.200000000', '1.800000000']);
  });

  it('fits several margins at once and keeps what ties the cells together', () => {
    // A 2×2 table: rows 30 and 70 become 50 and 50, columns 40 and 60 become 70 and 30.
    const counts = [20, 10, 20, 50];
    const { weights } = rake(counts, [
      { categories: [0, 0, 1, 1], shares: [0.5, 0.5] },
      { categories: [0, 1, 0, 1], shares: [0.7, 0.3] },
    ]);
    const [a = 0, b = 0, c = 0, d = 0] = counts.map((count, cell) => (count * (weights?.[cell] ?? 0)) / 100);
    expect([a + b, a + c].map((share) => share.toFixed(6))).toEqual(['0.500000', '0.700000']);
    // The odds ratio is that of the counts: 20·50/(10·20).
    expect((a * d) / (b * c)).toBeCloseTo(5, 6);
  });

  it('gives no weight to a category that is to have no share', () => {
    expect(rake([10, 30], [{ categories: [0, 1], shares: [0, 1] }]).weights).toEqual([0, 40 / 30]);
  });

  it.each([
    ['there is nothing to weight', [0, 0], [{ categories: [0, 1], shares: [0.5, 0.5] }], 'no counts'],
    ['a wanted category is empty', [5, 0], [{ categories: [0, 1], shares: [0.5, 0.5] }], /no counts/],
    [
      'the margins contradict each other',
      [5, 5],
      [
        { categories: [0, 1], shares: [0.9, 0.1] },
        { categories: [0, 1], shares: [0.1, 0.9] },
      ],
      /contradict/,
    ],
  ])('has no weights when %s', (_, counts, margins, why) => {
    expect(rake(counts, margins)).toEqual({ weights: null, why: expect.stringMatching(why) });
  });

  it('refuses shares that do not add up and counts below 0', () => {
    expect(() => rake([1, 1], [{ categories: [0, 1], shares: [0.5, 0.6] }])).toThrow(RangeError);
    expect(() => rake([1, 1], [{ categories: [0], shares: [1] }])).toThrow(RangeError);
    expect(() => rake([-1], [])).toThrow(RangeError);
  });
});
