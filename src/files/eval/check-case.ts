import type { Problem } from '../../base/fault.ts';
import { isPlainObject } from '../../base/plain-object.ts';
import type { PathSegment } from '../../base/schema-check.ts';
import type { GraderSpec } from '../../conversation/grader-spec.ts';
import { type CaseToCheck, catchFault } from './case-to-check.ts';
import { checkContent, checkMessage } from './check-content.ts';
import { checkPlayable } from './check-playable.ts';

/** What a schema cannot see: whether there is anything to play, whether files are there, texts that mislead. */
export function checkCase(check: CaseToCheck): readonly Problem[] {
  const { evalCase } = check;
  const problems = [...checkPlayable(check)];
  const roles = evalCase.input_messages.map((message) => message.role);
  for (const key of ['input_messages', 'expected_messages'] as const) {
    evalCase[key]?.forEach((message, index) => {
      problems.push(...checkMessage(check, [key, index], message, roles));
    });
  }
  evalCase.turns?.forEach((turn, index) => {
    problems.push(...checkContent(check, ['turns', index, 'user'], turn.user, roles));
    if (turn.expect !== undefined)
      problems.push(...checkContent(check, ['turns', index, 'expect'], turn.expect, roles));
    problems.push(...checkGraderFiles(check, ['turns', index, 'graders'], turn.graders ?? []));
  });
  return problems;
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
