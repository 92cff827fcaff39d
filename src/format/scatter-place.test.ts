import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { scatterSize, toScatterPoint, toScatterX, toScatterY } from './scatter-place.ts';

const anySample = fc.nat({ max: 100_000 });

describe('a point of the scatter plot', () => {
  it('stays nearer to its own scores than to any other: 0.34 of a step at most', () => {
    const judge = { s: [-3, 3], d: 1 } as const;
    const anyScore = fc.integer({ min: -3, max: 3 });
    const step = toScatterX(1 / 6) - toScatterX(0);
    fc.assert(
      fc.property(anyScore, anyScore, anySample, (human, said, sample) => {
        const { x, y } = toScatterPoint({ human, said, sample }, judge);
        expect(Math.abs(x - toScatterX((human + 3) / 6))).toBeLessThanOrEqual(0.34 * step + 1e-9);
        expect(Math.abs(y - toScatterY((said + 3) / 6))).toBeLessThanOrEqual(0.34 * step + 1e-9);
        expect(x).toBeGreaterThanOrEqual(scatterSize.left);
        expect(y).toBeGreaterThanOrEqual(scatterSize.top);
      }),
    );
  });

  it('is at its very place where the scale has no steps', () => {
    const point = toScatterPoint({ human: 0.25, said: 1, sample: 7 }, { s: [0, 1], d: 0 });
    expect(point).toEqual({ x: toScatterX(0.25), y: toScatterY(1) });
  });

  it('is in the middle where all have one score', () => {
    expect(toScatterPoint({ human: 2, said: 2, sample: 0 }, { s: [2, 2], d: 0 })).toEqual({
      x: toScatterX(0.5),
      y: toScatterY(0.5),
    });
  });
});
