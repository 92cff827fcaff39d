import type { Scale } from '../conversation/deck.ts';
import { defaultScale, findThresholdFlaw, isStepFitting, toDefaultPass } from '../conversation/scale.ts';

/** What judge and people score by; the defaults are those of a deck that says nothing. */
export interface GivenScale {
  /** Worst and best score; default −3 to 3. */
  readonly scale?: readonly [number, number] | Scale;
  /** Distance of scores; 0: any number. Default 1. */
  readonly step?: number;
  /** Score from which it passes. Default: the first step above the midpoint. */
  readonly pass?: number;
}

/** The scale and its pass mark. Throws a RangeError for one that cannot be. */
export function toMeasure({ scale: given, step, pass: givenPass }: GivenScale): {
  readonly scale: Scale;
  readonly pass: number;
} {
  const scale = toScale(given, step);
  const { min, max } = scale;
  const isNumber = [min, max, scale.step].every(Number.isFinite);
  if (!isNumber || min >= max || scale.step < 0 || !isStepFitting(scale)) {
    throw new RangeError(`a scale goes up in whole steps, got ${min} to ${max} by ${scale.step}`);
  }
  const flaw = findThresholdFlaw(givenPass, scale);
  if (flaw !== undefined) throw new RangeError(`the pass mark ${givenPass} ${flaw}`);
  return { scale, pass: givenPass ?? toDefaultPass(scale) };
}

function toScale(given: GivenScale['scale'] = defaultScale, step?: number): Scale {
  if ('min' in given) return { ...given, ...(step === undefined ? {} : { step }) };
  const [min, max] = given;
  return { min, max, step: step ?? defaultScale.step };
}
