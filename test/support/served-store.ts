import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, expect, onTestFinished } from 'vitest';
import type { ServerParts } from '../../src/api/api-context.ts';
import { buildServer } from '../../src/api/server.ts';
import { systemClock } from '../../src/base/clock.ts';
import { openSqliteStore } from '../../src/store/sqlite/open-sqlite-store.ts';
import { ApiClient } from './api-client.ts';

/** The server in this process over a real socket, and a database of its own. */
export interface ServedStore {
  readonly url: string;
  readonly token: string;
  /** The file of the database. */
  readonly file: string;
  /** A caller with this name. Revisions and the audit record the name. */
  client(actor?: string): ApiClient;
}

const token = 'test-token-of-the-served-store-0123456789';
/** On loopback everyone is the same person; a test that needs several names them in this header. */
const actorHeader = 'x-test-actor';

export interface ServeOptions {
  /** A database that exists, even one that another server has open. */
  readonly file?: string;
  /** What else the server works with. */
  readonly parts?: Pick<ServerParts, 'documents' | 'projectRoot'>;
}

/** Serves a store until the test ends. */
export async function serveStore(options: ServeOptions = {}): Promise<ServedStore> {
  const { served, stop } = await start(options);
  onTestFinished(stop);
  return served;
}

/** One store for all tests of a `describe`, filled once: for tests that keep out of each other's way. */
export function useServedStore(fill?: (api: ApiClient) => Promise<void>): () => ServedStore {
  let current: ServedStore | undefined;
  beforeAll(async () => {
    const { served, stop } = await start({});
    current = served;
    await fill?.(served.client());
    return stop;
  });
  return () => {
    if (current === undefined) throw new Error('The store is served from the first test on.');
    return current;
  };
}

async function start({ file: given, parts: others }: ServeOptions) {
  const folder = given === undefined ? mkdtempSync(join(tmpdir(), 'turnwise-served-')) : undefined;
  const file = given ?? join(folder ?? '', 'turnwise.db');
  const store = await openSqliteStore(file, { clock: systemClock });
  const parts = {
    ...others,
    store,
    clock: systemClock,
    version: '0.0.0-test',
    newTurnId: () => `t-${randomBytes(8).toString('hex')}`,
    actorOf: ({ headers }: { readonly headers: Readonly<Record<string, unknown>> }) => ({
      name: String(headers[actorHeader] ?? 'tester'),
      role: 'admin' as const,
    }),
  };
  const broken: string[] = [];
  const log = { level: 'error' as const, write: (line: string) => void broken.push(line) };
  const app = await buildServer(parts, { access: { token }, log });
  app.server.on('request', ({ method, url }, response) => {
    response.on('finish', () => {
      if (response.statusCode === 500) broken.push(`${method} ${url}`);
    });
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
  // It listens on a port, so its address is one of the internet.
  const { port } = app.server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}`;
  const client = (actor = 'tester') =>
    new ApiClient(url, { authorization: `Bearer ${token}`, [actorHeader]: encodeURIComponent(actor) });
  const stop = async () => {
    app.server.closeAllConnections();
    await app.close();
    await store.close();
    if (folder !== undefined) rmSync(folder, { recursive: true, force: true });
    // Whatever a test sends, and however it sends it: nothing may break inside.
    expect(broken).toEqual([]);
  };
  return { served: { url, token, file, client } satisfies ServedStore, stop };
}
