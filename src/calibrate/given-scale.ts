import type { Scale } from '../conversation/judge/deck.ts';
import {
  defaultScale,
  findThresholdFlaw,
  isCountable,
  isStepFitting,
  mostSteps,
  toDefaultPass,
} from '../conversation/judge/scale.ts';

/** What judge and people score by; the defaults are those of a deck that says nothing. */
export interface GivenScale {
  /** Worst and best score; default −3 to 3. */
  readonly scale?: readonly [number, number] | Scale;
  /** Distance of scores; 0: any number. Default 1. */
  readonly step?: number;
  /** Score from which it passes. Default: the first step above the midpoint. */
  readonly pass?: number;
}

/** The scale and its passing score. Throws a RangeError for one that cannot be. */
export function toMeasure({ scale: given, step, pass: givenPass }: GivenScale): {
  readonly scale: Scale;
  readonly pass: number;
} {
  const scale = toScale(given, step);
  const flaw = findThresholdFlaw(givenPass, scale);
  if (flaw !== undefined) throw new RangeError(`the passing score ${givenPass} ${flaw}`);
  return { scale, pass: givenPass ?? toDefaultPass(scale) };
}

/** Steps of 1 unless it says otherwise. Throws a RangeError for one that does not go up in whole steps, or in too many. */
export function toScale(given: GivenScale['scale'] = defaultScale, givenStep?: number): Scale {
  const [min, max] = 'min' in given ? [given.min, given.max] : given;
  const step = givenStep ?? ('min' in given ? given.step : defaultScale.step);
  const scale = { min, max, step };
  const isNumber = [min, max, step].every(Number.isFinite);
  if (!isNumber || min >= max || step < 0 || !isStepFitting(scale)) {
    throw new RangeError(`a scale must go up in whole steps, got ${min} to ${max} by ${step}`);
  }
  if (!Number.isFinite(max - min)) throw new RangeError(`the scale from ${min} to ${max} is too wide to compute with`);
  if (!isCountable(scale)) {
    throw new RangeError(
      `a scale must have at most ${mostSteps} steps, or step 0 for any number, got ${min} to ${max} by ${step}`,
    );
  }
  return scale;
}
