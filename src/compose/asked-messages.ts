import { hashJson } from '../base/hash.ts';
import type { Asked } from '../compare/compared-case.ts';
import { toAskedMessage } from '../conversation/message.ts';
import { isSystemRole } from '../conversation/role.ts';
import type { StoredConversation } from '../store/port.ts';

/**
 * What was put into a conversation, by content. Instructions do not count: a prompt that was changed is what a comparison
 * is for. Nor does the reference behind the last reply of every-turn play, which nobody was shown.
 */
export function toAsked({
  start: { play },
  turns,
  replies,
}: Pick<StoredConversation, 'start' | 'turns' | 'replies'>): Asked {
  const lastReply = replies.findLast(({ by }) => by === 'target')?.turnIndex ?? Number.POSITIVE_INFINITY;
  const put = turns.filter(({ turnIndex, played }) => turnIndex < lastReply && !isSystemRole(played.message.role));
  return {
    play,
    messages: put.map(({ played: { message, texts } }) => hashJson({ ...toAskedMessage(message), texts })),
  };
}
