import type { Scale } from './deck.ts';

/** That of decks which name none, and of the built-in outcome deck. */
export const defaultScale: Scale = { min: -3, max: 3, step: 1 };

/** Why a score is not on a scale, in words that follow "the score …"; undefined when it is on it. */
export function findScaleFlaw(score: number, scale: Scale): string | undefined {
  const { min, max, step } = scale;
  if (!Number.isFinite(score)) return 'is not a number';
  if (score < min || score > max) return `is outside the scale ${renderScale(scale)}`;
  if (step > 0 && !isWhole((score - min) / step)) return `is between the steps of the scale ${renderScale(scale)}`;
  return undefined;
}

/** Whether whole steps lead from the worst to the best score. A step of 0 allows any number, so it always fits. */
export function isStepFitting({ min, max, step }: Scale): boolean {
  return step === 0 || (step <= max - min && isWhole((max - min) / step));
}

/** Nobody tells more scores apart, and what judge and people said is counted in a table of every two of them. */
export const mostSteps = 1000;

/** Whether there are few enough steps to count by. A step of 0 has none to count. */
export function isCountable({ min, max, step }: Scale): boolean {
  return step === 0 || (max - min) / step <= mostSteps + tolerance;
}

/**
 * The score from which a reply passes when the deck names none: the first step above the midpoint,
 * so that "neither good nor bad" never passes. Without steps there is no first number above it: the midpoint itself.
 *
 * @example toDefaultPass({ min: -3, max: 3, step: 1 })  // 1
 * @example toDefaultPass({ min: 1, max: 5, step: 1 })   // 4
 */
export function toDefaultPass({ min, max, step }: Scale): number {
  const middle = min + (max - min) / 2;
  if (step === 0) return middle;
  const stepsBelow = Math.floor((middle - min) / step + tolerance);
  return Math.min(max, roundNoise(min + (stepsBelow + 1) * step));
}

/** Why nothing could pass or everything would, in words that follow "the threshold …"; it may lie between the steps. */
export function findThresholdFlaw(threshold: number | undefined, scale: Scale): string | undefined {
  return threshold === undefined ? undefined : findScaleFlaw(threshold, { ...scale, step: 0 });
}

/** The scores of a scale, worst first. Undefined: any number, or more than `most`. */
export function listSteps({ min, max, step }: Scale, most: number): readonly number[] | undefined {
  if (step <= 0) return undefined;
  const count = Math.floor((max - min) / step + tolerance) + 1;
  if (count > most) return undefined;
  return Array.from({ length: count }, (_, place) => roundNoise(min + place * step));
}

/** A score and the keys that give it, pressed one after the other. */
export interface ScoreKey {
  readonly score: number;
  readonly keys: readonly string[];
}

/** As many as fit a row of buttons, such as 0 to 10. */
export const mostKeyed = 11;

/**
 * The keys for the scores of a scale: a digit gives its own value, a minus sign before it the negative one, and `=`
 * gives 10. Undefined: some score has no such key, as 0.25 or 40, so the number is typed.
 *
 * @example listScoreKeys({ min: -1, max: 1, step: 1 })  // -1: `-` `1`, 0: `0`, 1: `1`
 */
export function listScoreKeys(scale: Scale): readonly ScoreKey[] | undefined {
  const steps = listSteps(scale, mostKeyed);
  const isKeyed = steps?.every((score) => Number.isInteger(score) && score >= -9 && score <= 10);
  return isKeyed === true ? steps?.map((score) => ({ score, keys: toScoreKeys(score) })) : undefined;
}

function toScoreKeys(score: number): readonly string[] {
  if (score === 10) return ['='];
  return score < 0 ? ['-', String(-score)] : [String(score)];
}

export function renderScale({ min, max, step }: Scale): string {
  return step === 0 || step === 1 ? `${min}…${max}` : `${min}…${max} in steps of ${step}`;
}

/** Steps such as 0.1 have no exact binary form; this much may be lost on the way from `min`. */
const tolerance = 1e-9;

function isWhole(value: number): boolean {
  return Math.abs(value - Math.round(value)) <= tolerance * Math.max(1, Math.abs(value));
}

function roundNoise(value: number): number {
  return Number(value.toPrecision(12));
}
