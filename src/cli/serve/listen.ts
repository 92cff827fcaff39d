import type { AddressInfo } from 'node:net';
import type { ApiServer } from '../../api/api-context.ts';
import type { Clock } from '../../base/clock.ts';
import { Fault } from '../../base/fault.ts';
import type { ExitCode, Io } from '../io.ts';

export interface Address {
  readonly host: string;
  readonly port: number;
}

/** Binds the server and gives its address, with the port that it really has. */
export async function listen(app: ApiServer, { host, port }: Address): Promise<string> {
  try {
    await app.listen({ host, port });
  } catch (error) {
    throw toPortFault(error, { host, port });
  }
  // A server that listens on a host and port has an address of this kind.
  const { port: real } = app.server.address() as AddressInfo;
  return `http://${host.includes(':') ? `[${host}]` : host}:${real}`;
}

function toPortFault(error: unknown, { host, port }: Address): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'EADDRINUSE') {
    const message = `Port ${port} on ${host} is already in use.`;
    const hint = `Run: turnwise serve --port ${port + 1}, or --port 0 for any free port.`;
    return new Fault({ code: 'SERVE_PORT_TAKEN', message, hint }, { cause: error });
  }
  if (code === 'EACCES') {
    const message = `Permission denied for port ${port}.`;
    return new Fault({ code: 'SERVE_PORT_TAKEN', message, hint: 'Choose a port above 1023.' }, { cause: error });
  }
  if (code === 'EADDRNOTAVAIL') {
    const message = `This machine does not have the address ${host}.`;
    return new Fault({ code: 'SERVE_NOT_LOOPBACK', message, hint: 'Remove --host.' }, { cause: error });
  }
  return error;
}

/** How long requests that are under way may take to end. */
const graceMs = 10_000;

/**
 * Waits for Ctrl-C or a request to end, then waits until requests under way complete. A second one, or too long a wait,
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
