import type { Question } from '../../../../../../src/contract/workspace.ts';
import { toDefaultPass } from '../../../../../../src/conversation/scale.ts';

type Scale = Pick<Question, 'min' | 'max' | 'step'>;

/** In the order of the keys: ten digits, and one key more. */
const digits = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '0'] as const;
const lastKey = '=';
const mostKeys = digits.length + 1;

export type StepKey = (typeof digits)[number] | typeof lastKey;
export const stepKeys: readonly StepKey[] = [...digits, lastKey];

/** The scores of a scale, worst first; undefined: any number, or more than there are keys for. */
export function findSteps({ min, max, step }: Scale): readonly number[] | undefined {
  if (step <= 0) return undefined;
  const count = Math.floor((max - min) / step + 1e-9) + 1;
  if (count > mostKeys) return undefined;
  return Array.from({ length: count }, (_, place) => Number((min + place * step).toPrecision(12)));
}

/** The lowest score that passes: the one that the deck names, else the one that its scale stands for. */
export function toPassMark({ pass, ...scale }: Question): number {
  return pass ?? toDefaultPass(scale);
}

/** A score with its sign, where the scale has both. */
export function renderScore(score: number, { min, max }: Pick<Question, 'min' | 'max'>): string {
  const hasBothSigns = min < 0 && max > 0;
  const text = String(Math.abs(score));
  if (score < 0) return `−${text}`;
  return hasBothSigns && score > 0 ? `+${text}` : text;
}

/**
 * The key of each step: 1 … 9, 0 from the left, and one key more for an eleventh. From 0 to 10 a digit is the score it
 * shows, because nobody would press 1 to say 0 there.
 */
export function listStepKeys(steps: readonly number[]): readonly StepKey[] {
  const isZeroToTen = steps.length === mostKeys && steps.every((step, place) => step === place);
  return isZeroToTen ? ['0', ...digits.slice(0, -1), lastKey] : stepKeys.slice(0, steps.length);
}
