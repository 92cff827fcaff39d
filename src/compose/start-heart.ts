import { beatMs } from '../run/holder.ts';
import type { RunControl } from '../run/run-control.ts';
import type { RunWriter } from '../store/port.ts';

/** Says that this process is alive. When somebody else took over what it writes to, nothing more is played or asked. */
export function startHeart(writer: Pick<RunWriter, 'beat'>, control: RunControl) {
  let lost: { readonly error: unknown } | undefined;
  const timer = setInterval(() => {
    writer.beat().catch((error: unknown) => {
      lost ??= { error };
      control.abort();
    });
  }, beatMs);
  timer.unref();
  return {
    stop: () => clearInterval(timer),
    assertHeld: () => {
      if (lost !== undefined) throw lost.error;
    },
  };
}
