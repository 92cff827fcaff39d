import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer, token } from '../../../test/support/api-server.ts';
import { FakeClock } from '../../../test/support/fake-clock.ts';
import { proofHeader, SignInAnswer, SignInLink } from '../../contract/sign-in.ts';
import type { AddRoutes } from '../api-context.ts';
import { LoopbackCheck } from './loopback.ts';
import { listCookies, makeToken, Session } from './session.ts';
import { codeLifeMs, SignInCodes } from './sign-in-codes.ts';

const addData: AddRoutes = (app) => {
  app.get('/v1/data', async () => ({ ok: true }));
  app.post('/v1/data', async () => ({ ok: true }));
  app.get('/v1/page', { config: { isLinked: true } }, async () => ({ ok: true }));
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
const session = new Session(token);
const cookie = { cookie: session.renderCookie(80).split(';')[0] ?? '' };
const proof = { [proofHeader]: session.proof };
const signedIn = { ...cookie, ...proof };
const noToken = '401 API_UNAUTHORIZED';
const badHost = '403 API_BAD_HOST';

describe('a page without data that links lead to', () => {
  it.each([
    ['nothing', {}, noToken],
    ['the cookie of another server', { cookie: 'turnwise_session=abc' }, noToken],
    ['the right cookie', cookie, '200'],
    ['the right cookie, asked for by a script of another site', { ...cookie, 'sec-fetch-site': 'cross-site' }, badHost],
    ['the right token', bearer, '200'],
  ])('answers %s', async (_title, head, answer) => {
    expect(await send(server, head, 'GET /v1/page')).toBe(answer);
  });
});

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
    ['the right cookie alone, as another port of this machine gets it', cookie, noToken],
    ['the right cookie and another proof', { ...cookie, [proofHeader]: 'other' }, noToken],
    ['the cookie as its own proof', { ...cookie, [proofHeader]: cookie.cookie.split('=')[1] ?? '' }, noToken],
    ['the proof alone', proof, noToken],
    ['the proof as a token', { authorization: `Bearer ${session.proof}` }, noToken],
    ['the right cookie among others, and its proof', { ...proof, cookie: `a=b; ${cookie.cookie}; c=d` }, '200'],
    ['both halves of the session and a wrong token', { ...signedIn, authorization: 'Bearer x' }, noToken],
  ])('sends %s', async (_what, headers, answer) => {
    expect(await send(server, headers)).toBe(answer);
  });

  it('learns nothing about the data', async () => {
    expect(await send(server, {}, 'GET /v1/nothing')).toBe(noToken);
    expect(await send(server, {}, 'DELETE /v1/data')).toBe(noToken);
  });

  it('can ask whether the server is alive, by its right name', async () => {
    expect(await send(server, {}, 'GET /healthz')).toBe('200');
    expect(await send(server, { host: 'evil.example' }, 'GET /healthz')).toBe(badHost);
  });

  it('gets in with --open-access, from this machine alone', async () => {
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
    ['two hosts, ours first', 'GET /v1/data', 'x-a: b\r\nhost: evil.example'],
    ['two hosts, both ours', 'GET /v1/data', 'x-a: b\r\nHost: 127.0.0.1:PORT'],
    ['a whole address', 'GET http://evil.example/v1/data', ''],
    ['a whole address of ours', 'GET http://127.0.0.1:PORT/v1/data', ''],
    ['no path', 'OPTIONS *', ''],
  ])('with %s', async (_what, line, more) => {
    const fill = (text: string) => text.replaceAll('PORT', String(server.port));
    const [name = 'x-a', ...value] = fill(more).split(': ');
    expect(await send(server, { ...bearer, [name || 'x-a']: value.join(': ') }, fill(line))).toBe(
      '400 API_BAD_REQUEST',
    );
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

describe('a browser with a session', () => {
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
    expect(await send(server, { ...signedIn, ...headers }, `${method} /v1/data`)).toBe(answer);
  });

  it('may change things from a page of this server', async () => {
    const origin = `http://127.0.0.1:${server.port}`;
    expect(await send(server, { ...signedIn, origin }, 'POST /v1/data')).toBe('200');
  });

  it('gave its cookie to another port, where it is worth nothing, whatever origin is claimed', async () => {
    const origin = `http://127.0.0.1:${server.port}`;
    const forged = { ...cookie, origin, 'sec-fetch-site': 'same-origin' };
    for (const method of ['GET', 'POST']) expect(await send(server, forged, `${method} /v1/data`)).toBe(noToken);
  });
});

describe('a sign-in link', () => {
  const browser = { accept: 'text/html' };
  const visit = (path: string, headers: Record<string, string> = browser) =>
    fetch(`${server.url}${path}`, { headers, redirect: 'manual' });
  const exchange = (code: string) =>
    fetch(`${server.url}/v1/session`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ code }),
    });
  async function makeCode(): Promise<string> {
    const answer = await server.ask('/v1/sign-in-links', { method: 'POST' });
    expect(answer.status).toBe(201);
    const { link } = SignInLink.parse(await answer.json());
    expect(link).toMatch(new RegExp(`^${server.url}/\\?code=[\\w-]{22}$`));
    return new URL(link).searchParams.get('code') ?? '';
  }

  it('is exchanged once for a cookie and its proof', async () => {
    const code = await makeCode();
    const answer = await exchange(code);
    expect(answer.status).toBe(200);
    const set = answer.headers.get('set-cookie') ?? '';
    expect(set).toMatch(/^turnwise_session_\d+=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict$/);
    expect(set).toContain(`_${server.port}=`);
    const { proof: given } = SignInAnswer.parse(await answer.json());
    expect(new Set([token, code, given, set.slice(set.indexOf('=') + 1, set.indexOf(';'))]).size).toBe(4);
    const [pair = ''] = set.split(';');
    expect(await send(server, { cookie: `turnwise_session_1=another-server; ${pair}`, [proofHeader]: given })).toBe(
      '200',
    );
    const again = await exchange(code);
    expect([again.status, again.headers.get('set-cookie')]).toEqual([401, null]);
    expect((await exchange('other')).status).toBe(401);
  });

  it('is not used up by a look at it', async () => {
    const code = await makeCode();
    for (let time = 0; time < 2; time += 1) expect((await visit(`/?code=${code}`)).status).toBe(200);
    expect((await exchange(code)).status).toBe(200);
  });

  it('that is used up forwards a browser that has a session, and shows any other what to do', async () => {
    const known = await visit('/review?code=used&turn=t1', { ...browser, ...cookie });
    expect([known.status, known.headers.get('location')]).toEqual([303, '/review?turn=t1']);
    const unknown = await visit('/review?code=used');
    expect([unknown.status, unknown.headers.get('set-cookie')]).toEqual([401, null]);
    expect(await unknown.text()).toContain('This link no longer works');
  });

  it('never has the token in it: a token in an address signs no browser in, however it is written', async () => {
    for (const name of ['token', '%74oken', 'Token', '?token']) {
      const answer = await visit(`/?${name}=${token}`);
      expect(answer.headers.get('set-cookie')).toBeNull();
      expect(answer.headers.get('location') ?? '').not.toContain(token);
      expect(await answer.text()).not.toContain(token);
      const inside = await visit(`/?${name}=${token}`, { ...browser, ...cookie });
      expect(inside.headers.get('location') ?? '').not.toContain(token);
    }
  });

  it('is made only for signed-in callers', async () => {
    expect(await send(server, {}, 'POST /v1/sign-in-links')).toBe(noToken);
    expect(await send(server, cookie, 'POST /v1/sign-in-links')).toBe(badHost);
  });

  it('leads to a page that says what is served, or how to get in', async () => {
    const outside = await visit('/', {});
    expect(outside.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(outside.headers.get('content-security-policy')).toMatch(/default-src 'none'.*frame-ancestors 'none'/);
    expect(await outside.text()).toContain('Open the newest link');
    const inside = await visit('/', cookie);
    expect(await inside.text()).toContain('href="/v1/reference"');
  });
});

describe('the codes of links', () => {
  it('are good once, and for ten minutes', async () => {
    const clock = new FakeClock();
    const codes = new SignInCodes(clock);
    const [one, other] = [codes.make().code, codes.make().code];
    expect([codes.isGood(one), codes.use(one), codes.isGood(one), codes.use(one)]).toEqual([true, true, false, false]);
    await clock.advance(codeLifeMs - 1);
    expect(codes.isGood(other)).toBe(true);
    await clock.advance(1);
    expect(codes.use(other)).toBe(false);
  });

  it('are printed when one is needed and the last one is used up or too old', async () => {
    const clock = new FakeClock();
    const printed: string[] = [];
    const codes = new SignInCodes(clock, ({ code }) => printed.push(code));
    for (let time = 0; time < 3; time += 1) codes.offer();
    expect(printed).toHaveLength(1);
    codes.use(printed[0] ?? '');
    for (let time = 0; time < 3; time += 1) codes.offer();
    expect(printed).toHaveLength(2);
    await clock.advance(codeLifeMs);
    codes.offer();
    expect(new Set(printed).size).toBe(3);
  });
});

describe('session', () => {
  it('is the same for the same token, so that it outlives a restart', () => {
    const again = new Session(token);
    expect([again.proof, again.renderCookie(80)]).toEqual([session.proof, session.renderCookie(80)]);
    expect(new Session('other').proof).not.toBe(session.proof);
  });

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
