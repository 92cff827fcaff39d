import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { clusteredMeanInterval } from '../../statistics/rates/clustered-mean.ts';
import { MeanTally } from './mean-tally.ts';

const anyUnit = fc.double({ min: 0, max: 1, noNaN: true });

describe('MeanTally', () => {
  it('gives the interval of all values, though it keeps only mean and spread', () => {
    fc.assert(
      fc.property(
        fc.array(fc.array(anyUnit, { minLength: 1, maxLength: 4 }), { minLength: 2, maxLength: 40 }),
        (clusters) => {
          const tally = new MeanTally();
          for (const values of clusters) tally.add(values, undefined);
          const sums = clusters.map((values) => ({
            sum: values.reduce((sum, value) => sum + value, 0),
            count: values.length,
          }));
          const wanted = clusteredMeanInterval(sums, { min: 0, max: 1 });
          const got = tally.toInterval();
          expect(got.n).toBe(wanted.n);
          for (const end of ['value', 'low', 'high'] as const) expect(got[end]).toBeCloseTo(wanted[end] ?? -1, 6);
        },
      ),
    );
  });

  it('puts values of one cluster together, whenever they come', () => {
    const tally = new MeanTally();
    for (const [value, cluster] of [
      [1, 'a'],
      [0, 'b'],
      [1, 'a'],
      [0, 'b'],
    ] as const)
      tally.add([value], cluster);
    const wanted = clusteredMeanInterval(
      [
        { sum: 2, count: 2 },
        { sum: 0, count: 2 },
      ],
      { min: 0, max: 1 },
    );
    expect(tally.toInterval()).toEqual(wanted);
  });

  it('takes values that are all alike for what they are', () => {
    const tally = new MeanTally();
    for (let index = 0; index < 10; index += 1) tally.add([0.7], undefined);
    expect(tally.toInterval()).toEqual(clusteredMeanInterval([{ sum: 0.7, count: 1, times: 10 }], { min: 0, max: 1 }));
  });

  it('is null with a reason without values', () => {
    const tally = new MeanTally();
    tally.add([], 'a');
    expect(tally.toInterval()).toMatchObject({ value: null, n: 0, why: 'no values' });
  });
});
