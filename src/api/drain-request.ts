import type { IncomingMessage } from 'node:http';
import type { Clock } from '../base/clock.ts';

const mostBytes = 256 * 1024 * 1024;
const mostMs = 10_000;

/**
 * Reads the rest of a request and throws it away: most clients look for an answer only when all is sent, and a
 * connection that is closed before takes the answer with it. Ends early with a body without end, or a slow one.
 */
export async function drainRequest(request: IncomingMessage, clock: Clock): Promise<void> {
  if (request.complete || request.destroyed) return;
  const stop = new AbortController();
  const isOver = new Promise<void>((resolve) => {
    let bytes = 0;
    request.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > mostBytes) resolve();
    });
    for (const event of ['end', 'close', 'error']) request.once(event, () => resolve());
  });
  request.resume();
  await Promise.race([isOver, clock.sleep(mostMs, stop.signal).catch(() => {})]);
  stop.abort();
}
