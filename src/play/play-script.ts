import { toScript } from '../conversation/script-lines.ts';
import { assertNoOpenCalls } from './open-calls.ts';
import type { Playing } from './playing.ts';

/** User lines one after another, the target's own replies between. `on_fail: stop` ends after a reply that fails. */
export async function playScript(playing: Playing): Promise<void> {
  const { evalCase, recorded } = playing.input;
  const { input, lines } = toScript(evalCase);
  playing.takeUp();
  playing.add(input, 0);
  for (const [index, { messages, replyPlace, onFail }] of lines.entries()) {
    if (index < recorded.replies.length) {
      if (onFail === 'stop' && playing.input.hasFailed(index)) return;
      continue;
    }
    assertNoOpenCalls(playing);
    for (const { message, place } of messages) playing.add([message], place);
    const { failed } = await playing.answer(replyPlace);
    if (failed && onFail === 'stop') return;
  }
}
