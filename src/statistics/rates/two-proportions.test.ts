import { expect, it } from 'vitest';
import { twoProportionTest } from './two-proportions.ts';

it('has the p-value of the pooled z test', () => {
  // z = 0.4/√(0.7·0.3·0.04) = 4.364, 2·(1 − Φ(z)) = 0.0000127
  expect(twoProportionTest({ hits: 45, n: 50 }, { hits: 25, n: 50 }).p).toBeCloseTo(1.274967e-5, 10);
});

it('finds no difference between equal shares, at the ends too', () => {
  expect(twoProportionTest({ hits: 10, n: 40 }, { hits: 25, n: 100 })).toEqual({ p: 1 });
  expect(twoProportionTest({ hits: 0, n: 40 }, { hits: 0, n: 3 })).toEqual({ p: 1 });
  expect(twoProportionTest({ hits: 40, n: 40 }, { hits: 3, n: 3 })).toEqual({ p: 1 });
});

it('is null without trials, and refuses impossible counts', () => {
  expect(twoProportionTest({ hits: 0, n: 0 }, { hits: 1, n: 3 })).toEqual({ p: null, why: 'no trials' });
  expect(() => twoProportionTest({ hits: 4, n: 3 }, { hits: 1, n: 3 })).toThrow(RangeError);
});
