import type { GraderKind } from '../conversation/grader-spec.ts';
import type { Verdict } from '../conversation/verdict.ts';
import type { CheckResult } from './checks/check.ts';
import { checks } from './checks/checks.ts';
import type { GradedReply, GradedText } from './graded-conversation.ts';
import type { GradeRequest, GraderKit } from './grader.ts';
import { type Marking, toVerdict } from './to-verdict.ts';

const exact: Marking = { scale: { min: 0, max: 1 }, threshold: 1 };
const near: Marking = { scale: { min: 0, max: 1 }, threshold: 0.8 };

/** The verdict of one grader on one reply, or on the whole conversation. At once, unless somebody has to be asked. */
export function gradeOne(request: GradeRequest, kit: GraderKit): Verdict | Promise<Verdict> {
  const { kind } = request.grader;
  if (kind === 'judge' || kind === 'rubric')
    return kit.judge?.grade(request) ?? finish(request, toNoJudge(request, kit));
  const result = runCheck(kind, request, kit);
  return result instanceof Promise ? result.then((late) => finish(request, late)) : finish(request, result);
}

function finish({ grader, reply }: GradeRequest, result: CheckResult): Verdict {
  const marking = grader.kind === 'similarity' || grader.kind === 'refs' ? near : exact;
  return toVerdict({ grader, turnIndex: reply?.turnIndex ?? null }, result, marking);
}

function toNoJudge({ grader }: GradeRequest, kit: GraderKit): CheckResult {
  const target = grader.spec.model ?? kit.judgeTarget;
  const asked = target === undefined ? '' : ` The judge ${JSON.stringify(target)} was not asked.`;
  return { cause: 'no-judge', reason: `Judges are not part of this version yet.${asked}` };
}

function runCheck<Kind extends GraderKind>(
  kind: Kind,
  { grader, reply, conversation }: GradeRequest,
  kit: GraderKit,
): CheckResult | Promise<CheckResult> {
  const check = checks[kind];
  const wanted = grader.spec[kind];
  if (check === undefined || wanted === undefined || wanted === null) {
    return { cause: 'not-applicable', reason: `The check "${kind}" is not part of this version yet.` };
  }
  return check(reply ?? joinReplies(conversation.replies), wanted, kit);
}

/** A check on the whole conversation reads every reply, a blank line between two. */
function joinReplies(replies: readonly GradedReply[]): GradedText {
  return {
    text: replies.map(({ text }) => text).join('\n\n'),
    toolCalls: replies.flatMap(({ toolCalls }) => toolCalls),
  };
}
