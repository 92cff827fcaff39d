import { request } from 'node:http';
import { connect } from 'node:net';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { createItem, getItem, toContent, toImport, toItemPath, toNewItem } from '../../support/api-client-items.ts';
import { useServedStore } from '../../support/served-store.ts';

const dataset = 'demo';
const x = { dataset, id: 'x' };

describe('bytes that are not what they say', () => {
  const served = useServedStore();
  const good = JSON.stringify([toNewItem(x)]);

  it.each([
    ['text/plain', 415],
    ['application/xml', 415],
    ['multipart/form-data; boundary=x', 415],
    ['application/x-www-form-urlencoded', 415],
    ['nonsense', 415],
    ['application/json; charset=utf-16', 0],
    ['application/json;charset="utf-8"', 0],
    ['APPLICATION/JSON', 0],
  ])('are refused or read as content type %s', async (type, status) => {
    const api = served().client();
    const answer = await api.send('POST', '/v1/ground-truths?dryRun', { raw: good, headers: { 'content-type': type } });
    if (status === 0) expect([200, 400, 415]).toContain(answer.status);
    else expect(answer.status).toBe(status);
  });

  it.each([['{'], ['[{]'], [''], ['nul'], ['[1,]'], ['{"a":1}}'], ["{'a':1}"], ['\u0000'], ['[NaN]']])(
    'are refused as JSON: %j',
    async (raw) => {
      const api = served().client();
      for (const [method, path] of [
        ['POST', '/v1/ground-truths'],
        ['PUT', toItemPath(x)],
        ['POST', '/v1/labels'],
        ['PUT', '/v1/tags/schema'],
      ] as const) {
        const headers = { 'content-type': 'application/json' };
        const answer = await api.send(method, path, { raw, headers, ifMatch: '"x"' });
        // An empty body is not a body: then the error may be that there is no such item.
        expect(raw === '' ? [400, 404, 422] : [400, 422], `${method} ${path}`).toContain(answer.status);
      }
    },
  );

  it('are refused when they are not UTF-8, and named by line in NDJSON', async () => {
    const api = served().client();
    const bytes = Buffer.concat([
      Buffer.from('[{"id":"'),
      Buffer.from([0xff, 0xfe, 0xc3]),
      Buffer.from('","datasetName":"d","synthQuestion":"q"}]'),
    ]);
    const answer = await api.send('POST', '/v1/ground-truths?dryRun', { raw: bytes });
    expect([200, 400, 422]).toContain(answer.status);
    const lines = await api.send('POST', '/v1/ground-truths?dryRun', {
      raw: bytes.subarray(1, -1),
      headers: { 'content-type': 'application/x-ndjson' },
    });
    expect(lines.status).toBe(200);
  });

  it('are read when they are gzipped, and refused when they are not what they say', async () => {
    const api = served().client();
    const headers = { 'content-encoding': 'gzip', 'content-type': 'application/json' };
    const line = JSON.stringify(toNewItem({ dataset, id: 'gz' }));
    const zipped = await api.send('POST', '/v1/ground-truths', { raw: gzipSync(good), headers });
    expect(toImport(zipped).counts).toMatchObject({ created: 1 });
    const lines = await api.send('POST', '/v1/ground-truths', {
      raw: gzipSync(line),
      headers: { ...headers, 'content-type': 'application/x-ndjson' },
    });
    expect(toImport(lines).counts).toMatchObject({ created: 1 });
    expect([400, 415, 422]).toContain((await api.send('POST', '/v1/ground-truths', { raw: good, headers })).status);
    const cut = await api.send('POST', '/v1/ground-truths', { raw: gzipSync(good).subarray(0, 40), headers });
    expect([400, 415, 422]).toContain(cut.status);
    const unknown = await api.send('POST', '/v1/ground-truths', {
      raw: good,
      headers: { ...headers, 'content-encoding': 'rot13' },
    });
    expect([400, 415]).toContain(unknown.status);
  });

  it('are limited even when they are zipped', async () => {
    const api = served().client();
    const bomb = gzipSync(Buffer.alloc(200_000_000, ' '));
    const headers = { 'content-encoding': 'gzip', 'content-type': 'application/json' };
    const answer = await api.send('POST', '/v1/ground-truths', { raw: bomb, headers });
    expect([400, 413, 422]).toContain(answer.status);
  });

  it.each(['%', '%zz', '%e0%a4', '%c0%ae', '%00', 'a%2', '%ff%fe'])('are refused as an address: %s', async (part) => {
    const api = served().client();
    for (const path of [
      `/v1/ground-truths/${part}/x`,
      `/v1/ground-truths/demo/${part}`,
      `/v1/datasets/${part}`,
      `/v1/runs/${part}`,
      `/v1/ground-truths?keyword=${part}`,
    ]) {
      const answer = await api.get(path);
      expect([200, 400, 404, 422], path).toContain(answer.status);
    }
  });
});

describe('requests that no client library sends', () => {
  const served = useServedStore();

  /** What comes back for bytes written to the socket. */
  function sendBytes(bytes: string): Promise<string> {
    return new Promise((resolve, reject) => {
      let answer = '';
      const socket = connect(Number(new URL(served().url).port), '127.0.0.1', () => socket.write(bytes));
      socket.setEncoding('utf8').on('data', (text: string) => {
        answer += text;
      });
      socket.on('close', () => resolve(answer));
      socket.on('error', reject);
    });
  }
  const head = () =>
    `Host: ${new URL(served().url).host}\r\nAuthorization: Bearer ${served().token}\r\nConnection: close\r\n`;

  it.each([
    ['a header of 100 KB', () => `GET /v1/me HTTP/1.1\r\n${head()}X-Big: ${'x'.repeat(100_000)}\r\n\r\n`],
    ['an address of 100 KB', () => `GET /v1/me?x=${'x'.repeat(100_000)} HTTP/1.1\r\n${head()}\r\n`],
    ['no HTTP at all', () => 'hello there\r\n\r\n'],
    [
      'two lengths',
      () => `POST /v1/ground-truths HTTP/1.1\r\n${head()}Content-Length: 5\r\nContent-Length: 6\r\n\r\n[]   `,
    ],
    ['a negative length', () => `POST /v1/ground-truths HTTP/1.1\r\n${head()}Content-Length: -5\r\n\r\n`],
    ['a NUL in a header', () => `GET /v1/me HTTP/1.1\r\n${head()}X-Nul: a\u0000b\r\n\r\n`],
    [
      'a bad chunk',
      () =>
        `POST /v1/ground-truths HTTP/1.1\r\n${head()}Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\nZZ\r\n`,
    ],
    ['a NUL in the address', () => `GET /v1/\u0000 HTTP/1.1\r\n${head()}\r\n`],
  ])('are answered as 4xx with a problem: %s', async (_name, toBytes) => {
    const answer = await sendBytes(toBytes());
    expect(answer.split('\r\n')[0]).toMatch(/^HTTP\/1\.1 4\d\d /);
    expect(answer.toLowerCase()).toContain('application/problem+json');
    expect(answer).toMatch(/"code":\s*"[A-Z_]+"/);
    expect((await served().client().get('/healthz')).status).toBe(200);
  });

  it('take a method that there is not as 4xx', async () => {
    const api = served().client();
    for (const method of ['PATCH', 'OPTIONS', 'DELETE', 'PROPFIND']) {
      const status = await new Promise((resolve) => {
        const { port } = new URL(served().url);
        const headers = { authorization: `Bearer ${served().token}` };
        request({ port, host: '127.0.0.1', method, path: '/v1/ground-truths', headers }, (response) => {
          response.resume();
          resolve(response.statusCode);
        }).end();
      });
      expect([400, 404, 405, 501], method).toContain(status);
    }
    expect(await api.send('PATCH', '/v1/ground-truths')).toMatchObject({ status: 405 });
  });

  it('leave no item changed when a GET has a body or a PUT none', async () => {
    const api = served().client();
    const before = await createItem(api, { dataset, id: 'bodyless' });
    const path = toItemPath({ dataset, id: 'bodyless' });
    expect((await api.send('PUT', path, { ifMatch: before.etag })).status).toBeGreaterThanOrEqual(400);
    expect(toContent((await getItem(api, { dataset, id: 'bodyless' })).item)).toEqual(toContent(before.item));
  });
});
