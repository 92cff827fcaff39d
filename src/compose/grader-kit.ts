import { Patterns } from '../grade/checks/patterns.ts';
import type { GraderKit } from '../grade/grader.ts';

/** What the graders of a run work with. */
export async function openGraderKit(judgeTarget: string | undefined): Promise<GraderKit> {
  return { patterns: new Patterns(), ...(judgeTarget === undefined ? {} : { judgeTarget }) };
}
