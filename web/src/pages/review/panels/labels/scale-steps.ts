import type { Question } from '../../../../../../src/contract/workspace.ts';
import { listScoreKeys, listSteps, mostKeyed, toDefaultPass } from '../../../../../../src/conversation/judge/scale.ts';

type Scale = Pick<Question, 'min' | 'max' | 'step'>;

/** The scores of a scale as buttons, worst first; undefined: any number, or too many for a row. */
export function findSteps(scale: Scale): readonly number[] | undefined {
  return listSteps(scale, mostKeyed);
}

/** The keys of each score, by score; undefined: the number is typed. */
export function findStepKeys(scale: Scale): ReadonlyMap<number, string> | undefined {
  const keys = listScoreKeys(scale);
  return keys && new Map(keys.map((one) => [one.score, one.keys.join(' ')]));
}

/** The lowest score that passes: the one that the deck names, else the one that its scale stands for. */
export function toPassMark({ pass, ...scale }: Question): number {
  return pass ?? toDefaultPass(scale);
}

/** What is wrong with a score that is not on the scale, and what to enter. */
export function explainBadScore(score: number, { min, max, step }: Scale): string {
  const ends = `Enter a number from ${renderEnd(min)} to ${renderEnd(max)}`;
  const steps = step === 0 || step === 1 ? '' : ` in steps of ${step}`;
  if (!Number.isFinite(score)) return `This is not a number. ${ends}${steps}.`;
  if (score < min || score > max) return `The score is outside the scale. ${ends}${steps}.`;
  return `The score is between the steps of the scale. ${ends} in steps of ${step}.`;
}

function renderEnd(score: number): string {
  return String(score).replace('-', '−');
}

/** A score with its sign, where the scale has both. */
export function renderScore(score: number, { min, max }: Pick<Question, 'min' | 'max'>): string {
  const hasBothSigns = min < 0 && max > 0;
  const text = String(Math.abs(score));
  if (score < 0) return `−${text}`;
  return hasBothSigns && score > 0 ? `+${text}` : text;
}
