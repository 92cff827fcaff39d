import { describe, expect, it } from 'vitest';
import type { ItemRecord, RevisionRecord } from '../store/item-port.ts';
import { toItemAnswer, toRevisionAnswer } from './read-item.ts';

const refs = [{ url: 'http://a' }];
const body = {
  id: 'a',
  datasetName: 'demo',
  refs,
  history: [
    { id: 't1', role: 'user', msg: 'q', refs: [], tags: [] },
    { id: 't2', role: 'assistant', msg: '\ud800 \u0000', refs: [{ url: 'http://a/' }, { url: 'http://b' }], tags: [] },
  ],
  manualTags: [],
  meta: {},
  tags: [],
  computedTags: [],
  totalReferences: 2,
};
const record: ItemRecord = {
  ...{ dataset: 'demo', id: 'a', status: 'draft', revision: 2, etag: '1-2', body: JSON.stringify(body) },
  ...{ createdAt: 'c', updatedAt: 'u', updatedBy: 'ann', assignedTo: 'bob', assignedAt: 'w' },
};
const head = {
  ...{ _etag: '1-2', status: 'draft', revision: 2, createdAt: 'c', updatedAt: 'u', updatedBy: 'ann' },
  ...{ assignedTo: 'bob', assignedAt: 'w' },
};

describe('toItemAnswer', () => {
  it('is the body behind what the store knows', () => {
    expect(JSON.parse(toItemAnswer(record))).toEqual({ ...head, ...body });
    expect(toItemAnswer(record).endsWith(record.body.slice(1))).toBe(true);
  });

  it('lists refs flat, each with its turn', () => {
    const shown = JSON.parse(toItemAnswer(record, 'flat'));
    expect(shown.refs).toEqual([...refs, { url: 'http://a/', turnIndex: 1 }, { url: 'http://b', turnIndex: 1 }]);
    expect(shown.history[0].refs).toEqual([]);
    expect(shown.history[1]).not.toHaveProperty('refs');
    expect(shown).toMatchObject(head);
  });

  it('lists each address once, with its turns', () => {
    expect(JSON.parse(toItemAnswer(record, 'aggregate')).refs).toEqual([
      { url: 'http://a', turns: [1] },
      { url: 'http://b', turns: [1] },
    ]);
  });
});

it('shows a revision with its own ETag and time', () => {
  const revision: RevisionRecord = {
    ...{ revision: 1, at: 't', by: 'cat', action: 'edit', status: 'draft', etag: '1-1', body: record.body },
  };
  expect(JSON.parse(toRevisionAnswer(revision))).toEqual({
    ...{ _etag: '1-1', status: 'draft', revision: 1, updatedAt: 't', updatedBy: 'cat' },
    ...body,
  });
});
