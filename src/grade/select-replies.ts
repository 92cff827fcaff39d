import type { When } from '../conversation/grader-spec.ts';
import type { CaseGrader } from './case-graders.ts';
import type { GradedReply } from './graded-conversation.ts';

/** Whether a grader's say on this reply is clear as soon as the reply is there. `last` has to wait for the end. */
export function isDecidedAt(grader: CaseGrader, reply: GradedReply): boolean {
  if (grader.turnIndex !== undefined) return grader.turnIndex === reply.turnIndex;
  if (grader.scriptTurn !== undefined) return grader.scriptTurn === reply.scriptTurn;
  return isMeant(grader.when, reply);
}

/** The replies a grader speaks of. Not for `conversation`, which speaks of none of them alone. */
export function selectReplies(grader: CaseGrader, replies: readonly GradedReply[]): readonly GradedReply[] {
  if (!isOfOneTurn(grader) && grader.when === 'last') return replies.slice(-1);
  return replies.filter((reply) => isDecidedAt(grader, reply));
}

/** Whether it stands under one turn of the case, and has nothing to say when that turn was not played. */
export function isOfOneTurn({ scriptTurn, turnIndex }: CaseGrader): boolean {
  return scriptTurn !== undefined || turnIndex !== undefined;
}

/** Why `when` found no reply, for people. */
export function explainNoReply(when: When, replies: readonly GradedReply[]): string {
  if (typeof when === 'string' || replies.length === 0) return 'There is no reply to grade.';
  if ('reply' in when) return `There is no reply ${when.reply}: they go from 0 to ${replies.length - 1}.`;
  if ('role' in when) return `No reply has the role ${JSON.stringify(when.role)}.`;
  return `No reply has the tag ${JSON.stringify(when.tag)}.`;
}

function isMeant(when: When, reply: GradedReply): boolean {
  if (typeof when === 'string') return when === 'all';
  if ('reply' in when) return when.reply === reply.replyIndex;
  return 'role' in when ? when.role === reply.message.role : reply.tags.includes(when.tag);
}
