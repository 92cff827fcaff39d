import { quoteValue } from '../base/explain-issue.ts';
import type { Scale } from '../conversation/deck.ts';
import {
  defaultScale,
  findScaleFlaw,
  findThresholdFlaw,
  isCountable,
  isStepFitting,
  mostSteps,
  toDefaultPass,
} from '../conversation/scale.ts';

/** The scores of a scale, worst first: 0, 0.1, 0.2, … without what binary fractions add. None without steps. */
export function listScores(scale: Scale): readonly number[] {
  const { min, max, step } = scale;
  if (step === 0) return [];
  return Array.from({ length: Math.round((max - min) / step) + 1 }, (_, place) => toScoreAt(place, scale));
}

/** Place of a score among those of its scale, which must have steps. */
export function toScorePlace(score: number, { min, step }: Scale): number {
  return Math.round((score - min) / step);
}

/**
 * A score as the scale has it: 0.1 + 0.2 is 0.3, so that equal scores are equal. Throws a RangeError that names
 * `subject` for one that is not on the scale.
 */
export function snapScore(score: number, scale: Scale, subject: string): number {
  const flaw = findScaleFlaw(score, scale);
  if (flaw !== undefined) throw new RangeError(`the score ${renderGiven(score)} of ${subject} ${flaw}`);
  // Zero has one sign only: JSON knows no other.
  return (scale.step === 0 ? score : toScoreAt(toScorePlace(score, scale), scale)) + 0;
}

function toScoreAt(place: number, { min, step }: Scale): number {
  // Whole numbers have no noise to round off, which is slow.
  if (Number.isSafeInteger(min) && Number.isSafeInteger(step)) return min + place * step + 0;
  return Number((min + place * step).toPrecision(12)) + 0;
}

/** Callers without types may pass "2": its quotes are what is wrong with it. */
function renderGiven(score: unknown): string {
  return typeof score === 'string' ? quoteValue(score) : String(score);
}

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
