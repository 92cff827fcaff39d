import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer, token } from '../../../test/support/api-server.ts';
import type { AddRoutes } from '../api-context.ts';
import { LoopbackCheck } from './loopback.ts';
import { listCookies, makeToken, Session } from './session.ts';

const addData: AddRoutes = (app) => {
  app.get('/v1/data', async () => ({ ok: true }));
  app.post('/v1/data', async () => ({ ok: true }));
  app.get('/healthz', { config: { isOpen: true } }, async () => ({ status: 'ok' }));
};

let server: TestServer;
let open: TestServer;
beforeAll(async () => {
  server = await startTestServer({ routes: [addData] });
  open = await startTestServer({ routes: [addData], access: 'open' });
});
afterAll(async () => {
  await server.close();
  await open.close();
});

/** fetch would not let a test say what host or site a request comes from. */
async function send(to: TestServer, head: Record<string, string>, line = 'GET /v1/data'): Promise<string> {
  const headers = { host: `127.0.0.1:${to.port}`, connection: 'close', ...head };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  const answer = await to.sendRaw(`${line} HTTP/1.1\r\n${lines.join('')}\r\n`);
  const code = /"code":"(\w+)"/.exec(answer)?.[1];
  return [answer.slice(9, 12), code].filter((part) => part !== undefined).join(' ');
}

const bearer = { authorization: `Bearer ${token}` };
const cookie = { cookie: new Session(token).renderCookie(80).split(';')[0] ?? '' };
const noToken = '401 API_UNAUTHORIZED';
const badHost = '403 API_BAD_HOST';

describe('a caller without a token', () => {
  it.each([
    ['nothing', {}, noToken],
    ['another token', { authorization: 'Bearer other' }, noToken],
    ['a token that is longer', { authorization: `Bearer ${token}x` }, noToken],
    ['another scheme', { authorization: `Basic ${token}` }, noToken],
    ['the token as a cookie', { cookie: `turnwise_session=${token}` }, noToken],
    ['the cookie of another server', { cookie: 'turnwise_session=abc' }, noToken],
    ['the right token', bearer, '200'],
    ['the right token, its scheme in small letters', { authorization: `bearer ${token}` }, '200'],
    ['the right cookie among others', { cookie: `a=b; ${cookie.cookie}; c=d` }, '200'],
    ['the right cookie and a wrong token', { ...cookie, authorization: 'Bearer x' }, noToken],
  ])('sends %s', async (_what, headers, answer) => {
    expect(await send(server, headers)).toBe(answer);
  });

  it('learns nothing about what is there', async () => {
    expect(await send(server, {}, 'GET /v1/nothing')).toBe(noToken);
    expect(await send(server, {}, 'DELETE /v1/data')).toBe(noToken);
  });

  it('can ask whether the server is alive, by its right name', async () => {
    expect(await send(server, {}, 'GET /healthz')).toBe('200');
    expect(await send(server, { host: 'evil.example' }, 'GET /healthz')).toBe(badHost);
  });

  it('is let in by --open-access, from this machine alone', async () => {
    expect(await send(open, {})).toBe('200');
    expect(await send(open, {}, 'POST /v1/data')).toBe('200');
    expect(await send(open, { host: 'evil.example' })).toBe(badHost);
    expect(await send(open, { origin: 'https://evil.example' })).toBe(badHost);
    expect(await send(open, { 'sec-fetch-site': 'cross-site' }, 'POST /v1/data')).toBe(badHost);
  });
});

describe('a request that was not meant for this server', () => {
  it.each([
    ['evil.example', badHost],
    ['127.0.0.1', badHost],
    ['127.0.0.1:1', badHost],
    ['127.0.0.1.evil.example:PORT', badHost],
    ['localhost.evil.example:PORT', badHost],
    ['', badHost],
    ['0.0.0.0:PORT', badHost],
    ['localhost:PORT', '200'],
    ['LOCALHOST:PORT', '200'],
    ['[::1]:PORT', '200'],
    ['127.0.0.1:PORT', '200'],
  ])('with the host %s', async (host, answer) => {
    expect(await send(server, { ...bearer, host: host.replace('PORT', String(server.port)) })).toBe(answer);
  });

  it.each([
    ['https://evil.example', badHost],
    ['null', badHost],
    ['http://127.0.0.1:1', badHost],
    ['https://127.0.0.1:PORT', badHost],
    ['http://127.0.0.1:PORT.evil.example', badHost],
    ['http://localhost:PORT', '200'],
    ['http://127.0.0.1:PORT', '200'],
  ])('from a page of %s', async (written, answer) => {
    const origin = written.replace('PORT', String(server.port));
    expect(await send(server, { ...bearer, origin })).toBe(answer);
    expect(await send(server, { ...bearer, origin }, 'POST /v1/data')).toBe(answer);
  });
});

describe('a browser with the cookie', () => {
  it.each([
    ['POST', {}, badHost],
    ['POST', { 'sec-fetch-site': 'same-origin' }, '200'],
    ['POST', { 'sec-fetch-site': 'same-site' }, badHost],
    ['POST', { 'sec-fetch-site': 'cross-site' }, badHost],
    ['POST', { 'sec-fetch-site': 'none' }, badHost],
    ['POST', { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' }, badHost],
    ['GET', {}, '200'],
    ['GET', { 'sec-fetch-site': 'none' }, '200'],
    ['GET', { 'sec-fetch-site': 'same-site', 'sec-fetch-mode': 'no-cors' }, badHost],
    ['GET', { 'sec-fetch-site': 'same-site', 'sec-fetch-mode': 'navigate' }, '200'],
  ])('sends %s with %j', async (method, headers, answer) => {
    expect(await send(server, { ...cookie, ...headers }, `${method} /v1/data`)).toBe(answer);
  });

  it('may change things from a page of ours', async () => {
    const origin = `http://127.0.0.1:${server.port}`;
    expect(await send(server, { ...cookie, origin }, 'POST /v1/data')).toBe('200');
  });
});

describe('the printed link', () => {
  it('leaves a cookie that lets the browser in, and goes on without the token', async () => {
    const answer = await fetch(`${server.url}/?token=${token}`, { redirect: 'manual' });
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/']);
    const set = answer.headers.get('set-cookie') ?? '';
    expect(set).toMatch(/^turnwise_session_\d+=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict$/);
    expect(set).not.toContain(token);
    const cookie = set.split(';')[0] ?? '';
    expect(cookie).toContain(`_${server.port}=`);
    expect(await send(server, { cookie })).toBe('200');
    expect(await send(server, { cookie: `turnwise_session_1=another-server; ${cookie}` })).toBe('200');
  });

  it('with another token leaves nothing', async () => {
    const answer = await fetch(`${server.url}/?token=other`, { redirect: 'manual' });
    expect([answer.status, answer.headers.get('set-cookie')]).toEqual([401, null]);
  });

  it('leads to a page that says what is served, or how to get in', async () => {
    const outside = await fetch(`${server.url}/`);
    expect(outside.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(outside.headers.get('content-security-policy')).toMatch(/default-src 'none'.*frame-ancestors 'none'/);
    expect(await outside.text()).toContain('Open the link that the server printed');
    const inside = await fetch(`${server.url}/`, { headers: cookie });
    expect(await inside.text()).toContain('href="/v1/reference"');
  });
});

describe('session', () => {
  it('makes tokens of 32 random bytes', () => {
    expect(makeToken()).toMatch(/^[\w-]{43}$/);
    expect(makeToken()).not.toBe(makeToken());
  });

  it.each([
    [undefined, []],
    ['a=b', []],
    ['turnwise_session_80=x', ['x']],
    ['a=b;turnwise_session_80=x; turnwise_session_81=y', ['x', 'y']],
    ['xturnwise_session_80=x', []],
    ['turnwise_session_80x=x', []],
  ])('finds its cookies in %s', (header, values) => {
    expect(listCookies(header)).toEqual(values);
  });
});

it('takes any port before it listens, and no other name ever', () => {
  const check = new LoopbackCheck();
  expect(['localhost:80', '127.0.0.1', 'evil.example:80'].map((host) => check.isOurHost(host))).toEqual([
    true,
    true,
    false,
  ]);
  check.setPort(80);
  expect(['localhost', 'localhost:80', 'localhost:81'].map((host) => check.isOurHost(host))).toEqual([
    true,
    true,
    false,
  ]);
});
