import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Item, ItemStatus } from '../../../src/conversation/item/item.ts';
import type { CurationStore } from '../../../src/store/curation-port.ts';
import type { ItemFilter, ItemQuery, ItemRecord, ItemSort } from '../../../src/store/item-port.ts';
import { tries } from '../../support/tries.ts';
import { engines } from './engines.ts';
import { makeContent, makeTurn, saveItem, setStatus, toBatches, toIds, toKey, toSaving } from './items.ts';
import { toList } from './records.ts';

async function readPages(store: CurationStore, query: ItemQuery): Promise<readonly ItemRecord[]> {
  const records: ItemRecord[] = [];
  let cursor: string | undefined;
  do {
    const page = await store.items.list({ ...query, ...(cursor === undefined ? {} : { cursor }) });
    expect(page.records.length).toBeLessThanOrEqual(query.limit);
    records.push(...page.records);
    cursor = page.cursor;
  } while (cursor !== undefined);
  return records;
}

async function listIds(store: CurationStore, filter: ItemFilter): Promise<readonly string[]> {
  return toIds((await store.items.list({ ...filter, limit: 200 })).records).toSorted();
}

describe.each(engines)('lists of items on $name', ({ makeDatabase }) => {
  it('has the item changed last first, and leaves deleted ones out unless asked', async () => {
    const { curation } = await makeDatabase().open();
    for (const id of ['a', 'b', 'c', 'd']) await saveItem(curation, toKey(id));
    await saveItem(curation, toKey('b'));
    await setStatus(curation, toKey('c'), { action: 'delete', status: 'deleted' });
    expect(toIds((await curation.items.list({ limit: 10 })).records)).toEqual(['b', 'd', 'a']);
    expect(toIds((await curation.items.list({ limit: 10, sortOrder: 'asc' })).records)).toEqual(['a', 'd', 'b']);
    expect(await listIds(curation, { statuses: ['deleted'] })).toEqual(['c']);
    expect(await listIds(curation, { statuses: ['deleted', 'draft', 'draft'] })).toEqual(['a', 'b', 'c', 'd']);
    expect(await listIds(curation, { statuses: [] })).toEqual([]);
    expect(await listIds(curation, { datasets: ['none'] })).toEqual([]);
  });

  it('gives the same page short, with the passage that was searched for', async () => {
    const { curation } = await makeDatabase().open();
    const history = [makeTurn('user', 'Where is it?', { tags: ['angry'] }), makeTurn('assistant', 'In the warehouse.')];
    await saveItem(curation, toKey('a'), { changes: { history, manualTags: ['topic:x'] } });
    for (const id of ['b', 'c']) await saveItem(curation, toKey(id));
    const query: ItemQuery = { limit: 2, sortBy: 'id', sortOrder: 'asc' };
    const [page, { briefs, cursor }] = await Promise.all([
      curation.items.list(query),
      curation.items.listBriefs(query),
    ]);
    expect(cursor).toBe(page.cursor);
    expect(briefs.map(({ summary: _summary, ...head }) => head)).toEqual(
      page.records.map(({ body: _body, ...head }) => head),
    );
    const { briefs: found } = await curation.items.listBriefs({ limit: 9, keyword: 'warehouse' });
    expect(found.map(({ summary }) => JSON.parse(summary))).toEqual([
      {
        question: 'Where is it?',
        answer: 'In the warehouse.',
        turns: 2,
        totalReferences: 0,
        tags: ['topic:x'],
        computedTags: expect.arrayContaining(['turns:singleturn']),
        turnTags: ['angry'],
        hit: { turnIndex: 1, text: 'In the warehouse.' },
      },
    ]);
  });

  it('finds words of every text, next to each other when quoted, as the start of a word with a star', async () => {
    const { curation } = await makeDatabase().open();
    const say = (id: string, ...texts: string[]) =>
      saveItem(curation, toKey(id), { changes: { history: texts.map((text) => makeTurn('user', text)) } });
    await say('refund', 'I want a Refund within 14 days', 'Sure, Zoë.');
    await say('cjk', '東京タワーはどこですか', 'ABC東京 안녕하세요');
    await say('operators', 'a OR b NEAR(c) "quoted" col:umn NOT^x -y *');
    await say('odd', 'half \ud800 pair', 'nul\0byte', 'last');
    const table: readonly (readonly [string, readonly string[]])[] = [
      ['refund', ['refund']],
      ['REFUND zoe', ['refund']],
      ['days sure', ['refund']],
      ['"14 days"', ['refund']],
      ['"days 14"', []],
      ['"days sure"', []],
      ['refu', []],
      ['refu*', ['refund']],
      ['refund missing', []],
      ['東京', ['cjk']],
      ['京東', []],
      ['どこ', ['cjk']],
      ['안녕', ['cjk']],
      ['ABC', ['cjk']],
      ['NEAR(c)', ['operators']],
      ['a OR b', ['operators']],
      ['OR', ['operators']],
      ['col:umn', ['operators']],
      ['{body}: a', []],
      ['quoted"', ['operators']],
      ['half \ud800 pair', ['odd']],
      ['byte', ['odd']],
      ['nul\0byte', ['odd']],
      ['"14\0days"', ['refund']],
      ['\0', []],
      ['--', []],
      ['"', []],
      ['*', []],
      ['', []],
      ["') or 1=1 --", []],
    ];
    for (const [keyword, ids] of table) expect([keyword, await listIds(curation, { keyword })]).toEqual([keyword, ids]);
  });

  it('finds parts of urls of the item and of its turns, in any case of letters', async () => {
    const { curation } = await makeDatabase().open();
    const ref = (url: string) => ({ url, bonus: false });
    await saveItem(curation, toKey('top'), { changes: { refs: [ref('https://Example.com/Doc"1')] } });
    const history = [makeTurn('assistant', 'x', { refs: [ref('http://b.test/ä'), ref('http://c.test/q?a=1')] })];
    await saveItem(curation, toKey('turn'), { changes: { history } });
    await saveItem(curation, toKey('none'));
    const table: readonly (readonly [string, readonly string[]])[] = [
      ['example.COM/doc', ['top']],
      ['doc"1', ['top']],
      ['http', ['top', 'turn']],
      ['https', ['top']],
      ['test/ä', ['turn']],
      ['?a=', ['turn']],
      ['ht', ['top', 'turn']],
      ['Ä', ['turn']],
      ['B.', ['turn']],
      ['%', []],
      ['test/ähttp', []],
      ['ä\nhttp', []],
      ['nowhere', []],
    ];
    for (const [refUrl, ids] of table) expect([refUrl, await listIds(curation, { refUrl })]).toEqual([refUrl, ids]);
  });

  it('follows an item through its changes: what it is no longer found by finds it no more', async () => {
    const { curation } = await makeDatabase().open();
    const key = toKey('a');
    const before: Partial<Item> = {
      comment: 'early',
      manualTags: ['topic:old'],
      refs: [{ url: 'http://old.test', bonus: false }],
      history: [makeTurn('user', 'x', { tags: ['first'] })],
    };
    await saveItem(curation, key, { changes: before });
    await setStatus(curation, key, { action: 'approve', status: 'approved' });
    const old: readonly ItemFilter[] = [
      { keyword: 'early' },
      { tags: ['topic:old'] },
      { turnTags: ['first'] },
      { refUrl: 'old.test' },
    ];
    for (const filter of old) expect(await listIds(curation, filter)).toEqual(['a']);
    await saveItem(curation, key, { changes: { comment: 'late', manualTags: ['topic:new'] } });
    for (const filter of old) expect(await listIds(curation, filter)).toEqual([]);
    for (const filter of [{ keyword: 'late' }, { tags: ['topic:new'] }]) {
      expect(await listIds(curation, filter)).toEqual(['a']);
    }
  });

  it('filters by the start of an id, code point by code point', async () => {
    const { curation } = await makeDatabase().open();
    const ids = ['a', 'ab', 'a\u{10ffff}b', 'b', 'a%', '\ud7ffx', '\ue000x', 'é', '\u{10ffff}'];
    for (const id of ids) await saveItem(curation, toKey(id));
    const prefixes = ['a', 'a\u{10ffff}', '\ud7ff', '\u{10ffff}', 'a%', '%', 'b', 'e', ''];
    for (const idPrefix of prefixes) {
      const fitting = ids.filter((id) => id.startsWith(idPrefix)).toSorted();
      expect(await listIds(curation, { idPrefix })).toEqual(fitting);
    }
  });

  it('gives everything by dataset and id', async () => {
    const { curation } = await makeDatabase().open();
    const changes = Array.from({ length: 450 }, (_, index) => toSaving(toKey(`item-${449 - index}`, `d-${index % 2}`)));
    await toList(curation.items.changeMany(toBatches(changes)));
    const names = (await toList(curation.items.all({}))).map(({ dataset, id }) => `${dataset} ${id}`);
    expect(names).toEqual(names.toSorted());
    expect(new Set(names).size).toBe(450);
    expect(await toList(curation.items.all({ datasets: ['d-1'], idPrefix: 'item-44' }))).toHaveLength(5 + 1);
    expect(await toList(curation.items.all({ keyword: 'nothing' }))).toEqual([]);
  });

  it('refuses a cursor that is not its own, or of another order', async () => {
    const { curation } = await makeDatabase().open();
    for (const id of ['a', 'b', 'c']) await saveItem(curation, toKey(id));
    const { cursor = '' } = await curation.items.list({ limit: 1 });
    const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const bad: readonly Partial<ItemQuery>[] = [
      { cursor: 'x' },
      { cursor: '' },
      { cursor: encode({}) },
      { cursor: encode(['updatedAt', 'desc', 'text', 'a', 1]) },
      { cursor: encode(['id', 'desc', 'a', 'a', 1]) },
      { cursor, sortBy: 'id' },
      { cursor, sortOrder: 'asc' },
    ];
    for (const query of bad) {
      await expect(curation.items.list({ limit: 1, ...query })).rejects.toMatchObject({ code: 'STORE_BAD_CURSOR' });
    }
    expect(toIds((await curation.items.list({ limit: 1, cursor })).records)).toEqual(['b']);
  });
});

/** Enough items that some lists are walked in index order and others are sorted. */
const count = 2600;
const statuses: readonly ItemStatus[] = ['draft', 'approved', 'skipped', 'deleted', 'in-review'];
const sorts: readonly ItemSort[] = ['updatedAt', 'reviewedAt', 'id', 'totalReferences', 'tagCount'];

interface Modeled {
  readonly id: string;
  readonly dataset: string;
  readonly status: ItemStatus;
  readonly order: number;
  readonly words: readonly string[];
  readonly urls: readonly string[];
  readonly tags: readonly string[];
  readonly turnTags: readonly string[];
  readonly totalReferences: number;
  readonly reviewedAt: string;
  readonly assignedTo?: string;
}

function toModeled(order: number) {
  const status = order % 50 === 0 ? (statuses[(order / 50) % 5] ?? 'draft') : order % 3 === 0 ? 'approved' : 'draft';
  const key = toKey(`item-${(order * 7919) % count}`, order % 40 === 0 ? 'small' : order % 2 === 0 ? 'desk' : 'shop');
  const words = ['common', ...(order % 2 === 0 ? ['even'] : []), ...(order % 97 === 0 ? ['rare'] : [])];
  const urls = Array.from({ length: order % 4 }, (_, index) => `http://site-${index}.test/${order % 100}`);
  const content = makeContent(key, {
    history: [makeTurn('user', words.join(' '), { tags: order % 5 === 0 ? ['fifth', 'mark'] : ['mark'] })],
    refs: urls.map((url) => ({ url, bonus: false })),
    manualTags: [...(order % 3 === 0 ? ['topic:third'] : []), ...(order % 211 === 0 ? ['topic:scarce'] : [])],
  });
  const reviewedAt = status === 'approved' ? `2026-01-0${1 + (order % 7)}T00:00:00.000Z` : '';
  const assignedTo = order % 30 === 0 ? 'ann' : undefined;
  const { manualTags, computedTags, turnTags, totalReferences } = content.index;
  const tags = [...manualTags, ...computedTags];
  const item: Modeled = { ...key, status, order, words, urls, tags, turnTags, totalReferences, reviewedAt };
  return { item: assignedTo === undefined ? item : { ...item, assignedTo }, content };
}

function fits(item: Modeled, filter: ItemFilter): boolean {
  const { tags = [], excludeTags = [], turnTags = [], idPrefix = '', refUrl, keyword, assignedTo } = filter;
  return (
    (filter.statuses?.includes(item.status) ?? item.status !== 'deleted') &&
    (filter.datasets?.includes(item.dataset) ?? true) &&
    tags.every((tag) => item.tags.includes(tag)) &&
    !excludeTags.some((tag) => item.tags.includes(tag)) &&
    turnTags.every((tag) => item.turnTags.includes(tag)) &&
    item.id.startsWith(idPrefix) &&
    (refUrl === undefined || item.urls.some((url) => url.includes(refUrl))) &&
    (keyword === undefined || keyword.split(' ').every((word) => item.words.includes(word))) &&
    (assignedTo === undefined || item.assignedTo === assignedTo)
  );
}

function toSortKey(item: Modeled, sort: ItemSort): string | number {
  if (sort === 'tagCount') return item.tags.length;
  return sort === 'updatedAt' ? item.order : item[sort];
}

const maybe = <Value>(values: readonly Value[]) => fc.option(fc.constantFrom(...values), { nil: undefined, freq: 2 });
const filters: fc.Arbitrary<ItemFilter> = fc
  .record({
    statuses: maybe<readonly ItemStatus[]>([['draft'], ['approved', 'skipped'], ['deleted'], ['in-review'], statuses]),
    datasets: maybe<readonly string[]>([['desk'], ['small'], ['desk', 'shop'], ['small', 'none']]),
    tags: maybe<readonly string[]>([['topic:third'], ['topic:scarce'], ['topic:third', 'dataset:desk'], ['no:such']]),
    excludeTags: maybe<readonly string[]>([['topic:third'], ['retrieval_behavior:no_refs', 'topic:scarce']]),
    turnTags: maybe<readonly string[]>([['mark'], ['fifth'], ['fifth', 'mark']]),
    idPrefix: maybe(['item-', 'item-1', 'item-123']),
    refUrl: maybe(['site-1', 'http', '/9', 'site-2.test/7', 'e-']),
    keyword: maybe(['common', 'even', 'rare', 'even common', 'rare even', 'missing']),
    assignedTo: maybe(['ann', 'bob']),
  })
  .map((filter) => Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== undefined)));

describe.each(engines)('many items listed on $name', ({ makeDatabase }) => {
  const modeled = Array.from({ length: count }, (_, order) => toModeled(order));

  async function openFull(): Promise<CurationStore> {
    const { curation } = await makeDatabase().open();
    const changes = modeled.map(({ item, content }) => {
      const { dataset, id, status, reviewedAt, assignedTo } = item;
      const write = { status, content, ...(reviewedAt === '' ? {} : { reviewedAt }) };
      return toSaving({ dataset, id }, { write: assignedTo === undefined ? write : { ...write, assignedTo } });
    });
    await toList(curation.items.changeMany(toBatches(changes)));
    return curation;
  }

  it('pages give each fitting item once, in order, whatever the filter and the sort', async () => {
    const curation = await openFull();
    const orders = fc.record({ sortBy: fc.constantFrom(...sorts), sortOrder: fc.constantFrom('asc', 'desc') });
    await fc.assert(
      fc.asyncProperty(filters, orders, fc.integer({ min: 60, max: 200 }), async (filter, order, limit) => {
        const { sortBy, sortOrder } = order;
        const records = await readPages(curation, { ...filter, sortBy, sortOrder, limit });
        const wanted = modeled.map(({ item }) => item).filter((item) => fits(item, filter));
        expect(toIds(records).toSorted()).toEqual(toIds(wanted).toSorted());
        expect(await curation.items.count(filter)).toBe(wanted.length);
        const byId = new Map(wanted.map((item) => [item.id, toSortKey(item, sortBy)]));
        const keys = records.map((record) => byId.get(record.id) ?? '');
        const sorted = keys.toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0));
        expect(keys).toEqual(sortOrder === 'asc' ? sorted : sorted.toReversed());
      }),
      { numRuns: tries(50, 1_500) },
    );
  });

  it('gives everything that fits, by dataset and id', async () => {
    const curation = await openFull();
    await fc.assert(
      fc.asyncProperty(filters, async (filter) => {
        const names = (await toList(curation.items.all(filter))).map(({ dataset, id }) => `${dataset} ${id}`);
        const wanted = modeled.flatMap(({ item }) => (fits(item, filter) ? [`${item.dataset} ${item.id}`] : []));
        expect(names).toEqual(wanted.toSorted());
      }),
      { numRuns: 40 },
    );
  });
});
