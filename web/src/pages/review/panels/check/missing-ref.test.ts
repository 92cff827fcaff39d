import { describe, expect, it } from 'vitest';
import type { Item } from '../../../../../../src/conversation/item/item.ts';
import { listMissing } from '../../../../../../src/curate/approval.ts';
import { withRefAdded } from '../../changes/ref-changes.ts';
import { findMissingRef } from './missing-ref.ts';

const item: Item = {
  ...{
    id: 'a',
    datasetName: 'd',
    status: 'draft',
    manualTags: [],
    meta: {},
    refs: [{ url: 'https://shop.example/known' }],
  },
  history: [
    { id: 'q', role: 'user', msg: 'May I send it back?', tags: [] },
    {
      ...{ id: 'r', role: 'assistant', msg: 'Yes.', tags: [] },
      answerKey: {
        reference: 'See https://shop.example/known and https://shop.example/returns and https://shop.example/fees now.',
      },
    },
    { id: 'e', role: 'user', msg: '', tags: [] },
  ],
};

describe('findMissingRef', () => {
  const missing = listMissing(item, { schema: { groups: [] }, findPattern: undefined });
  const refs = missing.flatMap((thing) => findMissingRef(item, missing, thing) ?? []);

  it('tells the turn and the address of each cited document, and of nothing else', () => {
    expect(missing).toHaveLength(3);
    expect(refs).toEqual([
      { turnIndex: 1, turnId: 'r', url: 'https://shop.example/returns' },
      { turnIndex: 1, turnId: 'r', url: 'https://shop.example/fees' },
    ]);
  });

  it('names what settles it when it is added', () => {
    const settled = refs.reduce((now, { turnId, url }) => withRefAdded(now, turnId, { url }), item);
    expect(listMissing(settled, { schema: { groups: [] }, findPattern: undefined }).map(({ code }) => code)).toEqual([
      'APPROVAL_EMPTY_TURN',
    ]);
  });
});
