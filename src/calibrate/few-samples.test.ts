import { describe, expect, it } from 'vitest';
import { calibrate } from './calibrate.ts';

/** Pairs of human and judge. */
function measure(pairs: readonly (readonly [number, number])[], gate: Record<string, number>) {
  const verdicts = pairs.map(([, score], index) => ({ sample: `s${index}`, score }));
  const labels = pairs.map(([score], index) => ({ sample: `s${index}`, score }));
  return calibrate(verdicts, labels, { gate });
}

describe('few samples', () => {
  it.each(['gwetAc2', 'kappaLinear', 'kappaQuadratic', 'alphaOrdinal', 'spearman'])(
    'neither trust nor condemn a judge by %s',
    (metric) => {
      const pairs = [
        [1, 2],
        [-1, -2],
      ] as const;
      expect(measure(pairs, { [metric]: 0.6 }).gate.state).toBe('insufficient-labels');
      expect(measure(pairs, { [metric]: 0.9 }).gate.state).toBe('insufficient-labels');
    },
  );

  it('hide gross errors: the interval knows what 10 samples without one leave open', () => {
    const pairs = Array.from(
      { length: 10 },
      (_, index) => [index % 7, (index % 7) + (index === 3 ? 1 : 0)] as const,
    ).map(([human, judge]) => [human - 3, Math.min(3, judge - 3)] as const);
    const { kappaQuadratic } = measure(pairs, { kappaQuadratic: 0.8 });
    // Resamples contain errors of at most 1, so they reach down to 0.96; up to 28% of all samples could be far off.
    expect(kappaQuadratic.value).toBeGreaterThan(0.98);
    expect(kappaQuadratic.low).toBeLessThan(0.6);
  });
});
