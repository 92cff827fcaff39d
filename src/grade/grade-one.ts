import { hashJson } from '../base/hash.ts';
import type { GraderKind } from '../conversation/grader-spec.ts';
import type { Provenance, Verdict } from '../conversation/verdict.ts';
import { isJudge } from './case-graders.ts';
import type { CheckResult } from './checks/check.ts';
import { checks } from './checks/checks.ts';
import { toFaultResult } from './fault-result.ts';
import { toSubject } from './graded-conversation.ts';
import type { GradeRequest, GradeResult, GraderKit } from './grader.ts';
import { type Marking, toVerdict } from './to-verdict.ts';

const exact: Marking = { scale: { min: 0, max: 1 }, threshold: 1 };
const near: Marking = { scale: { min: 0, max: 1 }, threshold: 0.8 };

/** The verdict of one grader on one reply, or on the whole conversation. At once, unless somebody has to be asked. */
export function gradeOne(request: GradeRequest, kit: GraderKit): GradeResult | Promise<GradeResult> {
  const { kind } = request.grader;
  if (isJudge(request.grader)) return kit.judge?.grade(request) ?? finish(request, noJudge, kit);
  const result = tryCheck(kind, request, kit);
  return result instanceof Promise ? result.then((late) => finish(request, late, kit)) : finish(request, result, kit);
}

const noJudge: CheckResult = { cause: 'no-judge', reason: 'Judges are not available here.' };

function finish({ grader, reply }: GradeRequest, result: CheckResult, kit: GraderKit): GradeResult {
  const { kind } = grader;
  const marking = kind === 'similarity' || kind === 'citations' ? near : exact;
  const verdict: Verdict = toVerdict({ grader, turnIndex: reply?.turnIndex ?? null }, result, marking);
  // What a plain check does is fixed by the spec of the run; what a program or a judge does is not.
  const isFixed = kind !== 'command' && !isJudge(grader);
  return { verdict: isFixed ? verdict : { ...verdict, provenance: toProvenance({ grader }, kit) } };
}

function toProvenance({ grader }: Pick<GradeRequest, 'grader'>, { clock }: GraderKit): Provenance {
  return { at: new Date(clock.now()).toISOString(), kind: grader.kind, hash: hashJson(grader.spec) };
}

/** A file that is gone since it was checked is the trouble of one grader. */
function tryCheck(kind: GraderKind, request: GradeRequest, kit: GraderKit): CheckResult | Promise<CheckResult> {
  try {
    return runCheck(kind, request, kit);
  } catch (error) {
    return toFaultResult(error);
  }
}

function runCheck<Kind extends GraderKind>(
  kind: Kind,
  { grader, reply, conversation }: GradeRequest,
  kit: GraderKit,
): CheckResult | Promise<CheckResult> {
  const check = checks[kind];
  const wanted = grader.spec[kind];
  if (check === undefined || wanted === undefined || wanted === null) {
    return { cause: 'not-applicable', reason: `The check "${kind}" is not available here.` };
  }
  return check(toSubject(conversation, reply), wanted, kit);
}
