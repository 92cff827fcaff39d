import { expect, test } from 'vitest';
import type { ItemAnswer } from '../../../../../src/contract/item-answer.ts';
import type { ItemRow } from '../../../../../src/contract/item-row.ts';
import { patchRows } from './use-item-acts.ts';

const row = (dataset: string, id: string): ItemRow => ({
  ...{ dataset, id, status: 'draft', _etag: '1-1', revision: 1, question: 'Why?', answer: '', turns: 1 },
  ...{
    totalReferences: 0,
    tags: [],
    computedTags: [],
    turnTags: [],
    updatedAt: '2026-01-05T09:00:00Z',
    updatedBy: 'ada',
  },
});

const deleted: ItemAnswer = {
  ...{
    id: 'a',
    datasetName: 'support',
    status: 'deleted',
    _etag: '1-2',
    revision: 2,
    refs: [],
    manualTags: [],
    meta: {},
  },
  ...{ tags: [], computedTags: [], totalReferences: 0, createdAt: '2026-01-05T09:00:00Z' },
  ...{ updatedAt: '2026-01-06T09:00:00Z', updatedBy: 'ben' },
};

test('the row of the item changes in its place, and no other', () => {
  const first = { rows: [row('support', 'a'), row('refunds', 'a')], cursor: 'x' };
  const second = { rows: [row('support', 'b')], cursor: null };
  const patched = patchRows({ pages: [first, second], pageParams: [undefined, 'x'] }, deleted);
  expect(patched?.pages[0]?.rows.map(({ status, revision }) => `${status} ${revision}`)).toEqual([
    'deleted 2',
    'draft 1',
  ]);
  expect(patched?.pages[1]).toBe(second);
});

test('nothing was loaded: nothing to change', () => {
  expect(patchRows(undefined, deleted)).toBeUndefined();
});
