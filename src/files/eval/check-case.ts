import type { Problem } from '../../base/fault.ts';
import type { CaseToCheck } from './case-to-check.ts';
import { checkContent, checkMessage } from './check-content.ts';
import { checkPlayable } from './check-playable.ts';

/** What a schema cannot see: whether there is anything to play, whether files are there, texts that mislead. */
export function checkCase(check: CaseToCheck): readonly Problem[] {
  const { evalCase } = check;
  const problems = [...checkPlayable(check)];
  for (const key of ['input_messages', 'expected_messages'] as const) {
    for (const [index, message] of (evalCase[key] ?? []).entries()) {
      problems.push(...checkMessage(check, [key, index], message));
    }
  }
  for (const [index, turn] of (evalCase.turns ?? []).entries()) {
    problems.push(...checkContent(check, ['turns', index, 'user'], turn.user));
    if (turn.expect !== undefined) problems.push(...checkContent(check, ['turns', index, 'expect'], turn.expect));
  }
  return problems;
}
