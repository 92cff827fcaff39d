import { isPlainObject } from '../../base/plain-object.ts';
import { checkSchema, type PathSegment } from '../../base/schema-check.ts';
import type { EvalCase } from '../../conversation/case.ts';
import { GraderSpec } from '../../conversation/grader-spec.ts';

/** A grader, and where it stands: in the head, or in the case. */
export interface PlacedGrader {
  readonly grader: GraderSpec;
  readonly path: readonly PathSegment[];
}

/**
 * The graders of a head or case that is not checked yet, without those that something is wrong with: a slip in one does
 * not hide what is wrong with the others.
 */
export function listSoundGraders(value: unknown): readonly PlacedGrader[] {
  if (!isPlainObject(value)) return [];
  const turns = Array.isArray(value.turns) ? value.turns : [];
  const ofTurns = turns.flatMap((turn: unknown, index) => {
    return isPlainObject(turn) ? placeSound(turn.graders, ['turns', index, 'graders']) : [];
  });
  return [...placeSound(value.graders, ['graders']), ...ofTurns];
}

/** The graders that stand in the case itself; the first `headCount` of its graders are the file's. */
export function listOwnGraders({ graders, turns = [] }: EvalCase, headCount: number): readonly PlacedGrader[] {
  const ofTurns = turns.flatMap((turn, index) => place(turn.graders ?? [], ['turns', index, 'graders']));
  return [...place(graders.slice(headCount), ['graders']), ...ofTurns];
}

function placeSound(graders: unknown, path: readonly PathSegment[]): readonly PlacedGrader[] {
  if (!Array.isArray(graders)) return [];
  return graders.flatMap((written: unknown, index) => {
    const { value: grader } = checkSchema(GraderSpec, written);
    return grader === undefined ? [] : [{ grader, path: [...path, index] }];
  });
}

function place(graders: readonly GraderSpec[], path: readonly PathSegment[]): readonly PlacedGrader[] {
  return graders.map((grader, index) => ({ grader, path: [...path, index] }));
}
