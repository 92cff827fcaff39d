import { describe, expect, it } from 'vitest';
import { type EarlierEndpoint, earlierEndpoints, earlierParameters } from '../../../src/api/earlier-curator.ts';
import { type EarlierField, earlierFields } from '../../../tools/reference/earlier-curator.ts';
import type { Call } from '../../support/api-client.ts';
import { useServedStore } from '../../support/served-store.ts';

const bucket = '5f0c3b1e-0000-4000-8000-000000000000';

/** An item with every field that the earlier curator wrote. */
const item = {
  ...{ id: 'gt-1', datasetName: 'faq', bucket, status: 'draft', docType: 'ground-truth-item', schemaVersion: 'v2' },
  ...{ synthQuestion: 'When do you open?', editedQuestion: 'When do you open today?', answer: 'At nine.' },
  refs: [
    { url: ' https://example.com/hours ', title: 'Hours', content: 'We open at nine.', keyExcerpt: 'at nine' },
    { url: 'https://example.com/holidays', type: 'kb', bonus: true, messageIndex: 1 },
  ],
  history: [
    { role: 'user', content: 'When do you open today?' },
    {
      ...{ role: 'assistant', msg: 'At nine.', refs: [{ url: 'https://example.com/today', bonus: false }] },
      ...{ tags: ['hours'], expectedBehavior: ['tool:search'] },
    },
  ],
  ...{ comment: 'Checked.', weight: 0.5, contextUsedForGeneration: 'Hours', contextSource: 'site' },
  ...{ modelUsedForGeneration: 'm-1', semanticClusterNumber: 3, samplingBucket: 2, questionLength: 5 },
  ...{ manualTags: 'Topic:Hours, source:sme', computedTags: ['turns:multiturn'], tags: ['topic:other'] },
  ...{ totalReferences: 99, updatedAt: '2020-01-01T00:00:00Z', updatedBy: 'eve', reviewedAt: '2020-01-02T00:00:00Z' },
  ...{ assignedTo: 'bob', assignedAt: '2020-01-01T00:00:00Z', _etag: '"earlier"' },
};

/** A valid call of each endpoint that needs more than an address. */
const calls: Readonly<Record<string, Call & { readonly query?: string }>> = {
  'POST /v1/ground-truths': { body: [{ ...item, id: ' ' }] },
  'GET /v1/ground-truths': { query: '?status=draft&dataset=faq&tags=&keyword=&itemId=%20gt-&limit=25' },
  'POST /v1/assignments/self-serve': { body: { limit: 2 } },
  'PUT /v1/datasets/{dataset}/curation-instructions': { body: { instructions: '# Cite' } },
  'POST /v1/tags': { body: { tags: ['topic:hours'] } },
  'DELETE /v1/tags': { body: { tags: ['topic:hours'] } },
  'GET /v1/search': { query: '?q=hours&top=5' },
};

const parts: Readonly<Record<string, string>> = { dataset: 'faq', bucket, id: 'gt-1', tag: 'topic:x', name: 'Item' };

function fill(path: string): string {
  return path.replaceAll(/\{(\w+)\}/g, (_all, name: string) => parts[name] ?? '');
}

describe('an endpoint of the earlier curator', () => {
  const served = useServedStore(async (api) => {
    await api.import([item]);
  });

  it.each(earlierEndpoints.map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const))(
    '%s answers as the reference says',
    async (name, { method, path, now, status }: EarlierEndpoint) => {
      const { query = '', ...call } = calls[name] ?? {};
      const answer = await served()
        .client()
        .send(method, `${fill(path)}${query}`, call);
      expect(answer.status).toBe(status);
      if (now === 'same') return;
      expect(answer.problem.detail.length).toBeGreaterThan(`Nothing at ${method} ${fill(path)}.`.length);
      expect(answer.problem.detail).not.toContain('/v1/reference');
    },
  );

  it.each(earlierEndpoints.filter(({ instead }) => instead !== undefined).map((one) => [one.path, one] as const))(
    '%s names an address of Turnwise to call instead',
    async (_path, { method, path, instead = '' }) => {
      const api = served().client();
      const { problem } = await api.send(method, fill(path));
      const named = fill(instead);
      expect(problem.detail).toContain(`Call ${named}.`);
      const [verb = '', address = ''] = named.split(' ');
      // Whatever it says about the body: the address is known with this method.
      expect([404, 405]).not.toContain(
        (await api.send(verb, address, { body: verb === 'GET' ? undefined : {} })).status,
      );
    },
  );

  it.each(earlierParameters)('$endpoint refuses $name and says what to do', async ({ endpoint, name }) => {
    const [method = '', path = ''] = endpoint.split(' ');
    const call = method === 'POST' ? { body: [item] } : {};
    const { status, problem } = await served().client().send(method, `${path}?${name}=1`, call);
    expect([status, problem.problems?.[0]?.path]).toEqual([422, name]);
    expect(problem.detail).toMatch(/cursor|buckets/);
  });

  it('gives an item without an id one, and returns it', async () => {
    const api = served().client();
    const { body } = await api.import([{ ...item, id: '', datasetName: 'blank' }]);
    const { results } = body as { results: { id: string; verdict: string }[] };
    expect(results).toEqual([expect.objectContaining({ verdict: 'created', id: expect.stringMatching(/^item-/) })]);
    expect((await api.get(`/v1/ground-truths/blank/${results[0]?.id}`)).status).toBe(200);
  });
});

describe('an item of the earlier curator', () => {
  const served = useServedStore(async (api) => {
    await api.import([item]);
  });
  const read = async () => (await served().client().get('/v1/ground-truths/faq/gt-1')).body as Shape;

  it('has every field in the test that the reference lists', () => {
    const names = (of: EarlierField['of']) => earlierFields.filter((field) => field.of === of).map(({ name }) => name);
    const keys = (values: readonly object[]) => [...new Set(values.flatMap((value) => Object.keys(value)))];
    const refs = [...item.refs, ...item.history.flatMap((turn) => ('refs' in turn ? (turn.refs ?? []) : []))];
    expect(names('item').toSorted()).toEqual(keys([item]).toSorted());
    expect(names('reference').toSorted()).toEqual(keys(refs).toSorted());
    expect(names('turn').toSorted()).toEqual(keys(item.history).toSorted());
  });

  it.each(earlierFields.filter((field) => field.of === 'item').map((field) => [field.name, field] as const))(
    'comes back with %s as the reference says',
    async (name, { now }) => {
      const sent = (item as Shape)[name];
      const back = (await read())[name];
      if (name === 'history') expect(back).toMatchObject([{ role: 'user' }, { role: 'assistant', msg: 'At nine.' }]);
      else if (now === 'kept') expect(back).toEqual(sent);
      else expect(back).not.toEqual(sent);
    },
  );

  it('has its references, turns and tags in their one form', async () => {
    const found = await read();
    expect(found).toMatchObject({
      refs: [{ url: 'https://example.com/hours', title: 'Hours', content: 'We open at nine.', keyExcerpt: 'at nine' }],
      manualTags: ['topic:hours', 'source:sme'],
      totalReferences: 3,
      updatedBy: 'tester',
      history: [
        { role: 'user', msg: 'When do you open today?', tags: [] },
        {
          refs: [
            { url: 'https://example.com/today', bonus: false },
            { url: 'https://example.com/holidays', type: 'kb', bonus: true },
          ],
          ...{ role: 'assistant', tags: ['hours'], expectedBehavior: ['tool:search'] },
        },
      ],
    });
    for (const absent of ['reviewedAt', 'assignedTo', 'assignedAt']) expect(found).not.toHaveProperty(absent);
    expect(found.tags).toEqual(['topic:hours', 'source:sme', ...(found.computedTags as string[])]);
  });
});

type Shape = Readonly<Record<string, unknown>>;
