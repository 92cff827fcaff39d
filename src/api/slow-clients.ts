import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { ApiServer } from './api-context.ts';
import { endSocket, hasAnswered, isAnswering, tooSlow } from './on-error.ts';

/** How long a client may keep the server waiting. */
export interface ClientLimits {
  /** For the head of a request to arrive. */
  readonly headMs: number;
  /** Of a body at least `bodyBytes` have to arrive in this time. */
  readonly bodyMs: number;
  readonly bodyBytes: number;
  /** An answer that is not read at all, or a connection on which nothing happens. */
  readonly idleMs: number;
}

export const usualLimits: ClientLimits = { headMs: 60_000, bodyMs: 60_000, bodyBytes: 1024, idleMs: 75_000 };

/** Frees connections whose other side reads no answer, or keeps silent between requests. */
export function watchConnections({ server }: ApiServer, { idleMs }: ClientLimits): void {
  server.setTimeout(idleMs, (socket) => {
    // Nothing waits to be read: it is us who are still at work.
    if (isAnswering(socket) && socket.writableLength === 0) return;
    socket.destroy();
  });
}

/** Ends a request whose body arrives too slowly. While we are the ones who do not read on, it has all the time. */
export function watchBody(request: IncomingMessage, { bodyMs, bodyBytes }: ClientLimits): void {
  if (!hasBody(request)) return;
  const { socket } = request;
  let seen = socket.bytesRead;
  const timer = setInterval(() => {
    const came = socket.bytesRead - seen;
    seen = socket.bytesRead;
    if (request.complete || socket.destroyed) clearInterval(timer);
    else if (came < bodyBytes && request.readableLength === 0) {
      clearInterval(timer);
      cutOff(socket);
    }
  }, bodyMs);
  timer.unref();
  for (const event of ['end', 'close'] as const) request.once(event, () => clearInterval(timer));
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

function cutOff(socket: Socket): void {
  if (hasAnswered(socket)) socket.destroy();
  else endSocket(socket, tooSlow());
}
