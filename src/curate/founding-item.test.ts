import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { arbitraryItem } from '../../test/support/arbitrary-item.ts';
import type { Item } from '../conversation/item/item.ts';
import { parseItem } from '../conversation/item/parse-item.ts';
import { toFoundingItem } from './founding-item.ts';

const item: Item = {
  id: 'i',
  datasetName: 'd',
  status: 'draft',
  synthQuestion: 'q',
  refs: [],
  manualTags: [],
  meta: {},
};

describe('toFoundingItem', () => {
  it('writes the names, the status, then the content', () => {
    expect(JSON.stringify(toFoundingItem({ ...item, bucket: 'b' }, 'approved'))).toBe(
      '{"id":"i","datasetName":"d","bucket":"b","status":"approved","synthQuestion":"q","refs":[],"manualTags":[]}',
    );
  });

  it('writes the states that the founding shape lacks as draft, with the truth under meta', () => {
    expect(toFoundingItem({ ...item, meta: { status: 'x', a: 1 } }, 'in-review')).toMatchObject({
      status: 'draft',
      meta: { a: 1, status: 'in-review' },
    });
  });

  it('adds who changed it and when, if asked to', () => {
    expect(toFoundingItem(item, 'draft', { updatedBy: 'ann', updatedAt: 't' })).toMatchObject({
      updatedBy: 'ann',
      updatedAt: 't',
    });
  });

  it('gives the same bytes after it was read back', () => {
    fc.assert(
      fc.property(arbitraryItem(), (any) => {
        const written = JSON.stringify(toFoundingItem(any, any.status));
        const { value, issues } = parseItem(JSON.parse(written));
        expect(issues).toEqual([]);
        expect(value?.status).toBe(any.status);
        expect(value && JSON.stringify(toFoundingItem(value, value.status))).toBe(written);
      }),
    );
  });
});
