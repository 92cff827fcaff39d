import type { Scale } from './deck.ts';

/** The scale of decks that set none, and of the built-in outcome deck. */
export const defaultScale: Scale = { min: -3, max: 3, step: 1 };

/** Why a score is not on a scale, as a phrase that follows "the score …". Undefined: it is on the scale. */
export function findScaleFlaw(score: number, scale: Scale): string | undefined {
  const { min, max, step } = scale;
  if (!Number.isFinite(score)) return 'is not a number';
  if (score < min || score > max) return `is outside the scale ${renderScale(scale)}`;
  if (step > 0 && !isWhole((score - min) / step)) return `is between the steps of the scale ${renderScale(scale)}`;
  return undefined;
}

/** Whether the step divides the scale evenly. A step of 0 allows any number, so it always fits. */
export function isStepFitting({ min, max, step }: Scale): boolean {
  return step === 0 || (step <= max - min && isWhole((max - min) / step));
}

/**
 * More steps than any rater distinguishes. Agreement counts every pair of steps in a table, so the number must be
 * limited.
 */
export const mostSteps = 1000;

/** Whether the scale has few enough steps for such a table. A step of 0 has none. */
export function isCountable({ min, max, step }: Scale): boolean {
  return step === 0 || (max - min) / step <= mostSteps + tolerance;
}

/**
 * The passing score of a deck that sets none: the first step above the midpoint, so that "neither good nor bad" never
 * passes. Without steps it is the midpoint itself.
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

/** Why a threshold is outside the scale, as a phrase that follows "the threshold …". It may be between two steps. */
export function findThresholdFlaw(threshold: number | undefined, scale: Scale): string | undefined {
  return threshold === undefined ? undefined : findScaleFlaw(threshold, { ...scale, step: 0 });
}

/** The scores of a scale, worst first. Undefined: any number is allowed, or there are more than `most`. */
export function listSteps({ min, max, step }: Scale, most: number): readonly number[] | undefined {
  if (step <= 0) return undefined;
  const count = Math.floor((max - min) / step + tolerance) + 1;
  if (count > most) return undefined;
  return Array.from({ length: count }, (_, place) => roundNoise(min + place * step));
}

/** A score and the keys to press for it, in order. */
export interface ScoreKey {
  readonly score: number;
  readonly keys: readonly string[];
}

/** The maximum that fits in a row of buttons, such as 0 to 10. */
export const mostKeyed = 11;

/**
 * The keys for the scores of a scale: a digit for itself, `-` and a digit for a negative score, and `=` for 10.
 * Undefined: a score such as 0.25 or 40 has no key, so people type the number.
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

/**
 * The value of the context `outputFormat`: how a judge answers on this scale. It asks for exactly what
 * `parseJudgeReply` accepts. Some older decks use 0 for "cannot be graded", so it says what to write instead.
 */
export function renderOutputFormat(scale: Scale): string {
  const { min, max, step } = scale;
  const kind = step === 0 ? 'any number' : step === 1 && Number.isInteger(min) ? 'a whole number' : 'a number';
  const steps = step === 0 || kind === 'a whole number' ? '' : ` in steps of ${step}`;
  return [
    'One JSON object and nothing else, the reason first:',
    '{"reason": "<why, in one or two sentences>", "score": <number>}',
    `The score is ${kind} from ${min} to ${max}${steps}.`,
    'If there is nothing that can be graded, do not use a score for that. Answer with this object:',
    '{"reason": "<what is missing>", "score": null, "ungradable": true}',
  ].join('\n\n');
}

/** Steps such as 0.1 have no exact binary form, so sums of them are slightly off. */
const tolerance = 1e-9;

function isWhole(value: number): boolean {
  return Math.abs(value - Math.round(value)) <= tolerance * Math.max(1, Math.abs(value));
}

function roundNoise(value: number): number {
  return Number(value.toPrecision(12));
}
