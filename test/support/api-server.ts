import type { Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import type { AddRoutes, ServerParts } from '../../src/api/api-context.ts';
import type { LogLevel } from '../../src/api/log-level.ts';
import { buildServer, type ClientLimits } from '../../src/api/server.ts';
import { systemClock } from '../../src/base/clock.ts';

export const token = 'a-token-for-tests';

export interface TestServerOptions {
  /** Parts that the routes under test use. The others are missing. */
  readonly parts?: Partial<ServerParts>;
  readonly routes?: readonly AddRoutes[];
  readonly access?: 'open';
  /** Folder of a built Studio. */
  readonly studio?: string;
  readonly level?: LogLevel;
  readonly limits?: Partial<ClientLimits>;
}

export interface TestServer {
  readonly url: string;
  readonly port: number;
  /** What listens. */
  readonly raw: Server;
  /** Everything that was logged, each line parsed. */
  readonly logged: readonly Record<string, unknown>[];
  /** Asks with the token, unless the headers say otherwise. */
  ask(path: string, init?: RequestInit): Promise<Response>;
  /** Sends bytes as they are and gives everything that comes back. */
  sendRaw(text: string): Promise<string>;
  close(): Promise<void>;
}

/** A server on a real socket of this machine. */
export async function startTestServer(options: TestServerOptions = {}): Promise<TestServer> {
  const logged: Record<string, unknown>[] = [];
  const parts = {
    clock: systemClock,
    version: '0.0.0-test',
    actorOf: () => ({ name: 'ada', role: 'admin' }) as const,
    newTurnId: () => 'turn',
    ...options.parts,
    // A test hands in what its routes use; whatever else they reached for would fail it.
  } as ServerParts;
  const app = await buildServer(parts, {
    access: options.access ?? { token },
    log: { level: options.level ?? 'warn', write: (line) => logged.push(JSON.parse(line)) },
    ...(options.routes === undefined ? {} : { routes: options.routes }),
    ...(options.studio === undefined ? {} : { studio: options.studio }),
    ...(options.limits === undefined ? {} : { limits: options.limits }),
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
  // A server that listens on a port has an address of this kind.
  const { port } = app.server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}`;
  return {
    url,
    port,
    raw: app.server,
    logged,
    ask: (path, init = {}) =>
      fetch(`${url}${path}`, {
        redirect: 'manual',
        ...init,
        headers: { authorization: `Bearer ${token}`, ...init.headers },
      }),
    sendRaw: (text) => sendRaw(port, text),
    close: () => app.close(),
  };
}

function sendRaw(port: number, text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let answer = '';
    const socket = connect(port, '127.0.0.1', () => socket.end(text));
    socket.setEncoding('utf8');
    socket.on('data', (chunk: string) => {
      answer += chunk;
    });
    socket.on('error', reject);
    socket.on('close', () => resolve(answer));
  });
}
