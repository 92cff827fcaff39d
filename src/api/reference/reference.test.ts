import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../../test/support/api-server.ts';
import { type FaultCode, faultCodes } from '../../base/fault-codes.ts';
import { toStatus } from '../fault-status.ts';
import { escapeHtml, renderInline } from './html.ts';
import type { OpenApiDocument } from './openapi-shape.ts';

let server: TestServer;
let text: string;
let document: OpenApiDocument;
let page: string;
beforeAll(async () => {
  // No route is asked for data here.
  server = await startTestServer({ parts: { store: { runs: {}, curation: {} } as never } });
  text = await (await server.ask('/v1/openapi.json')).text();
  document = JSON.parse(text);
  page = await (await server.ask('/v1/reference')).text();
});
afterAll(() => server.close());

function listOperations() {
  return Object.entries(document.paths ?? {}).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({ name: `${method} ${path}`, operation })),
  );
}

it('is OpenAPI 3.1, with a way to log in and the shape of problems', () => {
  expect(document).toMatchObject({
    openapi: '3.1.0',
    info: { title: 'Turnwise', version: '0.0.0-test' },
    components: { securitySchemes: { token: { scheme: 'bearer' } }, schemas: { Problem: { type: 'object' } } },
    security: [{ token: [] }, { session: [], sessionProof: [] }],
  });
});

it('describes every operation, its answers and its failures', () => {
  for (const { name, operation } of listOperations()) {
    expect(operation, name).toMatchObject({
      operationId: expect.any(String),
      summary: expect.stringMatching(/./),
      tags: [expect.any(String)],
      responses: { default: { $ref: '#/components/responses/Problem' } },
    });
    expect(Object.keys(operation.responses ?? {}), name).toContainEqual(expect.stringMatching(/^2/));
  }
  const ids = listOperations().map(({ operation }) => operation.operationId);
  expect(new Set(ids).size).toBe(ids.length);
});

it('links only to anchors of its own', () => {
  const pointers = [...text.matchAll(/"\$ref":"#\/components\/(\w+)\/([^"]+)"/g)];
  expect(pointers.length).toBeGreaterThan(5);
  expect([...text.matchAll(/"\$ref":"(?!#\/components\/)/g)]).toEqual([]);
  for (const [, kind = '', name = ''] of pointers) {
    expect(document, `${kind}/${name}`).toHaveProperty(['components', kind, name]);
  }
});

it('lists every tag that is used, with what it is about', () => {
  const used = new Set(listOperations().flatMap(({ operation }) => operation.tags ?? []));
  expect(document.tags?.map(({ name }) => name).toSorted()).toEqual([...used].toSorted());
});

it('is also a page that shows every operation, runs nothing and fetches nothing', () => {
  for (const path of Object.keys(document.paths ?? {})) expect(page).toContain(`<code>${escapeHtml(path)}</code>`);
  expect(page).not.toMatch(/<script|<iframe|<img|@import|url\(/i);
  expect([...page.matchAll(/(?:href|src)="(?!#|\/v1\/|data:,")[^"]*"/g)]).toEqual([]);
  expect(
    [...page.matchAll(/href="#([^"]+)"/g)].map(([, id = '']) => id).filter((id) => !page.includes(`id="${id}"`)),
  ).toEqual([]);
});

it('explains the code of every problem at the address that its type names', () => {
  for (const code of ['API_BAD_VALUE', 'ITEM_STALE', 'APPROVAL_BLOCKED', 'RUN_UNKNOWN']) {
    expect(page).toContain(`<tr id="${code}">`);
  }
});

it('knows a status for every code', () => {
  // Object.keys forgets that these are the codes.
  for (const code of Object.keys(faultCodes) as FaultCode[]) expect(toStatus(code)).toBeGreaterThanOrEqual(400);
});

it('shows text as text', () => {
  expect(renderInline('<b> "x" `a<b` \'')).toBe('&lt;b&gt; &quot;x&quot; <code>a&lt;b</code> &#39;');
});
