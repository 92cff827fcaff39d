import { describe, expect, it } from 'vitest';
import { wilsonInterval } from '../rates/wilson.ts';
import { ppiMean } from './ppi-mean.ts';
import { planLabels, ppiRate } from './ppi-rate.ts';

/** As many of each: label and verdict 1 and 1, 1 and 0, 0 and 1, 0 and 0; then verdicts 1 and 0 without a label. */
function toPart([bothPass, labelPass, judgePass, bothFail]: readonly number[], [pass, fail]: readonly number[]) {
  const repeat = (value: number, times = 0) => Array.from({ length: times }, () => value);
  return {
    labels: [...repeat(1, bothPass), ...repeat(1, labelPass), ...repeat(0, judgePass), ...repeat(0, bothFail)],
    judgeOnLabeled: [...repeat(1, bothPass), ...repeat(0, labelPass), ...repeat(1, judgePass), ...repeat(0, bothFail)],
    judgeOnUnlabeled: [...repeat(1, pass), ...repeat(0, fail)],
  };
}

const width = ({ low, high }: { low: number | null; high: number | null }) => Number(high) - Number(low);

describe('ppiRate', () => {
  const part = toPart([31, 1, 2, 6], [400, 100]);

  it('has the point of ppiMean, with a λ from half a count more in each cell', () => {
    // Cells 31.5, 1.5, 2.5, 6.5 of 42: slope 31.5/34 − 1.5/8, divided by 1 + 40/500
    const rate = ppiRate(part);
    expect(rate).toMatchObject({ method: 'ppi', n: 40 });
    expect(rate.lambda).toBeCloseTo((31.5 / 34 - 1.5 / 8) / 1.08, 12);
    expect(rate.value).toBeCloseTo(Number(ppiMean({ ...part, lambda: rate.lambda }).value), 14);
  });

  it('is narrower than the labels alone, and wider than a plain effective n would say', () => {
    const rate = ppiRate(part);
    const mean = ppiMean(part);
    const plain = (Number(mean.value) * (1 - Number(mean.value))) / Number(mean.standardError) ** 2;
    expect(width(rate)).toBeLessThan(width(wilsonInterval(32, 40)));
    expect(rate.effectiveN).toBeGreaterThan(40);
    expect(rate.effectiveN).toBeLessThan(plain);
  });

  it('does not take a judge without a seen error for perfect', () => {
    // 500 verdicts would be worth 540 labels if the judge could not err.
    expect(ppiRate(toPart([32, 0, 0, 8], [400, 100])).effectiveN).toBeLessThan(250);
  });

  it('stays within 0 and 1', () => {
    const { value, low, high } = ppiRate(toPart([38, 1, 0, 1], [500, 0]));
    expect(value).toBeLessThanOrEqual(1);
    expect(high).toBeLessThanOrEqual(1);
    expect(low).toBeGreaterThan(0.8);
  });

  it.each([
    ['fewer than 40 labels', toPart([31, 1, 2, 5], [400, 100])],
    ['nothing is unlabeled', toPart([31, 1, 2, 6], [0, 0])],
    ['the judge always gives the same verdict', toPart([32, 0, 8, 0], [400, 100])],
    ['the verdicts do not correlate with the labels', toPart([20, 12, 8, 0], [400, 100])],
  ])('uses the labels alone: %s', (why, given) => {
    const passes = given.labels.filter((label) => label === 1).length;
    const { low, high, value, n } = wilsonInterval(passes, given.labels.length);
    const rate = ppiRate(given);
    expect(rate).toMatchObject({ n, lambda: 0, method: 'labels-only', why });
    expect(rate.value).toBeCloseTo(Number(value), 14);
    expect(rate.low).toBeCloseTo(Number(low), 12);
    expect(rate.high).toBeCloseTo(Number(high), 12);
    expect(rate.effectiveN).toBeCloseTo(n, 10);
  });

  it('is null with a reason without labels', () => {
    expect(ppiRate(toPart([0, 0, 0, 0], [5, 5]))).toMatchObject({ value: null, low: null, n: 0, why: 'no labels' });
  });

  it('is worth less with clusters and with unequal weights', () => {
    // Two labels of each conversation, alike.
    const clusters = part.labels.map((_, i) => `c${Math.floor(i / 2)}`);
    expect(ppiRate({ ...part, clusters }).effectiveN).toBeLessThan(ppiRate(part).effectiveN);
    const weights = part.labels.map((_, i) => 1 + (i % 4));
    expect(ppiRate({ ...part, weights }).effectiveN).toBeLessThan(ppiRate(part).effectiveN);
  });

  it('refuses labels other than 0 and 1', () => {
    expect(() => ppiRate({ labels: [0.5], judgeOnLabeled: [1], judgeOnUnlabeled: [] })).toThrow(RangeError);
  });

  it('is 1 and not more where every label is a pass, whatever the weights', () => {
    for (const weight of [1, 2.5, 2.7777777777777777]) {
      const labels = Array.from({ length: 36 }, () => 1);
      const weights = labels.map(() => weight);
      expect(ppiRate({ labels, judgeOnLabeled: labels, judgeOnUnlabeled: [1, 0], weights }).value).toBe(1);
    }
  });
});

describe('planLabels', () => {
  const part = toPart([31, 1, 2, 6], [400, 100]);

  it('says what more labels would buy', () => {
    const plan = planLabels(part, [0, 40, 160]);
    expect(plan.halfWidth).toBeCloseTo(width(ppiRate(part)) / 2, 14);
    expect(plan.withMore[0]).toEqual({ more: 0, halfWidth: plan.halfWidth });
    // 80 labels of the same kind, and 40 fewer without.
    expect(plan.withMore[1]?.halfWidth).toBeCloseTo(width(ppiRate(toPart([62, 2, 4, 12], [368, 92]))) / 2, 12);
    expect(Number(plan.withMore[2]?.halfWidth)).toBeLessThan(Number(plan.withMore[1]?.halfWidth));
  });

  it('uses the judge once there are enough labels', () => {
    const few = toPart([16, 0, 1, 3], [400, 100]);
    const [plan] = planLabels(few, [20]).withMore;
    expect(Number(plan?.halfWidth)).toBeLessThan(width(wilsonInterval(32, 40)) / 2);
  });

  it('does not count labels beyond what is left', () => {
    const plan = planLabels(part, [500, 900]);
    expect(plan.withMore.map(({ more }) => more)).toEqual([500, 500]);
    expect(plan.withMore[0]).toEqual(plan.withMore[1]);
  });

  it('has nothing to plan with without labels', () => {
    expect(planLabels(toPart([0, 0, 0, 0], [5, 5]), [40])).toEqual({ halfWidth: null, withMore: [] });
  });

  it('refuses a number of labels that is not whole', () => {
    expect(() => planLabels(part, [1.5])).toThrow(RangeError);
    expect(() => planLabels(part, [-1])).toThrow(RangeError);
  });
});
