import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type ApiClient, toBody } from '../../support/api-client.ts';
import {
  createItem,
  getItem,
  listIds,
  listItems,
  toImport,
  toItemPath,
  toNewItem,
} from '../../support/api-client-items.ts';
import type { WireItem, WirePage } from '../../support/api-client-shapes.ts';
import { serveStore, useServedStore } from '../../support/served-store.ts';

const toPage = toBody<WirePage>;

describe('fact 14, of filters', () => {
  const served = useServedStore(fill);

  async function fill(api: ApiClient): Promise<void> {
    const [user, assistant] = ['user', 'assistant'].map((role) => ({ role, msg: role }));
    const items = [
      toNewItem(
        { dataset: 'red', id: 'r-1' },
        { manualTags: ['topic:x', 'source:sme'], refs: [{ url: 'http://top.example/One' }] },
      ),
      toNewItem(
        { dataset: 'red', id: 'r-2' },
        { manualTags: ['topic:x'], history: [{ ...user, tags: ['hello', 'a:b'] }, assistant] },
      ),
      toNewItem({ dataset: 'red', id: 'R-3' }, { history: [user, assistant, { ...user, msg: 'Grüße aus Köln' }] }),
      toNewItem({ dataset: 'blue, dark', id: 'b/1 %' }, { manualTags: ['topic:y'], comment: 'the brown fox' }),
      toNewItem(
        { dataset: 'blue, dark', id: 'b2' },
        { history: [user, { ...assistant, tags: ['hello'], refs: [{ url: 'http://turn.example/two' }] }] },
      ),
      toNewItem({ dataset: 'blue, dark', id: 'b3' }, { status: 'approved' }),
      toNewItem({ dataset: 'blue, dark', id: 'gone' }),
    ];
    expect(toImport(await api.import(items)).counts).toMatchObject({ created: 7 });
    const gone = await getItem(api, { dataset: 'blue, dark', id: 'gone' });
    await api.delete(toItemPath({ dataset: 'blue, dark', id: 'gone' }), gone.etag);
  }

  it.each([
    ['', ['r-1', 'r-2', 'R-3', 'b/1 %', 'b2', 'b3']],
    ['status=draft', ['r-1', 'r-2', 'R-3', 'b/1 %', 'b2']],
    ['status=approved', ['b3']],
    ['status=approved,deleted', ['b3', 'gone']],
    ['status=in-review', []],
    ['dataset=red', ['r-1', 'r-2', 'R-3']],
    ['dataset=RED', []],
    ['dataset=red,nowhere', ['r-1', 'r-2', 'R-3']],
    ['tags=topic:x', ['r-1', 'r-2']],
    ['tags=%20TOPIC%20:X', ['r-1', 'r-2']],
    ['tags=topic:x,source:sme', ['r-1']],
    ['tags=topic:x,topic:y', []],
    ['tags=turns:multiturn', ['R-3']],
    ['tags=turns:singleturn,topic:y', ['b/1 %']],
    ['excludeTags=topic:x', ['R-3', 'b/1 %', 'b2', 'b3']],
    ['excludeTags=topic:x,topic:y', ['R-3', 'b2', 'b3']],
    ['excludeTags=turns:singleturn', ['R-3']],
    ['tags=topic:x&excludeTags=source:sme', ['r-2']],
    ['turnTags=hello', ['r-2', 'b2']],
    ['turnTags=hello,a:b', ['r-2']],
    ['turnTags=topic:x', []],
    ['itemId=r-', ['r-1', 'r-2']],
    ['itemId=b%2F1%20%25', ['b/1 %']],
    ['itemId=1', []],
    ['itemId=%25', []],
    ['itemId=_-1', []],
    ['refUrl=top.example/one', ['r-1']],
    ['refUrl=turn.example', ['b2']],
    ['refUrl=.example/', ['r-1', 'b2']],
    ['refUrl=tw', ['b2']],
    ['refUrl=%25', []],
    ['keyword=parcel', ['r-1', 'b/1 %', 'b3']],
    ['keyword=PARCEL%20where', ['r-1', 'b/1 %', 'b3']],
    ['keyword=k%C3%B6ln', ['R-3']],
    ['keyword=grusse%20koln', []],
    ['keyword=nowhere', []],
    ['keyword=parcel&dataset=red', ['r-1']],
    ['keyword=parcel&tags=topic:y', ['b/1 %']],
    ['assignedTo=nobody', []],
    ['dataset=red&status=draft&tags=topic:x&turnTags=hello&itemId=r&excludeTags=source:sme&keyword=assistant', ['r-2']],
  ])('finds by ?%s what fits', async (query, ids) => {
    const found = await listIds(served().client(), query);
    expect(found.toSorted()).toEqual(ids.toSorted());
    const page = toPage(
      await served()
        .client()
        .get(`/v1/ground-truths?total=true&limit=1${query === '' ? '' : `&${query}`}`),
    );
    expect(page.total).toBe(ids.length);
  });

  it('finds items by assignee', async () => {
    const world = await serveStore();
    const [ann, bob] = [world.client('ann'), world.client('bob')];
    await createItem(ann, { dataset: 'd', id: 'one' });
    await createItem(ann, { dataset: 'd', id: 'two' });
    await bob.post('/v1/assignments/self-serve', { limit: 1 });
    expect(await listIds(ann, 'assignedTo=bob')).toHaveLength(1);
    expect(await listIds(ann, 'assignedTo=ann')).toEqual([]);
  });

  it.each([
    ['statuss=draft', 'statuss'],
    ['foo=1', 'foo'],
    ['status=bogus', 'status'],
    ['status=draft,bogus', 'status'],
    ['tags=nocolon', 'tags'],
    ['excludeTags=:x', 'excludeTags'],
    ['sortBy=color', 'sortBy'],
    ['sortBy=__proto__', 'sortBy'],
    ['sortOrder=up', 'sortOrder'],
    ['limit=0', 'limit'],
    ['limit=201', 'limit'],
    ['limit=-1', 'limit'],
    ['limit=1.5', 'limit'],
    ['limit=ten', 'limit'],
    ['limit=', 'limit'],
    ['limit=1e2', 'limit'],
    ['limit=99999999999999999999', 'limit'],
    ['limit=5&limit=6', 'limit'],
    ['cursor=bogus', 'cursor'],
    ['total=maybe', 'total'],
  ])('refuses ?%s and names it', async (query, name) => {
    const { status, problem } = await served().client().get(`/v1/ground-truths?${query}`);
    expect(status).toBe(422);
    expect(JSON.stringify(problem.problems ?? problem.detail)).toContain(name);
  });

  it('refuses the cursor of another order', async () => {
    const api = served().client();
    const { cursor } = toPage(await api.get('/v1/ground-truths?limit=2&sortBy=id'));
    expect(cursor).toMatch(/./);
    const answer = await api.get(
      `/v1/ground-truths?limit=2&sortBy=totalReferences&cursor=${encodeURIComponent(cursor ?? '')}`,
    );
    expect(answer.status).toBe(422);
  });
});

describe('fact 14, of order and pages', () => {
  const orders = ['updatedAt', 'reviewedAt', 'id', 'totalReferences', 'tagCount'].flatMap((sortBy) =>
    ['asc', 'desc'].map((sortOrder) => ({ sortBy, sortOrder })),
  );
  const served = useServedStore(async (api) => {
    const items = Array.from({ length: 23 }, (_, index) =>
      toNewItem(
        { dataset: `d${index % 2}`, id: `i-${(index * 7) % 23}` },
        {
          status: index % 3 === 0 ? 'approved' : 'draft',
          manualTags: Array.from({ length: index % 4 }, (_none, tag) => `t${tag}:v`),
          refs: Array.from({ length: index % 5 }, (_none, ref) => ({ url: `http://r/${ref}` })),
        },
      ),
    );
    expect(toImport(await api.import(items)).counts).toMatchObject({ created: 23 });
    for (const id of ['i-3', 'i-14']) {
      const [item] = await listItems(api, `itemId=${id}`);
      if (item?.id === id)
        await api.put(toItemPath({ dataset: item.datasetName, id }), { comment: 'later' }, `"${item._etag}"`);
    }
  });

  function toSortKey(item: WireItem, sortBy: string): string | number {
    if (sortBy === 'id') return item.id;
    if (sortBy === 'tagCount') return item.tags.length;
    if (sortBy === 'totalReferences') return item.totalReferences;
    return (sortBy === 'reviewedAt' ? item.reviewedAt : item.updatedAt) ?? '';
  }

  it.each(orders)('sorts by $sortBy $sortOrder', async ({ sortBy, sortOrder }) => {
    const items = await listItems(served().client(), `sortBy=${sortBy}&sortOrder=${sortOrder}`);
    expect(items).toHaveLength(23);
    const keys = items.map((item) => toSortKey(item, sortBy)).filter((key) => key !== '');
    const sorted = keys.toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0));
    expect(keys).toEqual(sortOrder === 'asc' ? sorted : sorted.toReversed());
  });

  it('sorts by updatedAt, the newest first, when nothing is said', async () => {
    const api = served().client();
    const ids = await listIds(api);
    expect(ids).toEqual(await listIds(api, 'sortBy=updatedAt&sortOrder=desc'));
    expect(ids.slice(0, 2)).toEqual(['i-14', 'i-3']);
  });

  it('gives every item once, whatever the order, the filter and the size of the page', async () => {
    const api = served().client();
    const filters = [
      '',
      'dataset=d1',
      'status=draft',
      'tags=t0:v',
      'keyword=parcel',
      'refUrl=http',
      'excludeTags=t2:v',
    ];
    const whole = new Map(
      await Promise.all(filters.map(async (filter) => [filter, (await listIds(api, filter)).toSorted()] as const)),
    );
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...orders),
        fc.constantFrom(...filters),
        fc.integer({ min: 1, max: 9 }),
        async ({ sortBy, sortOrder }, filter, limit) => {
          const seen: string[] = [];
          let cursor: string | null = null;
          do {
            const from: string = cursor === null ? '' : `&cursor=${encodeURIComponent(cursor)}`;
            const query = `sortBy=${sortBy}&sortOrder=${sortOrder}&limit=${limit}${filter === '' ? '' : `&${filter}`}`;
            const page = toPage(await api.get(`/v1/ground-truths?${query}${from}`));
            expect(page.items.length).toBeLessThanOrEqual(limit);
            seen.push(...page.items.map(({ id }) => id));
            cursor = page.cursor;
          } while (cursor !== null);
          expect(seen.toSorted()).toEqual(whole.get(filter));
        },
      ),
      { numRuns: 40 },
    );
  });

  it.each(orders)(
    'neither skips nor repeats an untouched item while others change: $sortBy $sortOrder',
    async ({ sortBy, sortOrder }) => {
      const api = (await serveStore()).client();
      const ids = Array.from({ length: 30 }, (_, index) => `i-${String(index).padStart(2, '0')}`);
      await api.import(ids.map((id, index) => toNewItem({ dataset: 'd', id }, { manualTags: [`t${index % 3}:v`] })));
      const seen: string[] = [];
      let cursor: string | null = null;
      let turn = 0;
      do {
        const from: string = cursor === null ? '' : `&cursor=${encodeURIComponent(cursor)}`;
        const page = toPage(await api.get(`/v1/ground-truths?limit=4&sortBy=${sortBy}&sortOrder=${sortOrder}${from}`));
        seen.push(...page.items.map(({ id }) => id));
        cursor = page.cursor;
        const key = { dataset: 'd', id: ids[(turn * 11) % 30] ?? '' };
        const { etag } = await getItem(api, key);
        await api.put(
          toItemPath(key),
          { comment: 'moved', manualTags: ['a:b', 'c:d', 'e:f', 'g:h'], refs: [{ url: 'http://new' }] },
          etag,
        );
        await createItem(api, { dataset: 'd', id: `new-${turn}` });
        turn += 1;
      } while (cursor !== null && turn < 100);
      const touched = new Set(Array.from({ length: turn }, (_, index) => ids[(index * 11) % 30]));
      const untouched = ids.filter((id) => !touched.has(id));
      expect(seen.filter((id) => untouched.includes(id)).toSorted()).toEqual(untouched);
    },
  );
});
