import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it } from 'vitest';
import { openNodeFetch } from './node-fetch.ts';

const servers: Server[] = [];

afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  servers.push(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  // A server on a port has an address of this form.
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

const nodeFetch = openNodeFetch({ limitBytes: 100, toTooLong: () => new Error('too long') });

describe('openNodeFetch', () => {
  it('sends text and headers, and gives the answer as a response', async () => {
    const url = await serve(async (request, response) => {
      const body = await request.toArray();
      response.writeHead(201, { 'x-name': 'b' });
      response.end(`${request.method} ${request.headers['x-key']} ${request.headers['content-length']} ${body}`);
    });
    const response = await nodeFetch(url, { method: 'POST', headers: { 'X-Key': 'k' }, body: 'grüß' });
    expect(response.status).toBe(201);
    expect(response.ok).toBe(true);
    expect(response.headers.get('X-Name')).toBe('b');
    expect(await response.text()).toBe('POST k 6 grüß');
  });

  it.each([
    ['gzip', gzipSync],
    ['deflate', deflateSync],
    ['br', brotliCompressSync],
  ] as const)('unpacks %s', async (encoding, pack) => {
    const url = await serve((_, response) => {
      response.writeHead(200, { 'content-encoding': encoding });
      response.end(pack('packed'));
    });
    expect(await (await nodeFetch(url)).text()).toBe('packed');
  });

  it.each([
    [302, 302],
    [204, 204],
    [999, 599],
  ])('a status %i comes as %i, with nothing followed', async (sent, seen) => {
    const url = await serve((_, response) => {
      response.writeHead(sent, { location: '/elsewhere' });
      response.end();
    });
    const response = await nodeFetch(url);
    expect([response.status, response.headers.get('location')]).toEqual([seen, '/elsewhere']);
  });

  it.each([
    ['as it came', {}, 'x'.repeat(101)],
    ['packed', { 'content-encoding': 'gzip' }, gzipSync('x'.repeat(101))],
  ])('refuses a body that is too long, %s', async (_, headers, body) => {
    const url = await serve((_request, response) => {
      response.writeHead(200, headers);
      response.end(body);
    });
    await expect(nodeFetch(url)).rejects.toThrow('too long');
  });

  it('rejects with the code of the socket when no server listens', async () => {
    const url = await serve(() => {});
    const [server] = servers.splice(0);
    server?.close();
    if (server !== undefined) await once(server, 'close');
    await expect(nodeFetch(url)).rejects.toMatchObject({ code: 'ECONNREFUSED' });
  });

  it('rejects when the answer breaks off', async () => {
    const url = await serve((_, response) => {
      response.writeHead(200, { 'content-length': 50 });
      response.write('half', () => response.destroy());
    });
    await expect(nodeFetch(url)).rejects.toMatchObject({ code: 'ECONNRESET' });
  });

  it('ends with the reason of the signal, before and during the call', async () => {
    const reason = new Error('stop');
    const controller = new AbortController();
    const url = await serve((_, response) => {
      response.write('half');
      controller.abort(reason);
    });
    await expect(nodeFetch(url, { signal: controller.signal })).rejects.toBe(reason);
    await expect(nodeFetch(url, { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
  });
});
