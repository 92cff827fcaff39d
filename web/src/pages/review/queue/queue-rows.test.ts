import { describe, expect, it } from 'vitest';
import type { ItemAnswer } from '../../../../../src/contract/item-answer.ts';
import type { Turn } from '../../../../../src/conversation/item/item.ts';
import { filterQueue, findNeighbor, toNextFilter, toQueueRow } from './queue-rows.ts';

const toItem = (history: Turn[]): ItemAnswer => ({
  _etag: '1',
  id: 'a',
  datasetName: 'd',
  status: 'draft',
  revision: 1,
  createdAt: '',
  updatedAt: '',
  updatedBy: 'ada',
  refs: [],
  history,
  manualTags: [],
  meta: {},
  tags: [],
  computedTags: [],
  totalReferences: 0,
});
const rules = { schema: { groups: [] }, findPattern: undefined };

describe('toQueueRow', () => {
  it('has what the user says first, in one line', () => {
    const row = toQueueRow(
      toItem([
        { role: 'system', msg: 'Be kind.', tags: [] },
        { role: 'user', msg: ' My parcel\n came  late. ', tags: [] },
        { role: 'assistant', msg: 'I see.', tags: [] },
      ]),
      rules,
    );
    expect(row).toEqual({
      dataset: 'd',
      id: 'a',
      title: 'My parcel came late.',
      turns: 3,
      missing: 0,
      copyOf: undefined,
    });
  });

  it('counts what keeps it from being approved, and clips a long text', () => {
    const row = toQueueRow(toItem([{ role: 'user', msg: 'x'.repeat(900), tags: [] }]), rules);
    expect(row.missing).toBe(1);
    expect(row.title).toHaveLength(160);
    expect(toQueueRow(toItem([]), rules).title).toBe('');
  });

  it('knows a copy by its tag', () => {
    const copy = { ...toItem([]), manualTags: ['topic:late', 'rephrase:parcel-1'] };
    expect(toQueueRow(copy, rules).copyOf).toBe('parcel-1');
  });
});

const rows = ['a', 'b', 'c'].map((id, missing) => ({
  ...{ dataset: 'd', id, title: '', turns: 2, missing },
  copyOf: undefined,
}));

describe('filterQueue', () => {
  it.each([
    ['all', ['a', 'b', 'c']],
    ['ready', ['a']],
    ['blocked', ['b', 'c']],
  ] as const)('with %s has %j', (filter, ids) => {
    expect(filterQueue(rows, filter).map(({ id }) => id)).toEqual(ids);
  });
});

describe('findNeighbor', () => {
  it.each([
    ['b', 1, 'c'],
    ['b', -1, 'a'],
    ['c', 1, undefined],
    ['a', -1, undefined],
    ['gone', 1, 'a'],
    ['gone', -1, 'c'],
  ] as const)('of %s, %d away, is %s', (id, by, found) => {
    expect(findNeighbor(rows, { dataset: 'd', id }, by)?.id).toBe(found);
  });

  it('of nothing is the first', () => {
    expect(findNeighbor(rows, undefined, 1)?.id).toBe('a');
    expect(findNeighbor([], undefined, 1)).toBeUndefined();
  });
});

describe('toNextFilter', () => {
  it('goes from all to those that are blocked, to those that are ready, and round', () => {
    expect((['all', 'blocked', 'ready'] as const).map(toNextFilter)).toEqual(['blocked', 'ready', 'all']);
  });
});
