import type { Verdict } from '../conversation/verdict.ts';
import type { CaseGrader } from './case-graders.ts';
import { gradeOne } from './grade-one.ts';
import type { GradedConversation, GradedReply } from './graded-conversation.ts';
import type { GradeRequest, GradeResult, GraderKit } from './grader.ts';
import {
  explainNoReply,
  isDecidedAt,
  isOfOneTurn,
  isOnWhole,
  lacksWhole,
  noWhole,
  selectReplies,
} from './select-replies.ts';

/** What grading one conversation needs besides the conversation. */
export interface Grading {
  /** `listCaseGraders(evalCase)`. */
  readonly graders: readonly CaseGrader[];
  readonly kit: GraderKit;
  /** Verdicts that are recorded: they are not asked for again. */
  readonly already: readonly Verdict[];
  /** When the run stops in the middle of it: what was found until then, before the stop is thrown on. */
  readonly keep?: (found: readonly GradeResult[]) => void;
}

/** The verdicts that are clear as soon as a reply is there: `when: all`, `{reply}`, `{role}`, `{tag}`, its line's graders. */
export async function gradeReply(
  conversation: GradedConversation,
  reply: GradedReply,
  { graders, already, ...ask }: Grading,
): Promise<readonly GradeResult[]> {
  const requests = graders
    .filter((grader) => isDecidedAt(grader, reply) && !isGiven(already, grader, reply.turnIndex))
    .map((grader): GradeRequest => ({ grader, conversation, reply }));
  return gradeAll(requests, ask);
}

/**
 * Every verdict on a conversation that was played to its end, save those given already: after `gradeReply` for each
 * reply only `last` and `conversation` are left; with none given it is the whole grading. Where nothing grades at all,
 * the one verdict is `ungraded: no-grader` of the grader `none`, so a conversation is never without verdict.
 *
 * A judge of the whole says nothing of a case in every-turn play that is played in another way besides, unless nothing
 * else grades it.
 */
export async function gradeConversation(
  conversation: GradedConversation,
  { graders, already, ...ask }: Grading,
): Promise<readonly GradeResult[]> {
  const { play, evalCase, replies } = conversation;
  const requests: GradeRequest[] = [];
  const unmet: GradeResult[] = [];
  const elsewhere: GradeResult[] = [];
  for (const grader of graders) {
    if (lacksWhole(grader, play)) {
      const isPlayedWhole = evalCase.play.some((other) => other !== play);
      if (!isGiven(already, grader, null)) (isPlayedWhole ? elsewhere : unmet).push(toUnmet(grader, noWhole));
      continue;
    }
    const subjects = isOnWhole(grader, play) ? [null] : selectReplies(grader, replies);
    for (const reply of subjects) {
      if (!isGiven(already, grader, reply?.turnIndex ?? null)) requests.push({ grader, conversation, reply });
    }
    if (subjects.length > 0 || isOfOneTurn(grader) || isGiven(already, grader, null)) continue;
    unmet.push(toUnmet(grader, explainNoReply(grader.when, replies)));
  }
  const results = [...(await gradeAll(requests, ask)), ...unmet];
  if (results.length > 0 || already.length > 0) return results;
  return elsewhere.length > 0 ? elsewhere : [{ verdict: noGrader }];
}

const noGrader: Verdict = {
  grader: 'none',
  turnIndex: null,
  status: 'ungraded',
  cause: 'no-grader',
  reason: 'The case has no graders, no outcome and no answer key.',
};

function isGiven(already: readonly Verdict[], grader: CaseGrader, turnIndex: number | null): boolean {
  return already.some((verdict) => verdict.grader === grader.id && verdict.turnIndex === turnIndex);
}

type Ask = Pick<Grading, 'kit' | 'keep'>;

async function gradeAll(requests: readonly GradeRequest[], { kit, keep }: Ask): Promise<readonly GradeResult[]> {
  const results = requests.map((request) => gradeOne(request, kit));
  if (results.every(isReady)) return results;
  const settled = await Promise.allSettled(results);
  const found = settled.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
  const stop = settled.find(({ status }) => status === 'rejected');
  if (stop?.status !== 'rejected') return found;
  keep?.(found);
  throw stop.reason;
}

function isReady(result: GradeResult | Promise<GradeResult>): result is GradeResult {
  return !(result instanceof Promise);
}

function toUnmet({ id }: CaseGrader, reason: string): GradeResult {
  return { verdict: { grader: id, turnIndex: null, status: 'ungraded', cause: 'not-applicable', reason } };
}
