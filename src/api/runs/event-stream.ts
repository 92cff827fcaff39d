import type { Clock } from '../../base/clock.ts';
import type { RunEvent } from '../../conversation/run/run-event.ts';

interface StreamOptions {
  readonly clock: Clock;
  /** Aborted when the client disconnects, or the server stops. */
  readonly signal: AbortSignal;
  readonly heartbeatMs?: number;
}

const defaultHeartbeatMs = 15_000;
/** How long a browser waits before it comes back, when the stream ended too early. */
const hello = 'retry: 1000\n\n';
const heartbeat = ': alive\n\n';

/**
 * Events as the text of an event stream. When nothing happens for a while, a comment keeps the connection open.
 * Ends with the events, and without a word when the signal comes.
 */
export async function* renderEvents(
  events: AsyncIterator<RunEvent>,
  { clock, signal, heartbeatMs = defaultHeartbeatMs }: StreamOptions,
): AsyncGenerator<string> {
  yield hello;
  let next = events.next();
  try {
    for (;;) {
      const result = await Promise.race([next, waitFor(heartbeatMs, next, { clock, signal })]);
      if (result === undefined) {
        yield heartbeat;
        continue;
      }
      if (result.done === true) return;
      yield renderEvent(result.value);
      next = events.next();
    }
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}

export function renderEvent(event: RunEvent): string {
  // JSON has no line break outside of its escapes, so the data is one line.
  return `id: ${event.sequence}\nevent: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`;
}

/** Undefined when the time is over; the timer is cleared when the other promise settles. */
async function waitFor(ms: number, other: Promise<unknown>, { clock, signal }: StreamOptions): Promise<undefined> {
  const stop = new AbortController();
  const cancel = () => stop.abort(signal.reason);
  signal.addEventListener('abort', cancel, { once: true });
  const settled = () => stop.abort();
  other.then(settled, settled);
  try {
    await clock.sleep(ms, stop.signal);
  } catch (error) {
    if (signal.aborted) throw error;
  } finally {
    signal.removeEventListener('abort', cancel);
  }
  return undefined;
}
