import type { Playing } from './playing.ts';

/** The target answers the last turn of the case's messages. */
export async function playReply(playing: Playing): Promise<void> {
  const { evalCase, recorded } = playing.input;
  if (recorded.replies.length > 0) return;
  playing.takeUp();
  playing.add(evalCase.input_messages, 0);
  await playing.answer();
}
