import { assertNoOpenCalls } from './open-calls.ts';
import type { Playing } from './playing.ts';

/** User lines one after another, the target's own replies between. `on_fail: stop` ends after a reply that fails. */
export async function playScript(playing: Playing): Promise<void> {
  const { evalCase, recorded } = playing.input;
  const lines = evalCase.turns ?? [];
  const inputs = evalCase.input_messages.length;
  playing.takeUp();
  playing.add(evalCase.input_messages, 0);
  for (const [index, line] of lines.entries()) {
    const place = inputs + 2 * index;
    if (index < recorded.replies.length) {
      if (line.on_fail === 'stop' && playing.input.hasFailed(index)) return;
      continue;
    }
    assertNoOpenCalls(playing);
    playing.add([{ role: 'user', content: line.user }], place);
    const { failed } = await playing.answer();
    if (failed && line.on_fail === 'stop') return;
  }
}
