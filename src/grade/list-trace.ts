import type { Message } from '../conversation/message.ts';
import type { GradedConversation, GradedReply } from './graded-conversation.ts';

/**
 * What an agent did on its way to the reply at this place: calls of tools and what they gave, which are no turns of the
 * conversation. In every-turn play only the graded reply stands in what is graded, the others being known messages.
 */
export function listTrace(
  turnIndex: number,
  { play, replies }: GradedConversation,
  graded: GradedReply | null,
): readonly Message[] {
  const said = play === 'every-turn' && graded !== null ? [graded] : replies;
  return said.find((reply) => reply.turnIndex === turnIndex)?.call?.trace ?? [];
}
