import { definedOnly } from '../../base/defined-only.ts';
import type { EvalCase, PlayMode } from '../../conversation/case.ts';
import type { GraderSpec } from '../../conversation/grader-spec.ts';
import type { CaseShape } from './eval-shape.ts';

/** What a case takes over from its file. */
export interface CaseDefaults {
  readonly eval: string;
  readonly graders: readonly GraderSpec[];
  readonly play?: PlayMode | readonly PlayMode[] | undefined;
}

/** A written case with its defaults filled in. `position` is its place in the file, from 0. */
export function toCase(shape: CaseShape, defaults: CaseDefaults, position: number): EvalCase {
  const { id, tags, criteria, outcome = criteria, graders = [], play, input_messages: input = [], ...rest } = shape;
  return {
    ...rest,
    id: id ?? `case-${position + 1}`,
    eval: defaults.eval,
    tags: tags ?? [],
    ...definedOnly({ outcome }),
    input_messages: input,
    play: [play ?? defaults.play ?? toDefaultPlay(shape)].flat(),
    graders: [...defaults.graders, ...graders],
  };
}

function toDefaultPlay(shape: CaseShape): PlayMode {
  if (shape.turns !== undefined) return 'script';
  return shape.simulate === undefined ? 'reply' : 'simulate';
}
