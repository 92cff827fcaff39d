import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type ApiClient, toBody } from '../../support/api-client.ts';
import { listItems, toImport, toItemPath, toNewItem } from '../../support/api-client-items.ts';
import { runInProcess } from '../../support/run-in-process.ts';
import { serveStore } from '../../support/served-store.ts';
import { makeProject } from '../../support/temp-project.ts';
import { tries } from '../../support/tries.ts';
import { type FuzzRequest, listOperations, type OpenApi, type Operation } from './fuzz-operation.ts';

const runsOfEach = tries(40, 400);

/** A store with a run, items, a label and a snapshot, so that there is something to find. */
async function serveFilled() {
  const cwd = makeProject({
    'targets.yaml': 'targets:\n  - {id: echo, provider: builtin, model: echo}\n',
    'one.eval.yaml': 'cases:\n  - {id: one, turns: [{user: hello}], graders: [{contains: hello}]}\n',
  });
  const file = join(cwd, '.turnwise', 'turnwise.db');
  expect((await runInProcess(['run', 'one.eval.yaml', '--target', 'echo', '--quiet'], cwd)).code).toBe(0);
  const api = (await serveStore({ file })).client();
  const items = ['one', 'two', 'last'].map((id) => toNewItem({ dataset: 'fuzz', id }, { status: 'approved' }));
  expect(toImport(await api.import(items)).counts).toMatchObject({ created: 3 });
  await api.post('/v1/labels', { subject: { dataset: 'fuzz', item: 'one' }, score: 1 });
  const snapshot = await api.post('/v1/snapshots', {});
  expect(snapshot.status).toBe(201);
  const ids = [snapshot.item.id, 1];
  const known = {
    dataset: ['fuzz'],
    name: ['fuzz'],
    tags: ['topic:x', 'topic:x,topic:y'],
    id: ['one', 'two', 'last', ids[0]],
    number: [1],
    revision: [1],
    from: ids,
    to: ids,
  };
  return { api, known };
}

describe('requests made from the OpenAPI document', () => {
  it('break nothing: no 5xx, every error is a problem, every other answer is what was declared', async () => {
    const { api, known } = await serveFilled();
    const document = toBody<OpenApi>(await api.get('/v1/openapi.json'));
    expect(document.openapi).toMatch(/^3\.1/);
    const operations = listOperations(document, known);
    expect(operations.length).toBeGreaterThan(30);
    const breaches: string[] = [];
    const answered = new Map<string, Set<number>>();
    for (const operation of operations) {
      const statuses = new Set<number>();
      answered.set(`${operation.method} ${operation.path}`, statuses);
      const tryOne = async (request: FuzzRequest) => {
        statuses.add(await send(api, operation, request));
      };
      const limits = {
        numRuns: runsOfEach,
        seed: 4,
        endOnFailure: true,
        interruptAfterTimeLimit: tries(3_000, 6_000),
      };
      const { failed, counterexample, errorInstance } = await fc.check(
        fc.asyncProperty(operation.requests, tryOne),
        limits,
      );
      if (failed && counterexample !== null)
        breaches.push(`${String(errorInstance)}\n${JSON.stringify(counterexample)}`);
    }
    expect(breaches).toEqual([]);
    // What is always refused at the door is not tried: nearly every operation has to have succeeded.
    const succeeded = [...answered.values()].filter((statuses) => [...statuses].some((status) => status < 400));
    expect(succeeded.length).toBeGreaterThan(0.9 * answered.size);
    expect((await api.get('/readyz')).status).toBe(200);
    for (const { datasetName, id } of (await listItems(api)).slice(0, 50)) {
      expect((await api.get(toItemPath({ dataset: datasetName, id }))).status).toBe(200);
    }
  }, 1_800_000);
});

/** Sends it, and throws when what comes back is not what may come. Gives the status. */
async function send(api: ApiClient, { method, findBreach }: Operation, request: FuzzRequest): Promise<number> {
  const { path, headers, body, sendsRightEtag } = request;
  const etag = sendsRightEtag && method !== 'GET' ? await findEtag(api, path) : undefined;
  const answer = await api.send(method, path, {
    headers: { ...headers, ...(etag === undefined ? {} : { 'if-match': etag }) },
    ...(body === undefined ? {} : { raw: body }),
  });
  if (answer.status >= 500)
    throw new Error(`${method} ${path} answered ${answer.status}: ${answer.text.slice(0, 500)}`);
  const type = answer.headers.get('content-type') ?? '';
  const breach = findBreach({ status: answer.status, type, body: answer.body });
  if (breach !== undefined) throw new Error(`${method} ${path}: ${breach}\n${answer.text.slice(0, 500)}`);
  return answer.status;
}

async function findEtag(api: ApiClient, path: string): Promise<string | undefined> {
  const address =
    path
      .split('?')[0]
      ?.replace(/\/(?:restore|duplicate)$/, '')
      .replace('/assignments/', '/ground-truths/') ?? '';
  const { status, etag } = await api.get(address);
  return status === 200 && etag !== '' ? etag : undefined;
}
