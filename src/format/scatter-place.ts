import type { PageJudge } from './calibration-page.ts';

/** Size of a scatter plot in its own units. The page draws it, and finds the clicked point in it. */
export const scatterSize = { width: 360, height: 340, left: 40, top: 12, inner: 288 } as const;

type ScatterScale = Pick<PageJudge, 'scale' | 'step'>;

/** Minimum margin at each end of an axis, as a share of the scale. */
const leastMargin = 0.04;

/** The horizontal position of a score. */
export function toScatterX(score: number, scale: ScatterScale): number {
  return scatterSize.left + toAxisShare(score, scale) * scatterSize.inner;
}

/** The vertical position of a score. The best score is at the top. */
export function toScatterY(score: number, scale: ScatterScale): number {
  return scatterSize.top + (1 - toAxisShare(score, scale)) * scatterSize.inner;
}

/**
 * The position of a score on an axis, from 0 to 1. The axis extends half a step beyond the lowest and the highest
 * score.
 */
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

/** Maximum distance of a point from its exact position, in steps of the scale. */
const reach = 0.3;

/** Distance between the first two points with the same scores, if there is room. */
const spacing = 5.5;

/** The golden angle in radians. It never returns to an earlier direction. */
const turn = Math.PI * (3 - Math.sqrt(5));

/**
 * The positions of samples in a plot. The first sample with a pair of scores is at its exact position. The others are
 * around it like the seeds of a sunflower, closer if there are many. Without steps every sample is at its exact
 * position.
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
