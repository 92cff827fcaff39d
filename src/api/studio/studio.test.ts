import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer, token } from '../../../test/support/api-server.ts';
import { proofHeader, SignInLink } from '../../contract/sign-in.ts';
import { Session } from '../access/session.ts';
import type { AddRoutes } from '../api-context.ts';

const script = `console.log('${'turnwise '.repeat(300)}');`;
const page = '<!doctype html><title>Turnwise</title><script type="module" src="/assets/main-1x2y.js"></script>';

const addItem: AddRoutes = (app) => {
  app.post('/v1/items/:id', async () => ({}));
};

let server: TestServer;
let unbuilt: TestServer;
let open: TestServer;
const folder = mkdtempSync(join(tmpdir(), 'turnwise-studio-'));
const write = (name: string, content: string | Uint8Array) => writeFileSync(join(folder, name), content);
beforeAll(async () => {
  mkdirSync(join(folder, 'assets'));
  write('index.html', page);
  write('mark.svg', '<svg xmlns="http://www.w3.org/2000/svg"/>');
  write('assets/main-1x2y.js', script);
  write('assets/main-1x2y.js.br', brotliCompressSync(script));
  write('assets/main-1x2y.js.gz', gzipSync(script));
  write('notes.unknown', 'not for browsers');
  server = await startTestServer({ routes: [addItem], studio: folder });
  unbuilt = await startTestServer({ routes: [addItem], studio: `${folder}/nothing` });
  open = await startTestServer({ routes: [addItem], studio: folder, access: 'open' });
});
afterAll(async () => {
  await Promise.all([server, unbuilt, open].map((each) => each.close()));
  rmSync(folder, { recursive: true });
});

const session = new Session(token);
const cookie = session.renderCookie(80).split(';')[0] ?? '';
const browser = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };
const inside = { ...browser, cookie, [proofHeader]: session.proof };

function visit(path: string, headers: Record<string, string> = inside, to = server): Promise<Response> {
  return fetch(`${to.url}${path}`, { headers, redirect: 'manual' });
}

describe('the page of the Studio', () => {
  it.each([
    '/',
    '/index.html',
    '/review',
    '/review/support/late-return?turn=t1&panel=refs',
    '/review/my%20set/a%2Fb.c%3Fd',
    '/items?open=support/a.js',
    '/datasets/main.css',
    '/nowhere/at/all.html',
    '/v1x',
  ])('is at %s, for a signed-in browser', async (path) => {
    const answer = await visit(path);
    expect([answer.status, await answer.text()]).toEqual([200, page]);
    expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8');
  });

  it('allows its own files alone, and nothing inline', async () => {
    const { headers } = await visit('/review');
    const policy = headers.get('content-security-policy') ?? '';
    expect(policy.split('; ')).toEqual(
      expect.arrayContaining([
        ...["default-src 'none'", "script-src 'self'", "style-src 'self'", "connect-src 'self'", "base-uri 'none'"],
        ...["form-action 'none'", "frame-ancestors 'none'", "require-trusted-types-for 'script'"],
      ]),
    );
    expect(policy).not.toMatch(/unsafe|https?:|\*/);
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('referrer-policy')).toBe('no-referrer');
    expect(headers.get('cross-origin-opener-policy')).toBe('same-origin');
    expect(headers.get('permissions-policy')).toContain('camera=()');
  });

  it('is requested each time, and sent only when it has changed', async () => {
    const { headers } = await visit('/');
    expect(headers.get('cache-control')).toBe('no-cache');
    const etag = headers.get('etag') ?? '';
    const again = await visit('/review', { ...inside, 'if-none-match': `"other", W/${etag}` });
    expect([again.status, await again.text()]).toEqual([304, '']);
    expect((await visit('/', { ...inside, 'if-none-match': '"other"' })).status).toBe(200);
  });

  it('is not what a program gets that asks for something else', async () => {
    const answer = await server.ask('/review', { headers: { accept: 'application/json' } });
    expect([answer.status, await answer.json()]).toEqual([404, expect.objectContaining({ code: 'API_NOT_FOUND' })]);
  });
});

describe('a file of the Studio', () => {
  const asset = '/assets/main-1x2y.js';

  it.each([
    ['br', 'br', brotliCompressSync(script).length],
    ['gzip', 'gzip', gzipSync(script).length],
    ['identity', null, script.length],
  ])('comes packed as the browser takes it: %s', async (accepted, encoding, length) => {
    const answer = await visit(asset, { 'accept-encoding': accepted });
    expect(answer.headers.get('content-encoding')).toBe(encoding);
    expect(answer.headers.get('content-length')).toBe(String(length));
    expect(answer.headers.get('vary')).toBe('accept-encoding');
    expect(answer.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
    expect(await answer.text()).toBe(script);
  });

  it('is cached for good when its name changes with its content, and requested each time when not', async () => {
    expect((await visit(asset)).headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    const mark = await visit('/mark.svg');
    expect([mark.headers.get('cache-control'), mark.headers.get('content-type')]).toEqual([
      'no-cache',
      'image/svg+xml',
    ]);
  });

  it('needs no cookie, since it is the same for all, and may not be used by other sites', async () => {
    const answer = await visit(asset, {});
    expect(answer.status).toBe(200);
    expect(answer.headers.get('cross-origin-resource-policy')).toBe('same-origin');
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
  });

  it('can be asked about without being sent', async () => {
    const answer = await fetch(`${server.url}${asset}`, { method: 'HEAD' });
    expect([answer.status, await answer.text()]).toEqual([200, '']);
  });

  it.each(['/assets/', '/assets/gone-1x2y.js', '/assets/main-1x2y.js.br', '/assets/main-1x2y.js/'])(
    'is missing at %s, even for a browser',
    async (path) => {
      expect((await visit(path)).status).toBe(404);
    },
  );
});

describe('an address made to escape the folder', () => {
  // As bytes: fetch would put the path in order before it is sent.
  const ask = async (path: string) => {
    const head = `host: 127.0.0.1:${server.port}\r\nconnection: close\r\naccept: */*\r\ncookie: ${cookie}`;
    return server.sendRaw(`GET ${path} HTTP/1.1\r\n${head}\r\n\r\n`);
  };

  it.each([
    '/assets/../index.html',
    '/assets/../../etc/passwd',
    '/assets/%2e%2e/%2e%2e/etc/passwd',
    '/assets/..%2f..%2f..%2fetc%2fpasswd',
    '/..%5c..%5cpackage.json',
    '/%2e%2e/%2e%2e/package.json',
    '//etc/passwd',
    '/assets/main-1x2y.js%00.html',
    '/assets/%00',
    '/notes.unknown',
    '/__proto__',
    '/constructor',
  ])('gets no file: %s', async (path) => {
    const answer = await ask(path);
    expect(answer).toMatch(/^HTTP\/1\.1 (400|404) /);
    expect(answer).toContain('application/problem+json');
  });

  it('is never a redirect to another site, however the link begins', async () => {
    const answer = await ask(`//evil.example/a?code=${token}&b=1`);
    expect(answer).toMatch(/^HTTP\/1\.1 303 /);
    expect(answer).toMatch(/\r\nlocation: \/evil\.example\/a\?b=1\r\n/i);
  });
});

describe('a signed-out browser', () => {
  it.each(['/', '/review', '/review/support/a.b'])('gets a page that says what to do at %s', async (path) => {
    const answer = await visit(path, browser);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(answer.headers.get('content-security-policy')).not.toContain('script-src');
    expect(await answer.text()).toContain('Open the newest link');
  });

  it('gets the page by a link that is good, at the address that the link names', async () => {
    const made = await server.ask('/v1/sign-in-links', { method: 'POST' });
    const { link } = SignInLink.parse(await made.json());
    const answer = await visit(`/review/support/a%2Fb?turn=t1&${new URL(link).search.slice(1)}`, browser);
    expect([answer.status, await answer.text()]).toEqual([200, page]);
    expect(answer.headers.get('content-security-policy')).toContain("script-src 'self'");
  });

  it('gets a page that says so when its link is old', async () => {
    const answer = await visit('/review?code=other', browser);
    expect([answer.status, answer.headers.get('set-cookie')]).toEqual([401, null]);
    expect(await answer.text()).toContain('This link no longer works');
  });

  it.each([
    ['cross-site', '', true],
    ['same-site', '', true],
    ['same-origin', '', false],
    ['none', '', false],
    ['cross-site', cookie, false],
  ])(
    'loads again when another site linked to it, since its cookie is withheld then: %s %.8s',
    async (site, sent, isAgain) => {
      const head = `host: 127.0.0.1:${server.port}\r\nconnection: close\r\naccept: text/html\r\ncookie: ${sent}`;
      const fetched = `sec-fetch-mode: navigate\r\nsec-fetch-site: ${site}`;
      const answer = await server.sendRaw(`GET /review HTTP/1.1\r\n${head}\r\n${fetched}\r\n\r\n`);
      expect(/\r\nrefresh: 0\r\n/i.test(answer)).toBe(isAgain);
    },
  );

  it('is in without anything where access is open', async () => {
    expect(await (await visit('/review', browser, open)).text()).toBe(page);
  });
});

describe('the API next to it', () => {
  it('keeps its own answers', async () => {
    expect((await visit('/v1/nothing', browser)).status).toBe(401);
    expect((await visit('/v1', browser)).status).toBe(401);
    expect((await visit('/v1/nothing')).status).toBe(404);
    const known = await visit('/v1/items/a');
    expect([known.status, known.headers.get('allow')]).toEqual([405, 'POST']);
    expect((await server.ask('/review', { method: 'POST' })).status).toBe(404);
  });

  it('is served where the Studio was not built, with a page that says what to type', async () => {
    const answer = await visit('/review', inside, unbuilt);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    expect(await answer.text()).toContain('npm run build');
    expect((await visit('/v1/items/a', inside, unbuilt)).status).toBe(405);
  });
});
