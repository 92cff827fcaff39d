import type { Verdict } from '../conversation/verdict.ts';
import type { CaseGrader } from './case-graders.ts';
import { gradeOne } from './grade-one.ts';
import type { GradedConversation, GradedReply } from './graded-conversation.ts';
import type { GradeRequest, GraderKit } from './grader.ts';
import { explainNoReply, isDecidedAt, isOfOneTurn, selectReplies } from './select-replies.ts';

/** What grading one conversation needs besides the conversation. */
export interface Grading {
  /** `listCaseGraders(evalCase)`. */
  readonly graders: readonly CaseGrader[];
  readonly kit: GraderKit;
  /** Verdicts that are recorded: they are not asked for again. */
  readonly already: readonly Verdict[];
}

/** The verdicts that are clear as soon as a reply is there: `when: all`, `{reply}`, `{role}`, `{tag}`, its line's graders. */
export async function gradeReply(
  conversation: GradedConversation,
  reply: GradedReply,
  { graders, kit, already }: Grading,
): Promise<readonly Verdict[]> {
  const requests = graders
    .filter((grader) => isDecidedAt(grader, reply) && !isGiven(already, grader, reply.turnIndex))
    .map((grader): GradeRequest => ({ grader, conversation, reply }));
  return gradeAll(requests, kit);
}

/**
 * Every verdict on a conversation that was played to its end, save those given already: after `gradeReply` for each
 * reply only `last` and `conversation` are left; with none given it is the whole grading. Where nothing grades at all,
 * the one verdict is `ungraded: no-grader` of the grader `none`, so a conversation is never without verdict.
 */
export async function gradeConversation(
  conversation: GradedConversation,
  { graders, kit, already }: Grading,
): Promise<readonly Verdict[]> {
  const requests: GradeRequest[] = [];
  const unmet: Verdict[] = [];
  for (const grader of graders) {
    const replies = isOnWhole(grader) ? [null] : selectReplies(grader, conversation.replies);
    for (const reply of replies) {
      if (!isGiven(already, grader, reply?.turnIndex ?? null)) requests.push({ grader, conversation, reply });
    }
    if (replies.length > 0 || isOfOneTurn(grader) || isGiven(already, grader, null)) continue;
    unmet.push(toUnmet(grader, conversation));
  }
  const verdicts = [...(await gradeAll(requests, kit)), ...unmet];
  return verdicts.length === 0 && already.length === 0 ? [noGrader] : verdicts;
}

const noGrader: Verdict = {
  grader: 'none',
  turnIndex: null,
  status: 'ungraded',
  cause: 'no-grader',
  reason: 'The case has neither graders nor an outcome. Give it one of them.',
};

function isOnWhole(grader: CaseGrader): boolean {
  return grader.when === 'conversation' && !isOfOneTurn(grader);
}

function isGiven(already: readonly Verdict[], grader: CaseGrader, turnIndex: number | null): boolean {
  return already.some((verdict) => verdict.grader === grader.id && verdict.turnIndex === turnIndex);
}

async function gradeAll(requests: readonly GradeRequest[], kit: GraderKit): Promise<readonly Verdict[]> {
  return Promise.all(requests.map((request) => gradeOne(request, kit)));
}

function toUnmet({ id, when }: CaseGrader, { replies }: GradedConversation): Verdict {
  const reason = explainNoReply(when, replies);
  return { grader: id, turnIndex: null, status: 'ungraded', cause: 'not-applicable', reason };
}
