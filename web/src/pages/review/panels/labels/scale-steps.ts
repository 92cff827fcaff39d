import type { Question } from '../../../../../../src/contract/workspace.ts';
import { toDefaultPass } from '../../../../../../src/conversation/scale.ts';

type Scale = Pick<Question, 'min' | 'max' | 'step'>;

/** A digit key for each: 1 … 9, 0. */
const mostKeys = 10;

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

/** The digit key of the step at a place: 1 … 9, 0. */
export function toDigit(place: number): string {
  return String((place + 1) % 10);
}
