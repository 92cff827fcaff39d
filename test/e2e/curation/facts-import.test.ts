import { describe, expect, it } from 'vitest';
import { toBody } from '../../support/api-client.ts';
import {
  createItem,
  getItem,
  listAudit,
  listIds,
  listRevisions,
  toContent,
  toImport,
  toItemPath,
  toNewItem,
} from '../../support/api-client-items.ts';
import { serveStore } from '../../support/served-store.ts';

const dataset = 'demo';
const x = { dataset, id: 'x' };
const bad = { id: 'bad', datasetName: dataset, history: [{ msg: 'no role' }] };
const many = (count: number, changes = {}) =>
  Array.from({ length: count }, (_, index) => toNewItem({ dataset, id: `i-${index}` }, changes));
const toLines = (items: readonly unknown[]) => items.map((item) => `${JSON.stringify(item)}\n`).join('');

describe('fact 23', () => {
  it.each([[''], ['mode=create']])(
    'creates once: equal content is unchanged, other content fails (%s)',
    async (query) => {
      const api = (await serveStore()).client();
      expect(toImport(await api.import([toNewItem(x)], query)).results).toMatchObject([{ verdict: 'created' }]);
      const before = await getItem(api, x);
      expect(toImport(await api.import([toNewItem(x)], query)).results).toMatchObject([{ verdict: 'unchanged' }]);
      const { results, counts } = toImport(await api.import([toNewItem(x, { comment: 'other' })], query));
      expect(results).toMatchObject([{ ...x, verdict: 'failed', problems: [{ code: 'DUPLICATE_ID' }] }]);
      expect(counts).toMatchObject({ created: 0, unchanged: 0, updated: 0, failed: 1 });
      expect((await getItem(api, x)).text).toBe(before.text);
      expect(await listIds(api)).toEqual(['x']);
      expect(await listRevisions(api, x)).toHaveLength(1);
    },
  );

  it('changes what is there with mode=upsert, and leaves what is equal', async () => {
    const api = (await serveStore()).client();
    const before = await createItem(api, x);
    expect(toImport(await api.import([toNewItem(x)], 'mode=upsert')).results).toMatchObject([{ verdict: 'unchanged' }]);
    expect((await getItem(api, x)).etag).toBe(before.etag);
    const changed = toNewItem(x, { comment: 'other' });
    const { results, counts } = toImport(await api.import([changed, toNewItem({ dataset, id: 'y' })], 'mode=upsert'));
    expect(results.map(({ verdict }) => verdict)).toEqual(['updated', 'created']);
    expect(counts).toMatchObject({ updated: 1, created: 1 });
    expect((await getItem(api, x)).item.comment).toBe('other');
    expect((await getItem(api, x)).etag).not.toBe(before.etag);
  });

  it('never makes two items of one key in one import', async () => {
    const api = (await serveStore()).client();
    const { results } = toImport(await api.import([toNewItem(x), toNewItem(x), toNewItem(x, { comment: 'other' })]));
    expect(results.map(({ verdict }) => verdict)).toEqual(['created', 'unchanged', 'failed']);
    expect(await listIds(api)).toEqual(['x']);
  });

  it('never makes two items of one key in imports at once', async () => {
    const api = (await serveStore()).client();
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, index) => api.import([toNewItem(x, { comment: `${index}` })])),
    );
    const verdicts = answers.map((answer) => toImport(answer).results[0]?.verdict);
    expect(verdicts.toSorted()).toEqual(['created', ...new Array(9).fill('failed')]);
    expect(await listRevisions(api, x)).toHaveLength(1);
  });

  it.each(['turnIndex', 'messageIndex'])('puts a ref with a %s into its turn', async (name) => {
    const api = (await serveStore()).client();
    const refs = [{ url: 'http://top' }, { url: 'http://turn', [name]: 1 }, { url: 'http://first', [name]: 0 }];
    const { item } = await createItem(api, x, { refs });
    expect(item.refs.map(({ url }) => url)).toEqual(['http://top']);
    expect(item.history?.map((turn) => turn.refs?.map(({ url }) => url))).toEqual([
      ['http://first'],
      ['https://example.com/parcels', 'http://turn'],
    ]);
    for (const ref of item.history?.flatMap((turn) => turn.refs ?? []) ?? []) expect(ref).not.toHaveProperty(name);
    const wrong = toNewItem({ dataset, id: 'y' }, { refs: [{ url: 'http://a', [name]: 2 }] });
    expect(toImport(await api.import([wrong])).results).toMatchObject([
      { verdict: 'failed', problems: [{ path: `refs[0].${name}` }] },
    ]);
  });

  it('stores all or nothing with atomic', async () => {
    const api = (await serveStore()).client();
    for (const query of ['atomic', 'atomic=true', 'atomic=1']) {
      const refused = await api.import([toNewItem(x), bad, toNewItem({ dataset, id: 'y' })], query);
      const { results, counts } = toImport(refused);
      expect(results.map(({ id, verdict }) => [id, verdict])).toEqual([
        ['x', 'failed'],
        ['bad', 'failed'],
        ['y', 'failed'],
      ]);
      expect(results[1]?.problems).toMatchObject([{ path: 'history[0].role' }]);
      expect(counts).toMatchObject({ created: 0, failed: 3 });
      expect(await listIds(api)).toEqual([]);
      expect((await api.get(toItemPath(x))).status).toBe(404);
    }
    expect(await listAudit(api)).toEqual([]);
    expect(toImport(await api.import([toNewItem(x), toNewItem({ dataset, id: 'y' })], 'atomic')).counts).toMatchObject({
      created: 2,
    });
    const lines = await api.importLines(`${toLines([toNewItem({ dataset, id: 'z' })])}not json\n`, 'atomic');
    expect(toImport(lines).results.map(({ verdict }) => verdict)).toContain('failed');
    expect((await listIds(api)).toSorted()).toEqual(['x', 'y']);
  });

  it('answers the same Idempotency-Key the same, without a second effect', async () => {
    const api = (await serveStore()).client();
    const header = { 'idempotency-key': 'once-1' };
    const first = await api.import([toNewItem(x), bad], '', header);
    expect(toImport(first).counts).toMatchObject({ created: 1, failed: 1 });
    const events = await listAudit(api);
    const again = await api.import([toNewItem(x), bad], '', header);
    expect(again.status).toBe(first.status);
    expect(again.text).toBe(first.text);
    expect(await listAudit(api)).toEqual(events);
    const { etag } = await getItem(api, x);
    await api.put(toItemPath(x), { comment: 'changed since' }, etag);
    expect((await api.import([toNewItem(x), bad], '', header)).text).toBe(first.text);
    const other = await api.import([toNewItem({ dataset, id: 'y' })], '', header);
    expect(other).toMatchObject({ status: 422, problem: { code: 'ONCE_KEY_REUSED' } });
    expect(await listIds(api)).toEqual(['x']);
  });

  it('carries out requests with one Idempotency-Key once, however many come at once', async () => {
    const api = (await serveStore()).client();
    const lines = toLines(many(300));
    const header = { 'idempotency-key': 'once-2' };
    const answers = await Promise.all([1, 2, 3, 4].map(() => api.importLines(lines, '', header)));
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect(toImport(answers[0] ?? (await api.get('/'))).counts).toMatchObject({ created: 300 });
    expect((await listAudit(api)).filter(({ item }) => item !== undefined)).toHaveLength(300);
  });

  it('keeps the keys of two callers apart', async () => {
    const world = await serveStore();
    const header = { 'idempotency-key': 'once-3' };
    expect(toImport(await world.client('ann').import([toNewItem(x)], '', header)).counts).toMatchObject({ created: 1 });
    const y = toNewItem({ dataset, id: 'y' });
    expect(toImport(await world.client('bob').import([y], '', header)).counts).toMatchObject({ created: 1 });
  });

  it('says in a dry run what would happen, and stores nothing', async () => {
    const api = (await serveStore()).client();
    await createItem(api, { dataset, id: 'old' });
    const before = await api.get('/v1/export');
    const events = await listAudit(api);
    const items = [
      toNewItem(x),
      toNewItem({ dataset, id: 'old' }),
      toNewItem({ dataset, id: 'old' }, { comment: 'c' }),
      bad,
      toNewItem(x),
    ];
    for (const query of ['', 'mode=upsert', 'atomic']) {
      const dry = toImport(await api.import(items, `dryRun${query === '' ? '' : `&${query}`}`));
      expect((await api.get('/v1/export')).text).toBe(before.text);
      expect(await listAudit(api)).toEqual(events);
      const other = (await serveStore()).client();
      await createItem(other, { dataset, id: 'old' });
      const real = toImport(await other.import(items, query));
      expect(dry.results).toEqual(real.results);
      expect(dry.counts).toEqual(real.counts);
    }
    expect(await listIds(api, 'keyword=parcel')).toEqual(['old']);
  });

  it('refuses an empty list', async () => {
    const api = (await serveStore()).client();
    for (const answer of [await api.import([]), await api.importLines(''), await api.importLines('\n\n')]) {
      expect(answer).toMatchObject({ status: 422, problem: { code: 'IMPORT_EMPTY' } });
    }
  });

  it('refuses a body over the limit with 413, and streams NDJSON without one', async () => {
    const api = (await serveStore()).client();
    const { limits } = toBody<{ limits: { bodyBytes: number } }>(await api.get('/v1/config'));
    const items = many(20, { comment: 'x'.repeat(limits.bodyBytes / 20) });
    const answer = await api.import(items).catch((error: unknown) => error);
    // A server may cut the connection while the body is still under way; then there is no answer to read.
    if (!(answer instanceof Error)) expect(answer).toMatchObject({ status: 413, problem: { code: 'API_TOO_BIG' } });
    expect(await listIds(api)).toEqual([]);
    expect(toImport(await api.importLines(toLines(items))).counts).toMatchObject({ created: 20 });
  });

  it.each(['json', 'ndjson'])('never rejects the neighbors of a bad item (%s)', async (type) => {
    const api = (await serveStore()).client();
    const items = [toNewItem(x), bad, 5, null, 'text', [], { id: 'no-dataset' }, toNewItem({ dataset, id: 'y' })];
    const answer = type === 'json' ? await api.import(items) : await api.importLines(toLines(items));
    const { results, counts } = toImport(answer);
    const verdicts = ['created', ...new Array(6).fill('failed'), 'created'];
    expect(results.map(({ verdict }) => verdict)).toEqual(verdicts);
    expect(counts).toMatchObject({ created: 2, failed: 6 });
    for (const { verdict, problems } of results) if (verdict === 'failed') expect(problems?.[0]?.code).toMatch(/./);
    expect((await listIds(api)).toSorted()).toEqual(['x', 'y']);
  });

  it('never rejects the neighbors of a line that is not JSON', async () => {
    const api = (await serveStore()).client();
    const [first, last] = [toNewItem(x), toNewItem({ dataset, id: 'y' })];
    const { results } = toImport(
      await api.importLines(`${toLines([first])}{"id": \n\n  \r\n${JSON.stringify(last)}\r\n`),
    );
    expect(results.map(({ verdict }) => verdict)).toEqual(['created', 'failed', 'created']);
  });

  it('approves what may be approved with approve, and fails the rest', async () => {
    const api = (await serveStore()).client();
    const half = toNewItem({ dataset, id: 'half' }, { history: [{ role: 'user', msg: 'q' }] });
    const { results } = toImport(await api.import([toNewItem(x), half], 'approve'));
    expect(results.map(({ verdict }) => verdict)).toEqual(['created', 'failed']);
    expect(results[1]?.problems?.map(({ code }) => code)).toContain('APPROVAL_NO_ASSISTANT_TURN');
    expect((await api.get(toItemPath({ dataset, id: 'half' }))).status).toBe(404);
    expect((await getItem(api, x)).item).toMatchObject({ status: 'approved', reviewedAt: expect.any(String) });
  });

  it('takes the same items as JSON and as NDJSON', async () => {
    const [one, other] = [(await serveStore()).client(), (await serveStore()).client()];
    const items = many(30, { manualTags: ['topic:x'], extra: 1 });
    expect(toImport(await other.importLines(toLines(items))).counts).toEqual(toImport(await one.import(items)).counts);
    const [a, b] = [await getItem(one, { dataset, id: 'i-7' }), await getItem(other, { dataset, id: 'i-7' })];
    const plain = ({ history, ...rest }: ReturnType<typeof toContent>) => ({
      ...rest,
      history: history?.map(({ id, ...turn }) => turn),
    });
    expect(plain(toContent(a.item))).toEqual(plain(toContent(b.item)));
  });

  it.each(['mode=replace', 'mode=', 'atomic=maybe', 'foo=1', 'dryRun=2'])('refuses ?%s', async (query) => {
    const api = (await serveStore()).client();
    const { status, problem } = await api.import([toNewItem(x)], query);
    expect(status).toBe(422);
    expect(JSON.stringify(problem.problems)).toContain(query.split('=')[0]);
    expect(await listIds(api)).toEqual([]);
  });
});

describe('fact 24', () => {
  const secrets = ['jane.doe@example.org', '+49 30 901820-12', '4111 1111 1111 1111'] as const;

  it('warns of e-mail, phone and card numbers with path and masked snippet, and imports', async () => {
    const api = (await serveStore()).client();
    const history = [
      { role: 'user', msg: `Write to ${secrets[0]} please` },
      { role: 'assistant', msg: `Or call ${secrets[1]}, card ${secrets[2]}.` },
    ];
    const answer = await api.import([toNewItem(x, { history })]);
    const { results, piiWarnings } = toImport(answer);
    expect(results).toMatchObject([{ verdict: 'created' }]);
    expect(piiWarnings.map(({ path }) => path)).toEqual(['history[0].msg', 'history[1].msg', 'history[1].msg']);
    expect(piiWarnings).toMatchObject([x, x, x]);
    for (const { snippet } of piiWarnings) expect(snippet).toMatch(/./);
    for (const secret of secrets) expect(answer.text).not.toContain(secret);
    expect((await getItem(api, x)).item.history?.[0]?.msg).toContain(secrets[0]);
  });

  it('does not take other numbers for personal data', async () => {
    const api = (await serveStore()).client();
    const msg = 'Order 123456 of 2026-01-02T03:04:05Z, 4111 1111 1111 1112, version 1.2.3, 14 days, user@ home';
    const { piiWarnings } = toImport(await api.import([toNewItem(x, { comment: msg })]));
    expect(piiWarnings).toEqual([]);
  });

  it('warns of a question equal to an approved one after folding case and space, and imports', async () => {
    const api = (await serveStore()).client();
    await createItem(api, x, { status: 'approved', synthQuestion: 'Where is  my order?' });
    await createItem(
      api,
      { dataset, id: 'draft' },
      { synthQuestion: 'Only a draft?', history: undefined, answer: 'a' },
    );
    const items = [
      { id: 'same', datasetName: 'other', synthQuestion: ' where is\nMY order? ', answer: 'a' },
      { id: 'else', datasetName: 'other', synthQuestion: 'where is my other order?', answer: 'a' },
      { id: 'like-draft', datasetName: 'other', synthQuestion: 'only a draft?', answer: 'a' },
    ];
    const { results, duplicateWarnings } = toImport(await api.import(items));
    expect(results.map(({ verdict }) => verdict)).toEqual(['created', 'created', 'created']);
    expect(duplicateWarnings).toHaveLength(1);
    expect(duplicateWarnings).toMatchObject([{ dataset: 'other', id: 'same' }]);
    expect(JSON.stringify(duplicateWarnings)).toContain('"x"');
  });
});
