import type { Clock } from '../base/clock.ts';
import { type Target, TargetError } from './port.ts';
import { wrapTarget } from './wrap-target.ts';

interface TimingOptions {
  readonly timeoutMs: number;
  readonly clock: Clock;
}

/** Why the timer of a call that ended is stopped. Made once: an abort without a reason makes an error each time. */
const callEnded = 'the call ended';

/**
 * Ends a call that takes too long, as the error `timeout`. Goes inside `limiting`, so that the time a call waits for
 * its turn does not count, and inside `retrying`, so that each attempt has the whole time.
 */
export function timing(target: Target, { timeoutMs, clock }: TimingOptions): Target {
  return wrapTarget(target, async (request, { signal }) => {
    signal.throwIfAborted();
    const call = new AbortController();
    const timer = new AbortController();
    const stop = () => call.abort(signal.reason);
    signal.addEventListener('abort', stop, { once: true });
    clock.sleep(timeoutMs, timer.signal).then(() => call.abort(toTimeout(timeoutMs)), ignore);
    try {
      return await target.ask(request, { signal: call.signal });
    } catch (error) {
      if (!(error instanceof TargetError)) call.signal.throwIfAborted();
      throw error;
    } finally {
      signal.removeEventListener('abort', stop);
      timer.abort(callEnded);
    }
  });
}

function ignore(): void {}

/** Retryable: a slow minute passes. `retrying` does not try a slow target more than twice. */
function toTimeout(timeoutMs: number): TargetError {
  const message = `No reply within ${timeoutMs / 1000} s. If the target needs longer, raise its \`timeout\`.`;
  return new TargetError({ cause: 'timeout', message, retryable: true });
}
