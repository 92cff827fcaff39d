import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Item } from '../../../../../src/conversation/item/item.ts';
import type { Ref } from '../../../../../src/conversation/ref.ts';
import { withoutRef, withRefAdded, withRefBack, withRefChanged, withRefMoved } from './ref-changes.ts';
import { listRefs, toOwner } from './ref-place.ts';

const item: Item = {
  id: 'a',
  datasetName: 'd',
  status: 'draft',
  refs: [{ url: 'https://top' }],
  history: [
    { id: 'q', role: 'user', msg: 'Q', tags: [] },
    { id: 'r', role: 'assistant', msg: 'A', tags: [], refs: [{ url: 'https://a', title: 'A' }, { url: 'https://b' }] },
  ],
  manualTags: [],
  meta: {},
};
const single: Item = { id: 'a', datasetName: 'd', status: 'draft', refs: [], answer: 'A', manualTags: [], meta: {} };
const first = { owner: 'r', index: 0, url: 'https://a' };
const urlsOf = (of: Item, owner: string | undefined) => listRefs(of, owner).map(({ url }) => url);

describe('withRefAdded', () => {
  it('adds to the turn', () => {
    expect(urlsOf(withRefAdded(item, 'q', { url: 'https://c' }), 'q')).toEqual(['https://c']);
  });

  it('adds to the item without a turn, or if the turn was removed', () => {
    expect(urlsOf(withRefAdded(item, undefined, { url: 'https://c' }), undefined)).toEqual([
      'https://top',
      'https://c',
    ]);
    expect(urlsOf(withRefAdded(item, 'gone', { url: 'https://c' }), undefined)).toEqual(['https://top', 'https://c']);
  });

  it('adds to an item without history, whatever turn of its view is looked at', () => {
    expect(withRefAdded(single, 'answer', { url: 'https://c' }).refs).toEqual([{ url: 'https://c' }]);
  });

  it('fills empty fields of a reference with the same URL', () => {
    const added = withRefAdded(item, 'r', { url: 'https://a', title: 'Other', content: 'text' });
    expect(listRefs(added, 'r')[0]).toEqual({ url: 'https://a', title: 'A', content: 'text' });
  });
});

describe('withRefChanged', () => {
  it('changes one ref alone', () => {
    const changed = withRefChanged(item, first, { title: 'New', bonus: true });
    expect(listRefs(changed, 'r')).toEqual([{ url: 'https://a', title: 'New', bonus: true }, { url: 'https://b' }]);
  });

  it('takes away a field that is made empty, and a bonus that is off', () => {
    const on = withRefChanged(item, first, { bonus: true });
    expect(listRefs(withRefChanged(on, first, { title: '', bonus: false }), 'r')[0]).toEqual({ url: 'https://a' });
  });

  it('follows its ref when the places of the list have changed', () => {
    const moved = withoutRef(item, first);
    const changed = withRefChanged(moved, { owner: 'r', index: 1, url: 'https://b' }, { title: 'B' });
    expect(listRefs(changed, 'r')).toEqual([{ url: 'https://b', title: 'B' }]);
  });

  it('makes one ref of two that come to the same address', () => {
    const changed = withRefChanged(item, { owner: 'r', index: 1, url: 'https://b' }, { url: 'https://a' });
    expect(listRefs(changed, 'r')).toEqual([{ url: 'https://a', title: 'A' }]);
  });

  it('does not change an item without the reference', () => {
    expect(withRefChanged(item, { owner: 'r', index: 0, url: 'https://gone' }, { title: 'x' })).toBe(item);
  });
});

describe('withoutRef and withRefBack', () => {
  const refs = fc.uniqueArray(fc.webUrl(), { minLength: 1, maxLength: 6 });

  it('take a ref away and put it back where it was', () => {
    fc.assert(
      fc.property(refs, fc.nat(5), (urls, seed) => {
        const list: Ref[] = urls.map((url) => ({ url }));
        const before: Item = { ...single, refs: list };
        const index = seed % urls.length;
        const ref = list[index];
        if (ref === undefined) throw new Error('every index is one of the list');
        const place = { owner: undefined, index, url: ref.url };
        const without = withoutRef(before, place);
        expect(without.refs).toHaveLength(urls.length - 1);
        expect(withRefBack(without, place, ref)).toEqual(before);
      }),
    );
  });

  it('add a reference to the item if its turn was removed', () => {
    const without = { ...item, history: item.history?.slice(0, 1) ?? [] };
    expect(urlsOf(withRefBack(without, first, { url: 'https://a' }), undefined)).toEqual(['https://a', 'https://top']);
  });
});

describe('withRefMoved', () => {
  it('moves a ref with all its fields', () => {
    const moved = withRefMoved(item, first, { to: 'q', isCopy: false });
    expect(listRefs(moved, 'q')).toEqual([{ url: 'https://a', title: 'A' }]);
    expect(urlsOf(moved, 'r')).toEqual(['https://b']);
  });

  it('copies a ref', () => {
    const copied = withRefMoved(item, first, { to: undefined, isCopy: true });
    expect(urlsOf(copied, undefined)).toEqual(['https://top', 'https://a']);
    expect(urlsOf(copied, 'r')).toEqual(['https://a', 'https://b']);
  });

  it('does nothing if the reference is already there', () => {
    expect(withRefMoved(item, first, { to: 'r', isCopy: false })).toBe(item);
  });
});

describe('toOwner', () => {
  it.each([
    [item, 'r', 'r'],
    [item, 'gone', undefined],
    [item, undefined, undefined],
    [single, 'answer', undefined],
  ])('is the turn where it has refs of its own', (of, turnId, owner) => {
    expect(toOwner(of, turnId)).toBe(owner);
  });
});
