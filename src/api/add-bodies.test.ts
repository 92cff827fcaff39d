import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../test/support/api-server.ts';
import type { AddRoutes } from './api-context.ts';
import { readBodyLines } from './curation/body-lines.ts';

/** Counts the lines that are not blank. */
const addLines: AddRoutes = (app) => {
  app.post<{ Body: AsyncIterable<Buffer> }>('/v1/lines', { config: { takesLines: true } }, async ({ body }) => {
    let count = 0;
    for await (const lines of readBodyLines(body, 1000)) count += lines.length;
    return { count };
  });
};

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ routes: [addLines] });
});
afterAll(() => server.close());

function send(encoding: string, body: Buffer<ArrayBuffer>): Promise<Response> {
  const headers = { 'content-type': 'application/x-ndjson', 'content-encoding': encoding };
  return server.ask('/v1/lines', { method: 'POST', headers, body });
}

it.each([
  ['br', (text: Buffer) => brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } })],
  ['gzip', (text: Buffer) => gzipSync(text)],
] as const)('refuses a small body that unpacks to blank lines without end: %s', async (encoding, pack) => {
  const answer = await send(encoding, Buffer.from(pack(Buffer.alloc(50 * 1024 * 1024, '\n'))));
  expect([answer.status, await answer.json()]).toEqual([413, expect.objectContaining({ code: 'API_TOO_BIG' })]);
});

it('takes lines that pack well, as items of one kind do', async () => {
  const line = `${JSON.stringify({ id: 'a', history: [{ role: 'user', msg: 'Where is my parcel?' }] })}\n`;
  const answer = await send('gzip', Buffer.from(gzipSync(line.repeat(20_000))));
  expect([answer.status, await answer.json()]).toEqual([200, { count: 20_000 }]);
});
