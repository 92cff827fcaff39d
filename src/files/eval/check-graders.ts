import type { Problem } from '../../base/fault.ts';
import { isPlainObject } from '../../base/plain-object.ts';
import { toGraderIds } from '../../conversation/grader-spec.ts';
import { type CaseToCheck, catchFault, problemAt } from './case-to-check.ts';
import { listOwnGraders, type PlacedGrader } from './placed-graders.ts';

/** The graders that a case adds to the file's: files they name, and ids that verdicts are told apart by. */
export function checkGraders(check: CaseToCheck, headCount: number): readonly Problem[] {
  return [...checkGraderFiles(check, listOwnGraders(check.evalCase, headCount)), ...checkIds(check, headCount)];
}

function checkIds(check: CaseToCheck, headCount: number): readonly Problem[] {
  const { graders, id: caseId } = check.evalCase;
  if (graders.length === headCount) return [];
  const ids = toGraderIds(graders);
  return ids.flatMap((id, index) => {
    if (index < headCount || ids.indexOf(id) === index) return [];
    const message = `Two graders of case "${caseId}" have the id "${id}".`;
    const hint = 'Give each grader its own id.';
    return [problemAt(check, ['graders', index - headCount], { code: 'EVAL_DUPLICATE_GRADER', message, hint })];
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
