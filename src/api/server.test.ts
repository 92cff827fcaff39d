import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { startTestServer, type TestServer, token } from '../../test/support/api-server.ts';
import { Fault } from '../base/fault.ts';
import type { ProblemAnswer } from '../contract/problem.ts';
import type { AddRoutes } from './api-context.ts';
import { ApiProblem } from './problem.ts';

const addEcho: AddRoutes = (app) => {
  app.post('/v1/echo', { schema: { body: z.unknown() } }, async ({ body }) => ({ body: body ?? null }));
  app.post('/v1/strict', { schema: { body: z.strictObject({ name: z.string(), size: z.int() }) } }, async () => ({}));
  app.post('/v1/lines', { config: { takesLines: true } }, async ({ body }) => {
    let bytes = 0;
    // A route that takes lines gets the stream itself.
    for await (const chunk of body as AsyncIterable<Buffer>) bytes += chunk.length;
    return { bytes };
  });
  app.get(
    '/v1/words/:word',
    { schema: { params: z.strictObject({ word: z.string() }) } },
    async ({ params }) => params,
  );
  app.get('/v1/long', async () => ({ text: 'turnwise '.repeat(1000) }));
  app.get('/v1/broken', async () => {
    throw new TypeError('secret detail of ours');
  });
  app.get('/v1/locked', async () => {
    throw new Fault({ code: 'STORE_LOCKED', message: 'Locked.' });
  });
  app.get('/v1/stale', async () => {
    const fault = new Fault({ code: 'ITEM_STALE', message: 'It has changed.', hint: 'Merge.', path: 'history[1]' });
    throw new ApiProblem(fault, { extras: { current: { id: 'q1' } } });
  });
};

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ routes: [addEcho] });
});
afterAll(() => server.close());

const json = { 'content-type': 'application/json' };

async function askProblem(path: string, init?: RequestInit) {
  const response = await server.ask(path, init);
  expect(response.headers.get('content-type')).toBe('application/problem+json; charset=utf-8');
  // Its type is that of a problem. The expectations look at the rest.
  return { response, problem: (await response.json()) as ProblemAnswer };
}

function post(body: RequestInit['body'], headers: Record<string, string> = json): RequestInit {
  return { method: 'POST', body: body ?? null, headers };
}

describe('what fails', () => {
  it('is a problem with a type, a title, a code and a sentence', async () => {
    const { response, problem } = await askProblem('/v1/nothing');
    expect(response.status).toBe(404);
    expect(problem).toEqual({
      type: '/v1/reference#API_NOT_FOUND',
      title: 'There is nothing at this address.',
      status: 404,
      code: 'API_NOT_FOUND',
      detail: 'Nothing at GET /v1/nothing. See /v1/reference for all endpoints.',
    });
  });

  it('names the methods that an address knows', async () => {
    const { response, problem } = await askProblem('/v1/words/a%2Fb', { method: 'DELETE' });
    expect({ status: response.status, allow: response.headers.get('allow'), code: problem.code }).toEqual({
      status: 405,
      allow: 'GET, HEAD',
      code: 'API_METHOD_NOT_ALLOWED',
    });
  });

  it('carries what a route adds, and the path of each problem', async () => {
    const { problem } = await askProblem('/v1/stale');
    expect(problem).toMatchObject({
      status: 412,
      code: 'ITEM_STALE',
      detail: 'It has changed. Merge.',
      problems: [{ path: 'history[1]', code: 'ITEM_STALE', message: 'It has changed. Merge.' }],
      current: { id: 'q1' },
    });
  });

  it('has another status when it is only for now', async () => {
    const { response } = await askProblem('/v1/locked');
    expect([response.status, response.headers.get('retry-after')]).toEqual([503, '1']);
  });

  it('is answered with its id alone when the mistake is ours, and logged with its stack', async () => {
    const { response, problem } = await askProblem('/v1/broken?', { headers: { 'x-request-id': 'mine-1' } });
    expect(response.status).toBe(500);
    expect(problem).toMatchObject({ code: 'API_INTERNAL', requestId: 'mine-1' });
    expect(JSON.stringify(problem)).not.toContain('secret detail');
    expect(server.logged.at(-1)).toMatchObject({
      level: 'error',
      requestId: 'mine-1',
      url: '/v1/broken?',
      err: { message: 'secret detail of ours', stack: expect.stringContaining('TypeError') },
    });
  });

  it('names every query parameter and field that is wrong', async () => {
    const query = await askProblem('/v1/long?what=1&why=2');
    expect(query.response.status).toBe(422);
    expect(query.problem.problems?.map(({ path }) => path)).toEqual(['what', 'why']);
    const body = await askProblem('/v1/strict', post('{"size": "big", "color": 1}'));
    expect(body.problem.code).toBe('API_BAD_VALUE');
    expect(body.problem.problems?.map(({ path }) => path).sort()).toEqual(['color', 'name', 'size']);
  });
});

describe('bodies', () => {
  it.each([
    ['{"a": 1', 400, 'API_BAD_REQUEST', undefined],
    ['{"a": 1, "a": 2}', 422, 'JSON_DUPLICATE_KEY', 'a'],
    ['{"a": [{"__proto__": {}}]}', 422, 'JSON_BAD_KEY', 'a[0].__proto__'],
    ['{"a": {"constructor": {"prototype": {}}}}', 422, 'JSON_BAD_KEY', 'a.constructor'],
    [`{"a": {"b": ${'['.repeat(5000)}${']'.repeat(5000)}}}`, 422, 'FILE_TOO_DEEP', 'a.b'],
    [`{"a": {"b": ${'['.repeat(50_000)}`, 422, 'FILE_TOO_DEEP', ''],
    [Buffer.from([0x22, 0xff, 0x22]), 400, 'API_BAD_REQUEST', undefined],
  ])('%.40s is refused', async (body, status, code, path) => {
    const { response, problem } = await askProblem('/v1/echo', post(body));
    expect({ status: response.status, code: problem.code, path: problem.problems?.[0]?.path }).toEqual({
      status,
      code,
      path,
    });
  });

  it('may be a list, empty, or contain any character', async () => {
    const text = '{"a":["\\u0000\\ud800 ☃ constructor"]}';
    const answers = [await server.ask('/v1/echo', post('[1]')), await server.ask('/v1/echo', post(''))];
    expect(await Promise.all(answers.map((answer) => answer.json()))).toEqual([{ body: [1] }, { body: null }]);
    const odd = await server.ask('/v1/echo', post(text));
    expect(await odd.json()).toEqual({ body: JSON.parse(text) });
  });

  it('may be packed, and are refused when they are not what they say', async () => {
    const packed = { ...json, 'content-encoding': 'gzip' };
    const good = await server.ask('/v1/echo', post(gzipSync('{"a":1}'), packed));
    expect(await good.json()).toEqual({ body: { a: 1 } });
    const { response } = await askProblem('/v1/echo', post('{"a":1}', packed));
    expect(response.status).toBe(400);
    const unknown = await askProblem('/v1/echo', post('{}', { ...json, 'content-encoding': 'rot13' }));
    expect(unknown.response.status).toBe(415);
  });

  it('over the limit are refused, even if only their decompressed size is', async () => {
    const big = `"${'a'.repeat(17 * 1024 * 1024)}"`;
    const plain = await askProblem('/v1/echo', post(big));
    expect([plain.response.status, plain.problem.code]).toEqual([413, 'API_TOO_BIG']);
    const packed = await askProblem('/v1/echo', post(gzipSync(big), { ...json, 'content-encoding': 'gzip' }));
    expect([packed.response.status, packed.problem.code]).toEqual([413, 'API_TOO_BIG']);
  });

  it('of lines go to routes that take them, unread and without a limit', async () => {
    const lines = { 'content-type': 'application/x-ndjson' };
    const big = 'x'.repeat(17 * 1024 * 1024);
    expect(await (await server.ask('/v1/lines', post(big, lines))).json()).toEqual({ bytes: big.length });
    const { response, problem } = await askProblem('/v1/echo', post('{}\n', lines));
    expect([response.status, problem.code]).toEqual([415, 'API_UNSUPPORTED_TYPE']);
  });

  it('of another type are refused', async () => {
    const { response, problem } = await askProblem('/v1/echo', post('a', { 'content-type': 'text/plain' }));
    expect([response.status, problem.code]).toEqual([415, 'API_UNSUPPORTED_TYPE']);
  });
});

describe('addresses', () => {
  it.each([
    ['/v1/words/%zz', 400],
    ['/v1/words/%ff', 400],
    ['/v1/words/a%00b', 400],
    [`/v1/words/${'a'.repeat(5000)}`, 414],
  ])('%.30s is refused', async (path, status) => {
    const { response } = await askProblem(path);
    expect(response.status).toBe(status);
    expect(response.headers.get('x-request-id')).toMatch(/./);
    expect(response.headers.get('content-security-policy')).toContain("default-src 'none'");
  });

  it('may contain any other character', async () => {
    const word = 'a/b?c#d %☃';
    expect(await (await server.ask(`/v1/words/${encodeURIComponent(word)}`)).json()).toEqual({ word });
  });

  it.each([
    [`GET /v1/words/a HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Long: ${'a'.repeat(20_000)}\r\n\r\n`, 431],
    ['what is this\r\n\r\n', 400],
    ['GET /v1/words/a HTTP/1.1\r\n\r\n', 403],
  ])('a malformed request still gets a problem: %.25s', async (text, status) => {
    const answer = await server.sendRaw(text);
    expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
    expect(answer).toContain('application/problem+json');
  });
});

describe('answers', () => {
  it('keep the id of a request when it is sane, and get one when it is not', async () => {
    const ids = await Promise.all(
      ['ours-1.2_3', 'a b', 'x'.repeat(201)].map(async (id) => {
        const answer = await server.ask('/v1/words/a', { headers: { 'x-request-id': id } });
        return answer.headers.get('x-request-id');
      }),
    );
    expect(ids[0]).toBe('ours-1.2_3');
    expect(ids.slice(1)).toEqual([expect.stringMatching(/^[\w-]{36}$/), expect.stringMatching(/^[\w-]{36}$/)]);
  });

  it('are packed when they are long and it is asked for', async () => {
    const packed = await server.ask('/v1/long', { headers: { 'accept-encoding': 'gzip' } });
    expect(packed.headers.get('content-encoding')).toBe('gzip');
    expect(packed.headers.get('vary')).toContain('accept-encoding');
    expect(await packed.json()).toEqual({ text: expect.stringContaining('turnwise') });
    const short = await server.ask('/v1/words/a', { headers: { 'accept-encoding': 'gzip' } });
    expect(short.headers.get('content-encoding')).toBeNull();
    const plain = await server.ask('/v1/long', { headers: { 'accept-encoding': 'identity' } });
    expect(plain.headers.get('content-encoding')).toBeNull();
  });

  it('may be opened by a browser without harm', async () => {
    const { headers } = await server.ask('/v1/words/a');
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cross-origin-resource-policy': 'same-origin',
      'cache-control': 'no-store',
    });
  });

  it('to HEAD have no body', async () => {
    const answer = await server.ask('/v1/words/a', { method: 'HEAD' });
    expect([answer.status, await answer.text()]).toEqual([200, '']);
  });
});

it('logs requests when asked to, without the token', async () => {
  const loud = await startTestServer({ routes: [addEcho], level: 'info' });
  await loud.ask(`/?%74oken=${token}&a=1`, { headers: { accept: 'text/html' } });
  await loud.ask('/v1/words/a', { headers: { 'x-request-id': 'r1' } });
  await loud.close();
  const requests = loud.logged.filter(({ msg }) => msg === 'request');
  expect(requests).toMatchObject([
    { method: 'GET', url: '/?%74oken=…&a=1', status: 401, requestId: expect.any(String), ms: expect.any(Number) },
    { method: 'GET', url: '/v1/words/a', status: 200, requestId: 'r1' },
  ]);
  expect(JSON.stringify(loud.logged)).not.toContain(token);
});

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

/** Resolves when the server has had n connections, and all of them are closed. */
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

it('waits for itself: a slow answer is sent', async () => {
  const server = await start();
  const { got } = open(server, `GET /v1/slow HTTP/1.1\r\nconnection: close\r\n${head}\r\n`);
  await waitUntilFree(server, 1);
  expect(got()).toMatch(/^HTTP\/1\.1 200 .*"ok":true/s);
});
