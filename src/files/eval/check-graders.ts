import type { Problem } from '../../base/fault.ts';
import { isPlainObject } from '../../base/plain-object.ts';
import type { PathSegment } from '../../base/schema-check.ts';
import { type GraderSpec, toGraderIds } from '../../conversation/grader-spec.ts';
import { type CaseToCheck, catchFault, problemAt } from './case-to-check.ts';

/** The graders that a case adds to the file's: files they name, and ids that verdicts are told apart by. */
export function checkGraders(check: CaseToCheck, headCount: number): readonly Problem[] {
  const { graders } = check.evalCase;
  if (graders.length === headCount) return [];
  return [...checkGraderFiles(check, ['graders'], graders.slice(headCount)), ...checkIds(check, headCount)];
}

function checkIds(check: CaseToCheck, headCount: number): readonly Problem[] {
  const ids = toGraderIds(check.evalCase.graders);
  return ids.flatMap((id, index) => {
    if (index < headCount || ids.indexOf(id) === index) return [];
    const message = `Two graders of case "${check.evalCase.id}" have the id "${id}".`;
    const hint = 'Give each grader its own id.';
    return [problemAt(check, ['graders', index - headCount], { code: 'EVAL_DUPLICATE_GRADER', message, hint })];
  });
}

/** Decks and schemas that graders name have to be there before the first call. */
export function checkGraderFiles(
  check: CaseToCheck,
  path: readonly PathSegment[],
  graders: readonly GraderSpec[],
): readonly Problem[] {
  return graders.flatMap((grader, index) => {
    const schema = grader['json-schema'];
    const files = [
      ['judge', grader.judge],
      ['json-schema', isPlainObject(schema) ? undefined : schema],
    ] as const;
    return files.flatMap(([key, file]) => {
      if (file === undefined) return [];
      return catchFault(check, [...path, index, key], () => {
        check.attachments.readText(file);
        return [];
      });
    });
  });
}
