import { Fault, type Problem, type ProblemInput, toError, toWarning } from '../../base/fault.ts';
import type { PathSegment } from '../../base/schema-check.ts';
import type { EvalCase } from '../../conversation/case.ts';
import type { Attachments } from '../project/attachments.ts';
import type { PlacedData } from '../syntax/placed-data.ts';

export interface CaseToCheck {
  readonly evalCase: EvalCase;
  readonly data: PlacedData;
  readonly path: readonly PathSegment[];
  readonly attachments: Attachments;
  /** The roles of the conversation: their labels could be forged in a text. */
  readonly roles: readonly string[];
}

export function toCheck(input: Omit<CaseToCheck, 'roles'>): CaseToCheck {
  return { ...input, roles: [...new Set(input.evalCase.input_messages.map(({ role }) => role))] };
}

/** The work's own problems, or those of the Fault that stopped it, at the given place. */
export function catchFault(
  check: CaseToCheck,
  path: readonly PathSegment[],
  work: () => readonly Problem[],
): readonly Problem[] {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    return error.problems.map((problem) => problemAt(check, path, problem));
  }
}

export function problemAt(check: CaseToCheck, path: readonly PathSegment[], input: ProblemInput): Problem {
  const { data } = check;
  return toError({ ...input, reading: data.reading, ...data.placeOf([...check.path, ...path]) });
}

export function warningAt(check: CaseToCheck, path: readonly PathSegment[], input: ProblemInput): Problem {
  return toWarning(problemAt(check, path, input));
}
