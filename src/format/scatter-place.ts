import { type PageJudge, toScaleShare } from './calibration-page.ts';

/** Size of a scatter plot in its own units: the page draws it, and finds in it what was clicked. */
export const scatterSize = { width: 360, height: 340, left: 40, top: 12, inner: 288 } as const;

/** Room for a score of the edge to be jittered, as a share of the axis. */
const edge = 0.06;

/** How far a point may be from its true place, in steps of the scale. */
const reach = 0.34;

/** 0–1 from left to right. */
export function toScatterX(share: number): number {
  return scatterSize.left + (edge + share * (1 - 2 * edge)) * scatterSize.inner;
}

/** 0–1 from bottom to top. */
export function toScatterY(share: number): number {
  return scatterSize.top + (1 - edge - share * (1 - 2 * edge)) * scatterSize.inner;
}

export interface ScatterPair {
  readonly human: number;
  readonly said: number;
  /** Number of the sample: the same sample is moved the same way on every drawing. */
  readonly sample: number;
}

/** Where a sample is drawn: a little beside its scores where many have the same, so that a crowd looks like one. */
export function toScatterPoint({ human, said, sample }: ScatterPair, { s, d }: Pick<PageJudge, 's' | 'd'>) {
  const [across, up] = toSpread(sample);
  return {
    x: toScatterX(toScaleShare(human + across * reach * d, s)),
    y: toScatterY(toScaleShare(said + up * reach * d, s)),
  };
}

/** Two numbers from −1 to 1 that fill the square evenly: the additive recurrence of the plastic number. */
function toSpread(sample: number): readonly [number, number] {
  const plastic = 1.324717957244746;
  const toPart = (step: number) => 2 * (((sample + 1) * step) % 1) - 1;
  return [toPart(1 / plastic), toPart(1 / plastic ** 2)];
}
