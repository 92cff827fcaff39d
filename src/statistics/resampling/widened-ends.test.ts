import { describe, expect, it } from 'vitest';
import { toWidenedEnds, toWidenedTail } from './widened-ends.ts';

describe('toWidenedTail', () => {
  it.each([
    // Φ(−√(5/4) · 2.7764) and Φ(−√(20/19) · 2.0930)
    [5, 0.00095],
    [20, 0.01588],
    [100_000, 0.025],
  ])('is smaller for few clusters: %i give %d', (clusters, tail) => {
    expect(toWidenedTail(0.95, clusters)).toBeCloseTo(tail, 5);
  });
});

describe('toWidenedEnds', () => {
  const draws = () => ({
    disagreeing: Float64Array.of(0.3, 0.2, 0.1, 0, 0.4),
    agreeing: Float64Array.of(0.5, 0.9, 0.7, 0.6, 0.8),
    plain: Float64Array.of(0.4, 0.5, 0.6),
  });

  it('ends a share low by disagreements and high by agreements, and a distance the other way around', () => {
    expect(toWidenedEnds(0.5, draws(), { tail: 0.25, kind: 'share' })).toEqual({ low: 0.1, high: 0.8 });
    expect(toWidenedEnds(0.5, draws(), { tail: 0, kind: 'distance' })).toEqual({ low: 0.5, high: 0.5 });
  });

  it('has no ends where a resample has no number', () => {
    const broken = { ...draws(), agreeing: Float64Array.of(0.5, Number.NaN) };
    expect(toWidenedEnds(0.5, broken, { tail: 0.25, kind: 'share' })).toMatchObject({ low: null, high: null });
  });

  it('moves the end out by twice the bias of resamples', () => {
    const biased = { ...draws(), plain: Float64Array.of(0.4, 0.4, 0.4) };
    expect(toWidenedEnds(0.5, biased, { tail: 0.25, kind: 'share' }).high).toBeCloseTo(0.8 + 2 * 0.1, 12);
  });
});
