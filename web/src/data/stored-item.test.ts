import { QueryClient } from '@tanstack/react-query';
import { beforeEach, describe, expect, it } from 'vitest';
import type { ItemAnswer } from '../../../src/contract/item-answer.ts';
import type { ItemRow } from '../../../src/contract/item-row.ts';
import { myItemsQuery } from './assignments.ts';
import { datasetsQuery } from './datasets.ts';
import { itemCountQuery, itemHitsQuery, itemQuery, itemRowsQuery, lastDoneQuery, revisionsQuery } from './items.ts';
import { findKnownItem, recordStoredItem } from './stored-item.ts';
import { changesQuery, statsQuery } from './workspace.ts';

const row = (dataset: string, id: string): ItemRow => ({
  ...{ dataset, id, status: 'draft', _etag: '1-1', revision: 1, question: 'Why?', answer: '', turns: 1 },
  ...{ totalReferences: 0, tags: [], computedTags: [], turnTags: [] },
  ...{ updatedAt: '2026-01-05T09:00:00Z', updatedBy: 'ada' },
});

const stored: ItemAnswer = {
  ...{ id: 'a', datasetName: 'support', status: 'draft', _etag: '1-1', revision: 1 },
  ...{ refs: [], manualTags: [], meta: {}, tags: [], computedTags: [], totalReferences: 0 },
  ...{ createdAt: '2026-01-05T09:00:00Z', updatedAt: '2026-01-05T09:00:00Z', updatedBy: 'ada' },
};
const deleted: ItemAnswer = {
  ...stored,
  ...{ status: 'deleted', _etag: '1-2', revision: 2, updatedAt: '2026-01-06T09:00:00Z', updatedBy: 'ben' },
};
const key = { dataset: 'support', id: 'a' };
const rows = itemRowsQuery({ status: ['draft'] }).queryKey;

/** Every query that lists or counts items. */
const lists = [
  itemCountQuery({}),
  itemHitsQuery('why'),
  lastDoneQuery(),
  myItemsQuery(),
  revisionsQuery(key),
  statsQuery(),
  datasetsQuery(),
  changesQuery(),
  { queryKey: ['drafts'] },
].map(({ queryKey }) => queryKey as readonly unknown[]);

describe('recordStoredItem', () => {
  let client: QueryClient;
  beforeEach(() => {
    client = new QueryClient();
    for (const queryKey of lists) client.setQueryData(queryKey, {});
    client.setQueryData(myItemsQuery().queryKey, { items: [stored, { ...stored, datasetName: 'refunds' }] });
  });

  it.each([
    ['delete', deleted],
    ['edit', { ...stored, _etag: '1-2', revision: 2 }],
    ['copy', { ...stored, id: 'copy' }],
  ])('marks every list and count as outdated after: %s', (_, answer) => {
    client.setQueryData(itemQuery(key).queryKey, stored);
    client.setQueryData(revisionsQuery({ ...key, id: answer.id }).queryKey, { pages: [], pageParams: [] });
    recordStoredItem(client, answer);
    const outdated = lists.map((queryKey) => client.getQueryState(queryKey)?.isInvalidated);
    const isOther = answer.id === 'copy';
    expect(outdated).toEqual(lists.map((queryKey) => !(isOther && queryKey.includes('revisions'))));
  });

  it('shows the answer at once, alone and in the queue', () => {
    recordStoredItem(client, deleted);
    expect(client.getQueryData(itemQuery(key).queryKey)).toBe(deleted);
    expect(client.getQueryState(itemQuery(key).queryKey)?.isInvalidated).toBe(false);
    const queue = client.getQueryData(myItemsQuery().queryKey)?.items;
    expect(queue?.map(({ datasetName, status }) => [datasetName, status])).toEqual([
      ['support', 'deleted'],
      ['refunds', 'draft'],
    ]);
    expect(findKnownItem(client, key)).toBe(deleted);
  });

  it('changes the row of the item in its place, and no other row', () => {
    const first = { rows: [row('support', 'a'), row('refunds', 'a')], cursor: 'x' };
    const second = { rows: [row('support', 'b')], cursor: null };
    client.setQueryData(rows, { pages: [first, second], pageParams: [undefined, 'x'] });
    recordStoredItem(client, deleted);
    const patched = client.getQueryData(rows);
    expect(patched?.pages[0]?.rows.map(({ status, revision }) => `${status} ${revision}`)).toEqual([
      'deleted 2',
      'draft 1',
    ]);
    expect(patched?.pages[1]).toBe(second);
    expect(client.getQueryState(rows)?.isInvalidated).toBe(true);
  });

  it('leaves a table that is not loaded alone', () => {
    recordStoredItem(client, deleted);
    expect(client.getQueryData(rows)).toBeUndefined();
  });
});
