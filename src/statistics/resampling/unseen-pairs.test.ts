import { describe, expect, it } from 'vitest';
import { pairWithUnseen } from './unseen-pairs.ts';

describe('pairWithUnseen', () => {
  it('adds the empty cells of a table of pass and fail', () => {
    const { pairs, cellOf, unseen } = pairWithUnseen({
      ...{ human: [1, 1, 0], judge: [1, 1, 0], values: [0, 1], hasSteps: true },
    });
    expect([...pairs.counts]).toEqual([1, 0, 0, 2]);
    expect([...cellOf]).toEqual([3, 3, 0]);
    expect([...unseen.agreements]).toEqual([0, 3]);
    expect(new Set(unseen.disagreements)).toEqual(new Set([1, 2]));
    expect(pairs.n).toBe(3);
  });

  it('takes a quarter of the disagreements from end to end of the scale, and more where most are', () => {
    const values = [1, 2, 3, 4, 5, 6, 7];
    const { unseen, pairs } = pairWithUnseen({ human: [4], judge: [4], values, hasSteps: true });
    const gross = [...unseen.disagreements].filter((cell) => Math.abs(pairs.differences[cell] ?? 0) === 6);
    // 42 disagreements, 2 of them from end to end and named 7 times more: 16 of 56.
    expect(gross.length / unseen.disagreements.length).toBeCloseTo(16 / 56, 10);
    expect(unseen.agreements.length).toBe(7);
  });

  it('spreads seven scores over a scale with many, or without steps', () => {
    const values = Array.from({ length: 101 }, (_, score) => score);
    const many = pairWithUnseen({ human: [3], judge: [4], values, hasSteps: true });
    expect(many.pairs.counts.length).toBe(50);
    const without = pairWithUnseen({ human: [0.3], judge: [0.4], values: [0, 1], hasSteps: false });
    expect(without.pairs.values.length).toBe(9);
    expect([...without.pairs.values].at(-1)).toBe(1);
  });

  it('counts pairs by their weights, and refuses a score off the scale', () => {
    const weights = Float64Array.of(0.5, 1.5);
    const { pairs } = pairWithUnseen({ human: [0, 1], judge: [0, 1], values: [0, 1], hasSteps: true, weights });
    expect([...pairs.counts]).toEqual([0.5, 0, 0, 1.5]);
    expect(() => pairWithUnseen({ human: [2], judge: [0], values: [0, 1], hasSteps: true })).toThrow(RangeError);
  });
});
