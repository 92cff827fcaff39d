import { describe, expect, it } from 'vitest';
import {
  createItem,
  getItem,
  itemAddresses,
  listIds,
  listRevisions,
  toImport,
  toItemPath,
  toNewItem,
} from '../../support/api-client-items.ts';
import { serveStore, useServedStore } from '../../support/served-store.ts';

const dataset = 'demo';
const x = { dataset, id: 'x' };

describe('items that are too much', () => {
  const nest = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`;

  it.each([200, 5_000, 100_000])('refuses JSON of %i levels', async (depth) => {
    const api = (await serveStore()).client();
    const { etag } = await createItem(api, x);
    const line = `{"id":"deep","datasetName":"demo","synthQuestion":"q","meta":{"a":${nest(depth)}}}`;
    const posted = await api.send('POST', '/v1/ground-truths', { raw: `[${line}]` });
    // Either the request is refused as a whole, or this item of it.
    if (posted.status === 200) expect(toImport(posted).results).toMatchObject([{ verdict: 'failed' }]);
    else expect([400, 422]).toContain(posted.status);
    const streamed = toImport(await api.importLines(`${line}\n${JSON.stringify(toNewItem({ dataset, id: 'y' }))}\n`));
    expect(streamed.results.map(({ verdict }) => verdict)).toEqual(['failed', 'created']);
    for (const address of itemAddresses) {
      const put = await api.send('PUT', toItemPath(x, address), {
        raw: `{"meta":{"a":${nest(depth)}}}`,
        ifMatch: etag,
      });
      expect([400, 422]).toContain(put.status);
      const turn = `{"history":[{"role":"user","msg":"a","meta":{"a":${nest(depth)}}}]}`;
      expect([400, 422]).toContain(
        (await api.send('PUT', toItemPath(x, address), { raw: turn, ifMatch: etag })).status,
      );
    }
    expect((await listIds(api)).toSorted()).toEqual(['x', 'y']);
  });

  it('takes, shows, edits and finds an item of 10,000 turns', async () => {
    const api = (await serveStore()).client();
    const history = Array.from({ length: 10_000 }, (_, index) => ({
      role: index % 2 === 0 ? 'user' : 'assistant',
      msg: `turn ${index}`,
      ...(index % 100 === 1 ? { refs: [{ url: `https://example.com/${index}` }], tags: ['marked'] } : {}),
    }));
    const before = await createItem(api, x, { history });
    expect(before.item.history).toHaveLength(10_000);
    expect(before.item.totalReferences).toBe(100);
    expect(new Set(before.item.history?.map(({ id }) => id)).size).toBe(10_000);
    const turns = before.item.history ?? [];
    const edited = turns.with(5_000, { ...turns[5_000], role: 'user', msg: 'nadelimheuhaufen' }).toSpliced(20, 1);
    const after = await api.put(toItemPath(x), { history: edited }, before.etag);
    expect(after.status, after.text.slice(0, 500)).toBe(200);
    expect(after.item.history).toHaveLength(9_999);
    expect(after.item.history?.[4_999]?.msg).toBe('nadelimheuhaufen');
    expect(await listIds(api, 'keyword=nadelimheuhaufen')).toEqual(['x']);
    expect((await getItem(api, x, '?refs=flat')).item.refs.at(-1)).toMatchObject({ turnIndex: 9_900 });
    expect((await getItem(api, x, '?refs=aggregate')).item.refs).toHaveLength(100);
    expect((await api.put(toItemPath(x), { comment: 'x' }, before.etag)).status).toBe(412);
    expect((await api.get(`${toItemPath(x)}/diff`)).status).toBe(200);
    const exported = await api.get('/v1/export');
    expect(toImport(await api.importLines(exported.text)).counts).toMatchObject({ unchanged: 1 });
  });

  it('takes, shows, edits and finds a message of 5 MB', async () => {
    const api = (await serveStore()).client();
    const msg = `${'lorem ipsum '.repeat(440_000)}nadelimheuhaufen`;
    const history = [
      { role: 'user', msg: 'q' },
      { role: 'assistant', msg },
    ];
    const before = await createItem(api, x, { history });
    expect(before.item.history?.[1]?.msg).toBe(msg);
    expect(await listIds(api, 'keyword=nadelimheuhaufen')).toEqual(['x']);
    const after = await api.put(
      toItemPath(x),
      { history: [...history.slice(0, 1), { role: 'assistant', msg: `${msg}!` }] },
      before.etag,
    );
    expect(after.status).toBe(200);
    const lines = `${JSON.stringify(toNewItem({ dataset, id: 'y' }, { history }))}\n`;
    expect(toImport(await api.importLines(lines)).counts).toMatchObject({ created: 1 });
  });

  it.each(['1e400', '-1e400', '1e308', '123456789012345678901234567890', '-0', '1E-400'])(
    'keeps or refuses the number %s',
    async (number) => {
      const api = (await serveStore()).client();
      const line = `{"id":"x","datasetName":"demo","synthQuestion":"q","weight":${number},"meta":{"n":${number}},"refs":[]}`;
      const { results } = toImport(await api.importLines(`${line}\n`));
      if (results[0]?.verdict === 'created') {
        const { item } = await getItem(api, x);
        expect(item.meta).toEqual({ n: JSON.parse(number) === 0 ? 0 : JSON.parse(number) });
      } else expect(results[0]?.problems?.[0]?.path).toMatch(/weight|meta/);
    },
  );

  it.each(['id', 'datasetName'])('refuses a name that is too long: %s', async (name) => {
    const api = (await serveStore()).client();
    const { results } = toImport(await api.import([{ ...toNewItem(x), [name]: 'x'.repeat(100_000) }]));
    expect(results).toMatchObject([{ verdict: 'failed', problems: [{ path: name }] }]);
  });

  it.each([
    ['turns', `{"history":[${'{},'.repeat(99_999)}{}]}`],
    ['refs', `{"refs":[${'{},'.repeat(99_999)}{}]}`],
    ['tags', `{"manualTags":[${'"a",'.repeat(99_999)}"a"]}`],
    [
      'unknown fields',
      JSON.stringify(Object.fromEntries(Array.from({ length: 100_000 }, (_, index) => [`k${index}`, 1]))),
    ],
  ])('answers 100,000 wrong %s with a readable list of problems', async (_name, raw) => {
    const api = (await serveStore()).client();
    const { etag } = await createItem(api, x);
    const answer = await api.send('PUT', toItemPath(x), { raw, ifMatch: etag });
    expect(answer.status).toBe(422);
    expect(answer.problem.problems?.length).toBeGreaterThan(0);
    expect(answer.text.length).toBeLessThan(1_000_000);
    const item = raw.replace('{', '{"id":"y","datasetName":"demo","synthQuestion":"q",');
    const imported = await api.importLines(`${item}\n`);
    expect(imported.status).toBe(200);
    expect(imported.text.length).toBeLessThan(1_000_000);
  });

  it.each([
    ['a tag', { manualTags: [`topic:${'x'.repeat(1_000_000)}`] }, /^manualTags/],
    ['a url', { refs: [{ url: `http://a/${'x'.repeat(1_000_000)}` }] }, /^refs\[0\]\.url/],
    ['a list of tags', { manualTags: Array.from({ length: 100_000 }, (_, index) => `topic:${index}`) }, /^manualTags/],
  ])('refuses %s without bound', async (_name, changes, path) => {
    const api = (await serveStore()).client();
    const { etag } = await createItem(api, x);
    const { status, problem } = await api.put(toItemPath(x), changes, etag);
    expect({ status, path: problem.problems?.[0]?.path }).toEqual({ status: 422, path: expect.stringMatching(path) });
    const { results } = toImport(await api.import([toNewItem({ dataset, id: 'y' }, changes)]));
    expect(results).toMatchObject([{ verdict: 'failed', problems: [{ path: expect.stringMatching(path) }] }]);
  });
});

describe('texts that break programs', () => {
  const served = useServedStore();
  const texts = [
    ...[
      "'; drop table items; --",
      '" or ""="',
      "\\'; select 1; --",
      '%_%',
      'a\u0000b',
      '\ud800',
      '\udfff\ud800',
      'a\ud83d',
    ],
    ...[
      'NEAR(a b, 5)',
      'a AND NOT b',
      'a OR (b',
      '"unclosed',
      '*',
      '^a',
      'msg : a',
      '{a b} : c',
      '-a',
      'a + b',
      '""',
      ':::',
    ],
    ...[
      '__proto__',
      'constructor',
      'toString',
      '${{ x }}',
      '{{x}}',
      '\u202egnp.exe',
      '\ufeffbom',
      '👩‍👩‍👧‍👦',
      'İstanbul',
      '\r\n\t',
      '日本語のテスト',
    ],
    ...[
      '<script>alert(1)</script>',
      '../../etc/passwd',
      '.',
      '..',
      '%00',
      '%',
      'null',
      'undefined',
      'NaN',
      '[object Object]',
      ' ',
    ],
  ];

  it.each(texts)('are kept as they are in every field: %j', async (text) => {
    const api = served().client();
    const id = `texts-${texts.indexOf(text)}`;
    const fields = {
      synthQuestion: text,
      editedQuestion: text,
      answer: text,
      comment: text,
      bucket: text,
      contextSource: text,
    };
    const turn = {
      role: 'assistant',
      msg: text,
      name: text,
      tool_call_id: text,
      timestamp: text,
      expectedBehavior: [text],
    };
    const ref = { url: 'http://a', title: text, content: text, keyExcerpt: text, type: text };
    const free = { meta: { text, list: [text] }, answerKey: { reference: text, mustMention: [text], outcome: text } };
    const { item } = await createItem(
      api,
      { dataset, id },
      { ...fields, history: [{ ...turn, ...free, refs: [ref] }], meta: { text } },
    );
    // What JSON cannot carry as it is, it escapes: nothing of it is lost.
    expect(item).toMatchObject({ ...fields, refs: [], meta: { text } });
    expect(item.history?.[0]).toMatchObject({ ...turn, ...free, refs: [ref] });
    const exported = await api.get(`/v1/export?itemId=${id}`);
    expect(toImport(await api.importLines(exported.text)).counts, exported.text).toMatchObject({
      unchanged: 1,
      failed: 0,
    });
    const { etag } = await getItem(api, { dataset, id });
    expect((await api.put(toItemPath({ dataset, id }), { comment: `${text}!` }, etag)).item.comment).toBe(`${text}!`);
  });

  it.each(texts)('mean nothing in a filter: %j', async (text) => {
    const api = served().client();
    await createItem(api, { dataset: 'other', id: `filters-${texts.indexOf(text)}` });
    const written = encodeURIComponent(text.toWellFormed());
    const names = [
      'keyword',
      'refUrl',
      'itemId',
      'dataset',
      'turnTags',
      'tags',
      'excludeTags',
      'assignedTo',
      'status',
      'cursor',
      'sortBy',
    ];
    for (const name of names) {
      const answer = await api.get(`/v1/ground-truths?total=true&${name}=${written}`);
      expect([200, 400, 422], `${name} ${answer.text.slice(0, 300)}`).toContain(answer.status);
    }
    for (const path of [
      `/v1/search?q=${written}`,
      `/v1/labels?dataset=${written}`,
      `/v1/audit?dataset=${written}`,
      `/v1/export?dataset=${written}`,
    ]) {
      expect([200, 400, 422], path).toContain((await api.get(path)).status);
    }
    expect(await listIds(api, `dataset=other&itemId=filters-${texts.indexOf(text)}`)).not.toEqual([]);
  });

  it.each(texts)('are names, or are refused as names: %j', async (text) => {
    const api = served().client();
    const keys = [
      { dataset: text, id: 'plain' },
      { dataset: 'names', id: text },
    ];
    const { results } = toImport(await api.import(keys.map((key) => toNewItem(key))));
    for (const [index, key] of keys.entries()) {
      const result = results[index];
      // A blank id is none, so the item gets one that is made from its content.
      if (index === 1 && text.trim() === '') expect(result).toMatchObject({ id: expect.stringMatching(/^item-\w+$/) });
      else if (result?.verdict === 'created')
        expect((await getItem(api, key)).item).toMatchObject({ datasetName: key.dataset, id: key.id });
      else expect(result?.problems?.map(({ path }) => path)).toContain(index === 0 ? 'datasetName' : 'id');
    }
  });

  it.each(texts)('are tags, or are refused as tags: %j', async (text) => {
    const api = served().client();
    const key = { dataset, id: `tags-${texts.indexOf(text)}` };
    const { results } = toImport(
      await api.import([
        toNewItem(key, { manualTags: [`group:${text}`], history: [{ role: 'user', msg: 'q', tags: [text] }] }),
      ]),
    );
    if (results[0]?.verdict !== 'created') expect(results[0]?.problems?.[0]?.path).toMatch(/[tT]ags/);
    else expect((await getItem(api, key)).item.manualTags.length).toBeLessThanOrEqual(1);
  });
});

describe('keys of the prototype', () => {
  it.each([
    '{"__proto__":{"status":"approved"}}',
    '{"comment":"a","__proto__":5}',
    '{"constructor":{"prototype":{"status":"approved"}}}',
    '{"meta":{"__proto__":{"a":1}}}',
    '{"history":[{"role":"user","msg":"a","__proto__":{"b":1}}]}',
    '{"history":[{"role":"user","msg":"a","refs":[{"url":"http://a","__proto__":{}}]}]}',
    '{"\\u005f_proto__":{"status":"approved"}}',
  ])('are refused: %s', async (raw) => {
    const api = (await serveStore()).client();
    const before = await createItem(api, x);
    for (const address of itemAddresses) {
      const answer = await api.send('PUT', toItemPath(x, address), { raw, ifMatch: before.etag });
      expect([400, 422], answer.text).toContain(answer.status);
    }
    const item = raw.replace('{', '{"id":"y","datasetName":"demo","synthQuestion":"q",');
    const posted = await api.send('POST', '/v1/ground-truths', { raw: `[${item}]` });
    if (posted.status === 200) expect(toImport(posted).results).toMatchObject([{ verdict: 'failed' }]);
    else expect([400, 422]).toContain(posted.status);
    expect(toImport(await api.importLines(`${item}\n`)).results).toMatchObject([{ verdict: 'failed' }]);
    expect(Reflect.get({}, 'status')).toBeUndefined();
    expect((await getItem(api, x)).text).toBe(before.text);
    expect(await listIds(api)).toEqual(['x']);
  });

  it('are refused as parameters', async () => {
    const api = (await serveStore()).client();
    for (const query of ['__proto__=1', 'constructor=1', '__proto__[status]=1', 'constructor.prototype=1']) {
      expect((await api.get(`/v1/ground-truths?${query}`)).status).toBe(422);
    }
  });
});

describe('JSON that says two things', () => {
  it('never mixes them: a duplicate key has one meaning, or is refused', async () => {
    const api = (await serveStore()).client();
    const before = await createItem(api, x);
    const raw = '{"comment":"one","comment":"two"}';
    const answer = await api.send('PUT', toItemPath(x), { raw, ifMatch: before.etag });
    if (answer.status === 200) expect(answer.item.comment).toBe('two');
    else expect([400, 422]).toContain(answer.status);
    expect((await listRevisions(api, x)).length).toBe(answer.status === 200 ? 2 : 1);
  });
});
