import { InvalidArgumentError } from 'commander';
import type { Scale } from '../../conversation/judge/deck.ts';
import { isStepFitting } from '../../conversation/judge/scale.ts';

const form = /^(?<min>[+-]?\d+(?:\.\d+)?)(?:\.\.|…)(?<max>[+-]?\d+(?:\.\d+)?)$/;
const mostScores = 1000;

/** `1..5` is the scores 1, 2, 3, 4 and 5. */
export function toScaleOption(text: string): Scale {
  const { min, max } = form.exec(text)?.groups ?? {};
  const scale = { min: Number(min), max: Number(max), step: 1 };
  if (min === undefined || !(scale.min < scale.max) || !isStepFitting(scale)) {
    throw new InvalidArgumentError('Expected low..high in whole steps, such as 1..5.');
  }
  if (scale.max - scale.min < mostScores) return scale;
  throw new InvalidArgumentError(`Expected at most ${mostScores} scores.`);
}
