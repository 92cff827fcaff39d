import type { PathSegment } from '../../base/schema-check.ts';
import type { EvalCase } from '../../conversation/case.ts';
import type { GraderSpec } from '../../conversation/grader-spec.ts';
import type { EvalHead } from './eval-shape.ts';

/** A grader, and where it stands: in the head, or in the case. */
export interface PlacedGrader {
  readonly grader: GraderSpec;
  readonly path: readonly PathSegment[];
}

export function listHeadGraders({ graders = [] }: EvalHead): readonly PlacedGrader[] {
  return place(graders, ['graders']);
}

/** The graders that stand in the case itself; the first `headCount` of its graders are the file's. */
export function listOwnGraders({ graders, turns = [] }: EvalCase, headCount: number): readonly PlacedGrader[] {
  const ofTurns = turns.flatMap((turn, index) => place(turn.graders ?? [], ['turns', index, 'graders']));
  return [...place(graders.slice(headCount), ['graders']), ...ofTurns];
}

function place(graders: readonly GraderSpec[], path: readonly PathSegment[]): readonly PlacedGrader[] {
  return graders.map((grader, index) => ({ grader, path: [...path, index] }));
}
