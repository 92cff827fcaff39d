import type { PlayMode } from '../conversation/case.ts';
import { type CaseGrader, isJudge } from './case-graders.ts';
import type { GradedReply } from './graded-conversation.ts';

/** Whether a grader's say on this reply is clear as soon as the reply is there. `last` has to wait for the end. */
export function isDecidedAt(grader: CaseGrader, reply: GradedReply): boolean {
  if (grader.turnIndex !== undefined) return grader.turnIndex === reply.turnIndex;
  if (grader.scriptTurn !== undefined) return grader.scriptTurn === reply.scriptTurn;
  return isMeant(grader.when, reply);
}

/** The replies a grader speaks of. Not for one on the whole, which speaks of none of them alone. */
export function selectReplies(grader: CaseGrader, replies: readonly GradedReply[]): readonly GradedReply[] {
  if (!isOfOneTurn(grader) && (grader.when === 'last' || grader.when === 'outcome')) return replies.slice(-1);
  return replies.filter((reply) => isDecidedAt(grader, reply));
}

/** Whether it stands under one turn of the case, and has nothing to say when that turn was not played. */
export function isOfOneTurn({ scriptTurn, turnIndex }: CaseGrader): boolean {
  return scriptTurn !== undefined || turnIndex !== undefined;
}

/** Whether it speaks of the conversation as a whole. The outcome of a case does where the target led all of it. */
export function isOnWhole(grader: CaseGrader, play: PlayMode): boolean {
  if (isOfOneTurn(grader)) return false;
  return grader.when === 'conversation' || (grader.when === 'outcome' && (play === 'script' || play === 'simulate'));
}

/**
 * Whether it would have to read a whole that there is not: in every-turn play each reply was given after the known
 * history, so that all replies in a row are a conversation that never took place. A check may look at them all the same.
 */
export function lacksWhole(grader: CaseGrader, play: PlayMode): boolean {
  return play === 'every-turn' && isOnWhole(grader, play) && (isJudge(grader) || grader.kind === 'command');
}

export const noWhole =
  'In every-turn mode, each reply is graded separately, so there is no whole conversation. Use `when: all`, or play the case as a script.';

/** Why `when` found no reply, for people. */
export function explainNoReply(when: CaseGrader['when'], replies: readonly GradedReply[]): string {
  if (typeof when === 'string' || replies.length === 0) return 'There is no reply to grade.';
  if ('reply' in when) {
    const count = replies.length === 1 ? '1 reply' : `${replies.length} replies`;
    return `There is no reply ${when.reply}. The conversation has ${count}.`;
  }
  if ('role' in when) return `No reply has the role ${JSON.stringify(when.role)}.`;
  return `No reply has the tag ${JSON.stringify(when.tag)}.`;
}

function isMeant(when: CaseGrader['when'], reply: GradedReply): boolean {
  if (typeof when === 'string') return when === 'all';
  if ('reply' in when) return when.reply === reply.replyIndex + 1;
  return 'role' in when ? when.role === reply.message.role : reply.tags.includes(when.tag);
}
