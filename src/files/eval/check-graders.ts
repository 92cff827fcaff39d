import type { Problem } from '../../base/fault.ts';
import { isPlainObject } from '../../base/plain-object.ts';
import type { PathSegment } from '../../base/schema-check.ts';
import { type GraderSpec, toGraderIds } from '../../conversation/grader-spec.ts';
import { type CaseToCheck, catchFault, problemAt } from './case-to-check.ts';
import { listOwnGraders, type PlacedGrader } from './placed-graders.ts';

/** The graders that a case adds to the file's: files they name, and ids that name verdicts. */
export function checkGraders(check: CaseToCheck, headCount: number): readonly Problem[] {
  const { graders, turns = [], id } = check.evalCase;
  return [
    ...checkGraderFiles(check, listOwnGraders(check.evalCase, headCount)),
    ...checkGraderIds(check, graders, { of: `case "${id}"`, path: ['graders'], from: headCount }),
    ...turns.flatMap((turn, index) => {
      const list = { of: `line ${index + 1} of case "${id}"`, path: ['turns', index, 'graders'] };
      return checkGraderIds(check, turn.graders ?? [], list);
    }),
  ];
}

interface GraderList {
  /** Whose graders they are, for people. */
  readonly of: string;
  readonly path: readonly PathSegment[];
  /** Graders before this one are elsewhere, and are reported there. Default: 0. */
  readonly from?: number;
}

export function checkGraderIds(
  check: CaseToCheck,
  graders: readonly GraderSpec[],
  { of, path, from = 0 }: GraderList,
): readonly Problem[] {
  const ids = toGraderIds(graders);
  return ids.flatMap((id, index) => {
    if (index < from || ids.indexOf(id) === index) return [];
    const message = `Two graders of ${of} have the id "${id}".`;
    const hint = 'Give each grader its own id.';
    return [problemAt(check, [...path, index - from, 'id'], { code: 'EVAL_DUPLICATE_GRADER', message, hint })];
  });
}

/** Decks and schemas that graders name have to be there before the first call. */
export function checkGraderFiles(check: CaseToCheck, graders: readonly PlacedGrader[]): readonly Problem[] {
  return graders.flatMap(({ grader, path }) => {
    const schema = grader['json-schema'];
    const files = [
      ['judge', grader.judge],
      ['json-schema', isPlainObject(schema) ? undefined : schema],
    ] as const;
    return files.flatMap(([key, file]) => {
      if (file === undefined) return [];
      return catchFault(check, [...path, key], () => {
        check.attachments.readText(file);
        return [];
      });
    });
  });
}
