import { describe, expect, it } from 'vitest';
import {
  createHeldItem,
  createItem,
  getItem,
  itemAddresses,
  toContent,
  toItemPath,
} from '../../support/api-client-items.ts';
import type { WireItem } from '../../support/api-client-shapes.ts';
import { useServedStore } from '../../support/served-store.ts';

const dataset = 'demo';
const toRef = (name: string) => ({ url: `https://example.com/${name}` });
const [a, b, c, d] = [toRef('a'), toRef('b'), toRef('c'), toRef('d')];

/** Six turns, of which three have refs; one of them an empty list. */
const history = [
  { role: 'user', msg: 'one' },
  { role: 'assistant', msg: 'two', refs: [{ ...a, title: 'A', keyExcerpt: 'x' }, b], tags: ['second'] },
  { role: 'user', msg: 'three' },
  { role: 'assistant', msg: 'four', refs: [a] },
  { role: 'user', msg: 'five', refs: [] },
  { role: 'assistant', msg: 'six', refs: [c], tags: ['sixth'] },
];
const long = { history, refs: [d, a] };

function urlsByTurn(item: WireItem) {
  return item.history?.map(({ refs }) => refs?.map(({ url }) => url.slice(-1)));
}

describe.each(itemAddresses)('by PUT /v1/%s', (address) => {
  const served = useServedStore();
  let number = 0;

  async function hold(changes: Readonly<Record<string, unknown>>) {
    number += 1;
    const key = { dataset, id: `${address}-${number}` };
    const api = served().client();
    const before = await createHeldItem(api, key, changes);
    const put = (body: unknown, query = '', etag = before.etag) =>
      api.put(`${toItemPath(key, address)}${query}`, body, etag);
    return { api, key, before, put };
  }

  describe('fact 7', () => {
    it('gives refs flat: those of the item without, those of turns with their turnIndex', async () => {
      const { api, key } = await hold(long);
      const { item } = await getItem(api, key, '?refs=flat');
      expect(item.refs).toHaveLength(6);
      const [top, placed] = [item.refs.slice(0, 2), item.refs.slice(2)];
      for (const ref of top) expect(ref).not.toHaveProperty('turnIndex');
      expect(top).toMatchObject([d, a]);
      expect(placed).toMatchObject([
        { ...a, title: 'A', keyExcerpt: 'x', turnIndex: 1 },
        { ...b, turnIndex: 1 },
        { ...a, turnIndex: 3 },
        { ...c, turnIndex: 5 },
      ]);
    });

    it('is the same item when it is read flat and written flat', async () => {
      const { api, key, before, put } = await hold(long);
      const flat = await getItem(api, key, '?refs=flat');
      const whole = await put(flat.body, '?refs=flat');
      expect(whole.status, whole.text).toBe(200);
      const after = await getItem(api, key);
      expect(toContent(after.item)).toEqual(toContent(before.item));
      const refsAlone = await put({ refs: flat.item.refs }, '?refs=flat', after.etag);
      expect(refsAlone.status, refsAlone.text).toBe(200);
      expect(toContent((await getItem(api, key)).item)).toEqual(toContent(before.item));
    });

    it('replaces all refs, of the item and of its turns, as the nested shape does', async () => {
      const flat = await hold(long);
      const nested = await hold(long);
      const refs = [{ ...c, turnIndex: 0 }, b, { ...d, turnIndex: 3, title: 'D' }];
      expect((await flat.put({ refs }, '?refs=flat')).status).toBe(200);
      const turns = history.map(({ refs: _old, ...turn }, index) => {
        const placed = { 0: [c], 3: [{ ...d, title: 'D' }], 4: [] as object[] }[index];
        return {
          ...turn,
          id: nested.before.item.history?.[index]?.id,
          ...(placed === undefined ? {} : { refs: placed }),
        };
      });
      expect((await nested.put({ refs: [b], history: turns })).status).toBe(200);
      const [one, other] = [await getItem(flat.api, flat.key), await getItem(nested.api, nested.key)];
      expect(one.item.refs).toEqual(other.item.refs);
      expect(urlsByTurn(one.item)?.map((urls) => urls ?? [])).toEqual([['c'], [], [], ['d'], [], []]);
      expect(urlsByTurn(other.item)?.map((urls) => urls ?? [])).toEqual([['c'], [], [], ['d'], [], []]);
      expect(one.item.totalReferences).toBe(other.item.totalReferences);
    });

    it.each([[6], [-1], [1.5], ['1'], [1e9], [true]])('refuses the turnIndex %j of six turns', async (turnIndex) => {
      const { api, key, before, put } = await hold(long);
      const answer = await put({ refs: [a, { ...b, turnIndex }] }, '?refs=flat');
      expect(answer).toMatchObject({ status: 422, problem: { problems: [{ path: 'refs[1].turnIndex' }] } });
      expect((await getItem(api, key)).text).toBe(before.text);
    });

    it.each([['turnIndex'], ['messageIndex']])('refuses %s in a PUT that is not flat', async (name) => {
      const { api, key, before, put } = await hold(long);
      for (const query of ['', '?refs=nested']) {
        const top = await put({ refs: [{ ...a, [name]: 1 }] }, query);
        expect(top).toMatchObject({ status: 422, problem: { problems: [{ path: `refs[0].${name}` }] } });
        const turns = [history[0], { role: 'assistant', msg: 'x', refs: [{ ...a, [name]: 1 }] }];
        const nested = await put({ history: turns }, query);
        expect(nested).toMatchObject({ status: 422, problem: { problems: [{ path: `history[1].refs[0].${name}` }] } });
      }
      expect((await getItem(api, key)).text).toBe(before.text);
    });

    it.each(['aggregate', 'bogus', ''])('refuses ?refs=%s in a PUT', async (refs) => {
      const { put } = await hold(long);
      expect((await put({ comment: 'x' }, `?refs=${refs}`)).status).toBe(422);
    });
  });

  describe('fact 9', () => {
    it('keeps the same url on two turns as two refs', async () => {
      const { put } = await hold({});
      const turns = [
        { ...history[0], refs: [a] },
        { ...history[3], refs: [a] },
      ];
      const { item } = await put({ history: turns });
      expect(urlsByTurn(item)).toEqual([['a'], ['a']]);
    });

    it('makes one ref of the same url twice on one turn; of each field the first that is not empty counts', async () => {
      const { put } = await hold({});
      const refs = [{ ...a, title: '', content: 'first' }, b, { ...a, title: 'second', content: 'second', type: 'kb' }];
      const { item } = await put({ history: [history[0], { role: 'assistant', msg: 'x', refs }] });
      expect(item.history?.[1]?.refs).toEqual([
        expect.objectContaining({ ...a, title: 'second', content: 'first', type: 'kb' }),
        expect.objectContaining(b),
      ]);
    });
  });

  describe('fact 10', () => {
    it('counts totalReferences afresh on every write, and it is the length of the aggregate', async () => {
      const { api, key, before, put } = await hold({ ...long, totalReferences: 77 });
      expect(before.item.totalReferences).toBe(4);
      expect((await getItem(api, key, '?refs=aggregate')).item.refs).toHaveLength(4);
      const fewer = await put({ refs: [], totalReferences: 77 });
      expect(fewer.item.totalReferences).toBe(3);
      const none = await put({ history: history.map(({ refs, ...turn }) => turn) }, '', fewer.etag);
      expect(none.item.totalReferences).toBe(0);
      expect((await getItem(api, key, '?refs=aggregate')).item.refs).toEqual([]);
    });
  });

  describe('fact 11', () => {
    it('drops refs and tags of a deleted turn; those of later turns follow their turn', async () => {
      const { put, before } = await hold(long);
      const { item } = await put({ history: before.item.history?.toSpliced(1, 1) });
      expect(item.history?.map(({ msg }) => msg)).toEqual(['one', 'three', 'four', 'five', 'six']);
      expect(urlsByTurn(item)).toEqual([undefined, undefined, ['a'], [], ['c']]);
      expect(item.history?.flatMap(({ tags }) => tags)).toEqual(['sixth']);
      expect(item.totalReferences).toBe(3);
    });

    it('keeps refs with their turn when turns are inserted and moved', async () => {
      const { put, before } = await hold(long);
      const turns = before.item.history ?? [];
      const moved = [turns[5], { role: 'user', msg: 'new' }, ...turns.slice(0, 5)];
      const { item } = await put({ history: moved });
      expect(urlsByTurn(item)).toEqual([['c'], undefined, undefined, ['a', 'b'], undefined, ['a'], []]);
      expect(item.history?.[0]?.tags).toEqual(['sixth']);
      expect(item.history?.[3]?.tags).toEqual(['second']);
    });
  });
});

describe('reading', () => {
  const served = useServedStore();

  it('fact 7: nested is the shape without a query', async () => {
    const api = served().client();
    const key = { dataset, id: 'nested' };
    const plain = await createItem(api, key, long);
    expect((await getItem(api, key, '?refs=nested')).text).toBe(plain.text);
    expect(urlsByTurn(plain.item)).toEqual([undefined, ['a', 'b'], undefined, ['a'], [], ['c']]);
  });

  it('fact 7: another word is refused', async () => {
    expect(
      await served()
        .client()
        .get(`${toItemPath({ dataset, id: 'nested' })}?refs=bogus`),
    ).toMatchObject({
      status: 422,
      problem: { problems: [{ path: expect.stringContaining('refs') }] },
    });
  });

  it('fact 8: gives each distinct url once, with its turns', async () => {
    const api = served().client();
    const key = { dataset, id: 'aggregate' };
    await createItem(api, key, long);
    const { item } = await getItem(api, key, '?refs=aggregate');
    const found = new Map(item.refs.map(({ url, turns }) => [url.slice(-1), turns]));
    expect(Object.fromEntries(found)).toEqual({ a: [1, 3], b: [1], c: [5], d: [] });
    expect(item.refs).toHaveLength(4);
    expect(item.refs.find(({ url }) => url === a.url)).toMatchObject({ title: 'A', keyExcerpt: 'x' });
  });

  it.each([
    ['http://Example.COM/a', 'HTTP://example.com/a'],
    ['http://example.com:80/a', 'http://example.com/a'],
    ['https://example.com:443/a', 'https://example.com/a'],
    ['http://example.com/a#part', 'http://example.com/a'],
    ['http://example.com/a/', 'http://example.com/a'],
    ['http://example.com', 'http://example.com/#x'],
  ])('fact 8: takes %s and %s as one url', async (one, other) => {
    const api = served().client();
    const key = { dataset, id: `same ${one}` };
    const turn = { role: 'assistant', msg: 'x' };
    await createItem(api, key, {
      history: [history[0], { ...turn, refs: [{ url: one }] }, { ...turn, refs: [{ url: other }] }],
    });
    const { item } = await getItem(api, key, '?refs=aggregate');
    expect(item.refs.map(({ turns }) => turns)).toEqual([[1, 2]]);
    expect(item.totalReferences).toBe(1);
  });

  it.each([
    ['http://example.com/a', 'https://example.com/a'],
    ['http://example.com/a', 'http://example.com/A'],
    ['http://example.com/a?x=1', 'http://example.com/a?x=2'],
    ['http://example.com:8080/a', 'http://example.com/a'],
  ])('fact 8: takes %s and %s as two', async (one, other) => {
    const api = served().client();
    const key = { dataset, id: `two ${one} ${other}` };
    await createItem(api, key, { refs: [{ url: one }, { url: other }] });
    const { item } = await getItem(api, key, '?refs=aggregate');
    expect(item.refs.filter(({ turns }) => turns?.length === 0)).toHaveLength(2);
  });
});
