import type { ApiServer } from '../../api/api-context.ts';
import type { Clock } from '../../base/clock.ts';
import type { ExitCode, Io } from '../io.ts';

/** How long requests that are under way may take to end. */
const graceMs = 10_000;

/**
 * Waits for Ctrl-C or a request to end, then lets what is under way come to its end. A second one, or too long a wait,
 * cuts the connections off; what was acknowledged is on disk by then.
 */
export async function serveUntilInterrupted(app: ApiServer, io: Io, clock: Clock): Promise<ExitCode> {
  const first = Promise.withResolvers<void>();
  const second = Promise.withResolvers<void>();
  const stopListening = io.onInterrupt?.((times) => (times === 1 ? first : second).resolve());
  try {
    await first.promise;
    return await closeServer(app, clock, second.promise);
  } finally {
    stopListening?.();
  }
}

async function closeServer(app: ApiServer, clock: Clock, hurry: Promise<void>): Promise<ExitCode> {
  const closed = new AbortController();
  let exitCode: ExitCode = 0;
  const cutOff = (code: ExitCode) => {
    if (closed.signal.aborted) return;
    exitCode = code;
    app.server.closeAllConnections();
  };
  hurry.then(() => cutOff(130));
  clock.sleep(graceMs, closed.signal).then(
    () => cutOff(0),
    () => {},
  );
  await app.close();
  closed.abort();
  return exitCode;
}
