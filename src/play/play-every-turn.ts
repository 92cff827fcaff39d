import { listAssistantTurns, toKnownConversation } from '../conversation/known-conversation.ts';
import type { Playing } from './playing.ts';

/**
 * For each assistant turn of the known conversation: the reference history in, one reply out. A reply never becomes
 * history, so a slip in one turn cannot spoil the next.
 */
export async function playEveryTurn(playing: Playing): Promise<void> {
  const { evalCase, recorded } = playing.input;
  const known = toKnownConversation(evalCase);
  const answered = new Set(recorded.replies.map(({ turnIndex }) => turnIndex));
  playing.takeUpTurns();
  playing.add(known, 0);
  for (const turnIndex of listAssistantTurns(known)) {
    if (!answered.has(turnIndex)) await playing.answerAt(turnIndex);
  }
}
