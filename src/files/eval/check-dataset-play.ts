import { type Problem, toError } from '../../base/fault.ts';
import type { Source } from '../syntax/source.ts';
import type { EvalHead } from './eval-shape.ts';

/** Items are conversations with their good replies in them: there is no simulated user to play. */
export function checkDatasetPlay(source: Source, { play = [] }: EvalHead): readonly Problem[] {
  if (![play].flat().includes('simulate')) return [];
  const message = 'Cases from a dataset cannot be played as "simulate".';
  const hint = 'Write every-turn, which is the default, script, or reply: the last turn alone.';
  return [toError({ code: 'EVAL_BAD_VALUE', message, hint, reading: source.reading, ...source.placeOf(['play']) })];
}
