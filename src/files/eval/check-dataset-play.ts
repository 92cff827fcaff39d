import { type Problem, toError } from '../../base/fault.ts';
import type { Source } from '../syntax/source.ts';
import type { EvalHead } from './eval-shape.ts';

/** Items are conversations with their good replies in them: there is no simulated user to play. */
export function checkDatasetPlay(source: Source, { play = [] }: EvalHead): readonly Problem[] {
  if (![play].flat().includes('simulate')) return [];
  const message = 'Cases from a dataset do not support "play: simulate".';
  const hint = 'Use every-turn (the default), script, or reply, which plays only the last turn.';
  return [toError({ code: 'EVAL_BAD_VALUE', message, hint, reading: source.reading, ...source.placeOf(['play']) })];
}
