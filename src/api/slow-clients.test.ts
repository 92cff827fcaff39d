import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { Readable } from 'node:stream';
import { expect, it, onTestFinished } from 'vitest';
import { startTestServer, type TestServer, token } from '../../test/support/api-server.ts';
import type { AddRoutes } from './api-context.ts';

const big = 64 * 1024 * 1024;
const head = `host: 127.0.0.1:PORT\r\nauthorization: Bearer ${token}\r\n`;

const addRoutes: AddRoutes = (app) => {
  app.post('/v1/data', async () => ({ ok: true }));
  app.get('/v1/big', { compress: false }, async (_request, reply) => reply.send(Readable.from(makeBytes())));
  app.get('/v1/slow', async () => {
    await new Promise((resolve) => setTimeout(resolve, 900));
    return { ok: true };
  });
};

function* makeBytes(): Generator<Buffer> {
  for (let sent = 0; sent < big; sent += 65_536) yield Buffer.alloc(65_536);
}

/** Every limit is a fraction of a second. */
async function start(): Promise<TestServer> {
  const limits = { headMs: 100, bodyMs: 150, bodyBytes: 10, idleMs: 400 };
  const server = await startTestServer({ routes: [addRoutes], limits });
  onTestFinished(() => server.close());
  return server;
}

/** A client that never closes its side. `reads`: what it got is gathered. */
function open({ port }: TestServer, text: string, { reads = true } = {}) {
  const socket: Socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
  onTestFinished(() => void socket.destroy());
  socket.on('error', () => {});
  socket.write(text.replaceAll('PORT', String(port)));
  let got = '';
  const gather = (piece: string) => {
    got += piece;
  };
  if (reads) socket.setEncoding('utf8').on('data', gather);
  return { socket, got: () => got };
}

async function countConnections(server: TestServer): Promise<number> {
  return new Promise((resolve, reject) =>
    server.raw.getConnections((error, count) => (error === null ? resolve(count) : reject(error))),
  );
}

/** Resolves when the server has had so many connections, and has none of them any more. */
async function waitUntilFree(server: TestServer, clients: number): Promise<void> {
  for (let seen = 0; seen < clients; seen += 1) await once(server.raw, 'connection');
  await expect.poll(() => countConnections(server), { timeout: 20_000 }).toBe(0);
}

it('frees a connection whose request never begins, or whose head never ends', async () => {
  const server = await start();
  open(server, '');
  const half = open(server, `POST /v1/data HTTP/1.1\r\n${head}`);
  await waitUntilFree(server, 2);
  expect(half.got()).toMatch(/^HTTP\/1\.1 408 .*API_TIMEOUT/s);
});

it('ends a request whose body stays away, with a token too, and frees the connection of a client that reads nothing', async () => {
  const server = await start();
  const request = `POST /v1/data HTTP/1.1\r\n${head}content-type: application/json\r\ncontent-length: 1000\r\n\r\n{`;
  const reading = open(server, request);
  open(server, request, { reads: false });
  await waitUntilFree(server, 2);
  expect(reading.got()).toMatch(/^HTTP\/1\.1 408 .*API_TIMEOUT/s);
});

it('ends a request whose body trickles in', async () => {
  const server = await start();
  const lines = `${head}content-type: application/json\r\ncontent-length: 100000\r\n\r\n`;
  const { socket, got } = open(server, `POST /v1/data HTTP/1.1\r\n${lines}`);
  const drip = setInterval(() => socket.write(' '), 40);
  onTestFinished(() => clearInterval(drip));
  await waitUntilFree(server, 1);
  expect(got()).toMatch(/^HTTP\/1\.1 408 .*API_TIMEOUT/s);
});

it('frees the connection of a client that does not read its answer', async () => {
  const server = await start();
  open(server, `GET /v1/big HTTP/1.1\r\n${head}\r\n`, { reads: false });
  await waitUntilFree(server, 1);
});

it('waits for itself: an answer that takes long to make is sent', async () => {
  const server = await start();
  const { got } = open(server, `GET /v1/slow HTTP/1.1\r\nconnection: close\r\n${head}\r\n`);
  await waitUntilFree(server, 1);
  expect(got()).toMatch(/^HTTP\/1\.1 200 .*"ok":true/s);
});
