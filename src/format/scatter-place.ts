import type { PageJudge } from './calibration-page.ts';

/** Size of a scatter plot in its own units: the page draws it, and finds in it what was clicked. */
export const scatterSize = { width: 360, height: 340, left: 40, top: 12, inner: 288 } as const;

type ScatterScale = Pick<PageJudge, 'scale' | 'step'>;

/** Room at each end of an axis, in parts of the scale, where half a step is less. */
const leastMargin = 0.04;

/** Where a score is, from left to right. */
export function toScatterX(score: number, scale: ScatterScale): number {
  return scatterSize.left + toAxisShare(score, scale) * scatterSize.inner;
}

/** Where a score is, from top to bottom: the best is at the top. */
export function toScatterY(score: number, scale: ScatterScale): number {
  return scatterSize.top + (1 - toAxisShare(score, scale)) * scatterSize.inner;
}

/** 0–1 from the worse end of an axis, which begins half a step before the least score and ends as far behind the greatest. */
function toAxisShare(score: number, { scale: [least, greatest], step }: ScatterScale): number {
  const margin = Math.max(step / 2, leastMargin * (greatest - least));
  return margin === 0 ? 0.5 : (score - least + margin) / (greatest - least + 2 * margin);
}

export interface ScatterPair {
  readonly human: number;
  readonly said: number;
}

interface ScatterPoint {
  readonly x: number;
  readonly y: number;
}

/** How far a point may be from its true place, in steps of the scale. */
const reach = 0.3;

/** How far from the first the second of two points with the same scores is, where there is room. */
const spacing = 5.5;

/** A turn that never comes back to where it was: the golden angle, in radians. */
const turn = Math.PI * (3 - Math.sqrt(5));

/**
 * Where samples are drawn, in their order: the first of those with the same scores at its very place, the others around
 * it like the seeds of a sunflower, the closer the more they are. Without steps everyone is at its very place.
 */
export function placeScatter(pairs: readonly ScatterPair[], scale: ScatterScale): readonly ScatterPoint[] {
  const toName = ({ human, said }: ScatterPair) => `${human} ${said}`;
  const crowds = new Map<string, number>();
  for (const pair of pairs) crowds.set(toName(pair), (crowds.get(toName(pair)) ?? 0) + 1);
  const [least] = scale.scale;
  const step = scale.step === 0 ? 0 : toScatterX(least + scale.step, scale) - toScatterX(least, scale);
  const placed = new Map<string, number>();
  return pairs.map((pair) => {
    const name = toName(pair);
    const before = placed.get(name) ?? 0;
    placed.set(name, before + 1);
    const apart = Math.min(spacing, (reach * step) / Math.sqrt(Math.max(1, (crowds.get(name) ?? 1) - 1)));
    const radius = apart * Math.sqrt(before);
    return {
      x: toScatterX(pair.human, scale) + radius * Math.cos(before * turn),
      y: toScatterY(pair.said, scale) + radius * Math.sin(before * turn),
    };
  });
}
