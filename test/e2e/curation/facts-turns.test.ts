import { describe, expect, it } from 'vitest';
import {
  createHeldItem,
  createItem,
  getItem,
  itemAddresses,
  toContent,
  toImport,
  toItemPath,
  withoutIds,
} from '../../support/api-client-items.ts';
import { document003 } from '../../support/document-003.ts';
import { serveStore, useServedStore } from '../../support/served-store.ts';

const dataset = 'demo';
const user = { role: 'user', msg: 'a question' };
const assistant = { role: 'assistant', msg: 'an answer' };

describe('fact 1', () => {
  const key = { dataset, id: document003.id };

  it('imports the example of document 003 and gives back every ref, tag, excerpt and type in its turn', async () => {
    const api = (await serveStore()).client();
    const { results, counts } = toImport(await api.import([document003]));
    expect(results).toMatchObject([{ dataset: 'demo', id: 'example-1', verdict: 'created' }]);
    expect(counts).toMatchObject({ created: 1, failed: 0 });
    const { item, etag } = await getItem(api, key);
    expect(withoutIds(item.history)).toEqual(document003.history);
    expect(item).toMatchObject({ refs: document003.refs, status: 'draft', totalReferences: 3 });
    expect(item._etag).toBe(etag.slice(1, -1));
  });

  it('leaves answer and synthQuestion as given, and warns that the answer is out of step', async () => {
    const api = (await serveStore()).client();
    const { results } = toImport(await api.import([document003]));
    expect(results[0]?.warnings).toContainEqual(expect.objectContaining({ code: 'ANSWER_OUT_OF_STEP' }));
    const { item } = await getItem(api, key);
    expect(item).toMatchObject({ answer: document003.answer, synthQuestion: document003.synthQuestion });
    expect(item).not.toHaveProperty('editedQuestion');
    const warning = { path: 'answer', code: 'ANSWER_OUT_OF_STEP', message: expect.stringMatching(/\w/) };
    expect(item._warnings).toContainEqual(warning);
  });

  it('exports, imports and exports again to the same bytes', async () => {
    const first = (await serveStore()).client();
    await first.import([
      document003,
      { ...document003, id: 'ünï/cödé %2F', manualTags: 'topic:a,source:sme', extra: { deep: [1, null] } },
    ]);
    const exported = await first.get('/v1/export?dataset=demo');
    expect(exported.status).toBe(200);
    const lines = exported.text.trimEnd().split('\n');
    expect(lines).toHaveLength(2);
    expect(JSON.parse(lines[0] ?? '')).toMatchObject(document003);
    const second = (await serveStore()).client();
    expect(toImport(await second.importLines(exported.text)).counts).toMatchObject({ created: 2, failed: 0 });
    expect((await second.get('/v1/export?dataset=demo')).text).toBe(exported.text);
    expect(toImport(await second.importLines(exported.text)).counts).toMatchObject({ created: 0, unchanged: 2 });
  });
});

describe.each(itemAddresses)('by PUT /v1/%s', (address) => {
  const served = useServedStore();
  let number = 0;

  /** A held item of two turns, and a PUT that carries this history. */
  async function putHistory(history: unknown) {
    const api = served().client();
    number += 1;
    const key = { dataset, id: `${address}-${number}` };
    const before = await createHeldItem(api, key, {
      history: [user, { ...assistant, refs: [{ url: 'https://example.com/kept' }], tags: ['kept'] }],
    });
    const answer = await api.put(toItemPath(key, address), { history }, before.etag);
    return { answer, before, after: await getItem(api, key) };
  }

  async function expectRefused(history: unknown, path: string) {
    const { answer, before, after } = await putHistory(history);
    expect({ status: answer.status, paths: answer.problem.problems?.map((problem) => problem.path) }).toEqual({
      status: 422,
      paths: expect.arrayContaining([path]),
    });
    for (const problem of answer.problem.problems ?? []) {
      expect(problem).toEqual({
        path: expect.any(String),
        code: expect.any(String),
        message: expect.stringMatching(/\w/),
      });
    }
    expect(after.text).toBe(before.text);
    expect(after.etag).toBe(before.etag);
  }

  describe('fact 2', () => {
    it('reads content as msg, and keeps its ref', async () => {
      const { answer, after } = await putHistory([
        user,
        { role: 'assistant', content: 'c', refs: [{ url: 'http://a' }] },
      ]);
      expect(answer.status).toBe(200);
      expect(after.item.history?.[1]).toMatchObject({ msg: 'c', refs: [{ url: 'http://a' }] });
      expect(after.item.history?.[1]?.refs).toHaveLength(1);
      expect(after.item.history?.[1]).not.toHaveProperty('content');
      expect(answer.text).toBe(after.text);
    });

    it.each([
      [{ msg: '', content: 'c' }, 'c'],
      [{ msg: 'm', content: 'c' }, 'm'],
      [{ msg: 'm', content: '' }, 'm'],
      [{ msg: null, content: 'c' }, 'c'],
      [{ msg: '' }, ''],
    ])('takes the text that is not empty: %j', async (text, msg) => {
      const { answer, after } = await putHistory([user, { role: 'assistant', ...text }]);
      expect(answer.status).toBe(200);
      expect(after.item.history?.[1]?.msg).toBe(msg);
    });

    it('refuses a turn with neither, and says where', async () => {
      await expectRefused([user, { role: 'assistant' }], 'history[1].msg');
      await expectRefused([user, { role: 'assistant', msg: null, content: null }], 'history[1].msg');
      await expectRefused([user, { role: 'assistant', tool_calls: [] }], 'history[1].msg');
    });

    it('takes a turn with neither that has tool calls', async () => {
      const calls = [{ id: 'c1', type: 'function', function: { name: 'search', arguments: '{}' } }];
      const { answer, after } = await putHistory([user, { role: 'assistant', tool_calls: calls }]);
      expect(answer.status, answer.text).toBe(200);
      expect(after.item.history?.[1]).toMatchObject({ tool_calls: calls });
    });

    it('keeps an empty msg, which blocks approval', async () => {
      const { after } = await putHistory([user, { role: 'assistant', msg: '' }]);
      const key = { dataset, id: after.item.id };
      const refused = await served().client().put(toItemPath(key, address), { status: 'approved' }, after.etag);
      expect(refused).toMatchObject({ status: 422, problem: { code: 'APPROVAL_BLOCKED' } });
      expect(refused.problem.problems?.[0]?.path).toContain('history[1]');
      expect((await getItem(served().client(), key)).text).toBe(after.text);
    });
  });

  describe('fact 3', () => {
    it.each([[{}], [{ refs: null }]])('has no refs on a turn given %j', async (refs) => {
      const { after } = await putHistory([user, { ...assistant, ...refs }]);
      expect(after.item.history?.[1]).not.toHaveProperty('refs');
    });

    it('keeps an empty list of refs as one', async () => {
      const { after } = await putHistory([user, { ...assistant, refs: [] }]);
      expect(after.item.history?.[1]?.refs).toEqual([]);
    });

    it.each([[{}], [{ tags: null }]])('has an empty list of tags on a turn given %j', async (tags) => {
      const { after } = await putHistory([user, { ...assistant, ...tags }]);
      expect(after.item.history?.[1]?.tags).toEqual([]);
    });

    it.each([['word'], [5], [{ a: 1 }], [[5]], [[null]]])(
      'refuses tags that are not a list of texts: %j',
      async (tags) => {
        await expectRefused(
          [user, { ...assistant, tags }],
          Array.isArray(tags) ? 'history[1].tags[0]' : 'history[1].tags',
        );
      },
    );

    it('lets a turn of the user hold refs and tags', async () => {
      const turn = { ...user, refs: [{ url: 'http://a' }], tags: ['word', 'group:value'] };
      const { answer, after } = await putHistory([turn, assistant]);
      expect(answer.status).toBe(200);
      expect(after.item.history?.[0]).toMatchObject(turn);
    });
  });

  describe('fact 4', () => {
    it('trims the url of a ref', async () => {
      const { after } = await putHistory([user, { ...assistant, refs: [{ url: ' http://a ' }] }]);
      expect(after.item.history?.[1]?.refs).toMatchObject([{ url: 'http://a' }]);
    });

    it.each([
      ...[
        '',
        '   ',
        '\t',
        'http://a/\u0000b',
        'http://a/\nb',
        'http://a/\u007f',
        'javascript:alert(1)',
        'JaVaScRiPt:alert(1)',
      ],
      ...[' javascript:alert(1)', 'java\nscript:alert(1)', 'data:text/html,x', 'vbscript:x', 'file:///etc/passwd'],
      ...['blob:http://a/1', null, 5, {}, []],
    ])('refuses the url %j, and says where', async (url) => {
      const good = { url: 'http://good' };
      await expectRefused([user, { ...assistant, refs: [good, { url }] }], 'history[1].refs[1].url');
    });

    it('refuses a ref without a url', async () => {
      await expectRefused([user, { ...assistant, refs: [{ title: 'no url' }] }], 'history[1].refs[0].url');
    });

    it.each([['http://a'], [5], [null], [['http://a']], [true]])(
      'refuses a ref that is not an object: %j',
      async (ref) => {
        await expectRefused([user, { ...assistant, refs: [ref] }], 'history[1].refs[0]');
      },
    );

    it.each([['http://a'], [{ url: 'http://a' }], [0]])('refuses refs that are not a list: %j', async (refs) => {
      await expectRefused([user, { ...assistant, refs }], 'history[1].refs');
    });

    it('names every fault of a history at once', async () => {
      const history = [{ msg: 'no role' }, { ...assistant, refs: ['http://a', { url: '' }], tags: 5 }];
      const { answer } = await putHistory(history);
      expect(answer.problem.problems?.map(({ path }) => path)).toEqual(
        expect.arrayContaining(['history[0].role', 'history[1].refs[0]', 'history[1].refs[1].url', 'history[1].tags']),
      );
    });
  });

  describe('fact 5', () => {
    it.each([
      [[{ msg: 'x' }], 'history[0].role'],
      [[{ role: null, msg: 'x' }], 'history[0].role'],
      [[{ role: 5, msg: 'x' }], 'history[0].role'],
      [[{ role: ['user'], msg: 'x' }], 'history[0].role'],
      [[{ role: '', msg: 'x' }], 'history[0].role'],
      [[{ role: ' \t ', msg: 'x' }], 'history[0].role'],
      [[{ role: 'user', msg: 5 }], 'history[0].msg'],
      [[user, 'text'], 'history[1]'],
      [[user, null], 'history[1]'],
      [{ 0: user }, 'history'],
      ['text', 'history'],
      [5, 'history'],
      [[user, { ...assistant, foo: 1 }], 'history[1].foo'],
      [[user, { ...assistant, refs: [{ url: 'http://a', foo: 1 }] }], 'history[1].refs[0].foo'],
    ])('refuses the history %j, and says where', async (history, path) => {
      await expectRefused(history, path);
    });

    it.each(['narrator', 'Assistant', 'ロール', 'system', 'developer', 'tool'])('accepts the role %s', async (role) => {
      const { answer, after } = await putHistory([user, { role, msg: 'x' }]);
      expect(answer.status, answer.text).toBe(200);
      expect(after.item.history?.[1]?.role.toLowerCase()).toBe(role.toLowerCase());
    });

    it('keeps every known key of a turn', async () => {
      const turn = {
        ...{
          id: 't-9',
          role: 'assistant',
          msg: 'x',
          refs: [{ url: 'http://a', title: 't', bonus: true }],
          tags: ['w'],
        },
        answerKey: { reference: 'r', mustMention: ['m'], mustNotMention: ['n'], outcome: 'o' },
        ...{ expectedBehavior: ['tool:search'], name: 'bot', tool_call_id: 'c1', timestamp: '2026-01-02T03:04:05Z' },
        meta: { any: [1, { thing: null }] },
      };
      const { answer, after } = await putHistory([user, turn]);
      expect(answer.status, answer.text).toBe(200);
      expect(after.item.history?.[1]).toEqual(turn);
    });

    it('refuses an unknown field at the top, and says where', async () => {
      const api = served().client();
      const before = await createHeldItem(api, { dataset, id: `${address}-unknown-top` });
      const path = toItemPath({ dataset, id: before.item.id }, address);
      const answer = await api.put(path, { answer: 'x', anser: 'y' }, before.etag);
      expect(answer).toMatchObject({ status: 422, problem: { problems: [{ path: 'anser' }] } });
      expect((await getItem(api, { dataset, id: before.item.id })).text).toBe(before.text);
    });

    it('accepts what a GET returned, and ignores what the server keeps itself', async () => {
      const api = served().client();
      const key = { dataset, id: `${address}-round` };
      const before = await createHeldItem(api, key, { ...document003, id: key.id });
      const again = await api.put(toItemPath(key, address), before.body, before.etag);
      expect(again.status, again.text).toBe(200);
      expect(toContent(again.item)).toEqual(toContent(before.item));
      const lies = {
        ...{
          _etag: 'x',
          _warnings: [{ path: 'a' }],
          tags: ['a:b'],
          computedTags: ['turns:singleturn'],
          totalReferences: 99,
        },
        ...{
          updatedAt: '1999-01-01T00:00:00Z',
          updatedBy: 'eve',
          reviewedAt: '1999-01-01T00:00:00Z',
          assignedTo: 'eve',
        },
        ...{ assignedAt: '1999-01-01T00:00:00Z', comment: 'true' },
      };
      const after = await api.put(toItemPath(key, address), lies, again.etag);
      expect(after.status, after.text).toBe(200);
      expect(toContent(after.item)).toEqual({ ...toContent(before.item), comment: 'true' });
      expect(after.item).toMatchObject({ assignedTo: before.item.assignedTo, updatedBy: before.item.updatedBy });
      expect(after.item).not.toHaveProperty('reviewedAt');
    });

    it.each([
      [{ id: 'other' }, 'id'],
      [{ datasetName: 'other' }, 'datasetName'],
    ])('refuses %j with another name in the path', async (change, path) => {
      const api = served().client();
      const key = { dataset, id: `${address}-named-${path}` };
      const before = await createHeldItem(api, key);
      const answer = await api.put(toItemPath(key, address), { ...change, answer: 'x' }, before.etag);
      expect(answer).toMatchObject({ status: 422, problem: { problems: [{ path }] } });
      expect((await getItem(api, key)).text).toBe(before.text);
    });
  });

  describe('fact 6', () => {
    it('makes an id for a turn without one and keeps it through edits, reorders and reloads', async () => {
      const api = served().client();
      const key = { dataset, id: `${address}-ids` };
      const before = await createHeldItem(api, key, { history: [user, assistant, { role: 'user', msg: 'and?' }] });
      const [first, second, third] = before.item.history ?? [];
      expect(new Set([first?.id, second?.id, third?.id]).size).toBe(3);
      expect(first?.id).toMatch(/./);
      expect((await getItem(api, key)).text).toBe(before.text);
      const history = [third, { ...first, msg: 'edited' }, { role: 'assistant', msg: 'new' }, second];
      const after = await api.put(toItemPath(key, address), { history }, before.etag);
      expect(after.status, after.text).toBe(200);
      const ids = after.item.history?.map((turn) => turn.id);
      expect(ids).toEqual([third?.id, first?.id, expect.stringMatching(/./), second?.id]);
      expect(new Set(ids).size).toBe(4);
      expect((await getItem(api, key)).item.history).toEqual(after.item.history);
    });

    it('keeps the ids of turns that a client sends back without them', async () => {
      const { before, after } = await putHistory([user, { ...assistant, msg: 'edited' }]);
      expect(after.item.history?.map(({ id }) => id)).toEqual(before.item.history?.map(({ id }) => id));
    });

    it('keeps an id that is given', async () => {
      const { after } = await putHistory([{ ...user, id: 'mine' }, assistant]);
      expect(after.item.history?.[0]?.id).toBe('mine');
    });

    it('refuses two turns of one id', async () => {
      await expectRefused(
        [
          { ...user, id: 'same' },
          { ...assistant, id: 'same' },
        ],
        'history[1].id',
      );
    });
  });
});

describe('fact 5, on import', () => {
  it('keeps unknown fields at the top under meta, and gives them back on export', async () => {
    const api = (await serveStore()).client();
    const { item } = await createItem(api, { dataset, id: 'x' }, { color: 'red', meta: { size: 3 } });
    expect(item.meta).toEqual({ size: 3, color: 'red' });
    expect(item).not.toHaveProperty('color');
    const exported = await api.get('/v1/export?dataset=demo');
    expect(JSON.parse(exported.text).meta).toEqual({ size: 3, color: 'red' });
  });

  it.each([
    [{ history: [{ msg: 'x' }] }, 'history[0].role'],
    [{ history: [user, { ...assistant, foo: 1 }] }, 'history[1].foo'],
    [{ history: [user, { ...assistant, refs: ['http://a'] }] }, 'history[1].refs[0]'],
    [{ refs: [{ url: 'file:///a' }] }, 'refs[0].url'],
  ])('fails the item %j with the path', async (changes, path) => {
    const api = (await serveStore()).client();
    const { results } = toImport(await api.import([{ ...document003, ...changes }]));
    expect(results).toMatchObject([{ verdict: 'failed', problems: [{ path }] }]);
  });
});
