import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { arbitraryItem, arbitraryNamedHistory } from '../../test/support/arbitrary-item.ts';
import type { Item, Turn } from '../conversation/item/item.ts';
import { diffItems } from './diff-items.ts';

const blank: Item = { id: 'i', datasetName: 'd', status: 'draft', refs: [], manualTags: [], meta: {} };
const turn = (id: string, msg = id, more: Partial<Turn> = {}): Turn => ({ id, role: 'user', msg, tags: [], ...more });
const talk = (...history: Turn[]): Item => ({ ...blank, history });
const kinds = (before: Item, after: Item) => diffItems(before, after).turns.map(({ kind, id }) => `${kind} ${id}`);

describe('diffItems', () => {
  it('lists the fields that differ, with what they were and are', () => {
    const after: Item = { ...blank, status: 'approved', refs: [{ url: 'u' }], answer: 'a', audit: { updatedBy: 'x' } };
    expect(diffItems({ ...blank, comment: 'c' }, after).fields).toEqual([
      { path: 'status', before: 'draft', after: 'approved' },
      { path: 'answer', after: 'a' },
      { path: 'refs', before: [], after: [{ url: 'u' }] },
      { path: 'comment', before: 'c' },
    ]);
  });

  it.each([
    [
      ['a', 'b', 'c'],
      ['a', 'b', 'c'],
      ['same a', 'same b', 'same c'],
    ],
    [
      ['a', 'b', 'c'],
      ['b', 'c'],
      ['removed a', 'same b', 'same c'],
    ],
    [
      ['a', 'b', 'c'],
      ['a', 'x', 'c'],
      ['same a', 'removed b', 'added x', 'same c'],
    ],
    [
      ['a', 'b', 'c'],
      ['c', 'a', 'b'],
      ['moved c', 'same a', 'same b'],
    ],
    [
      ['a', 'b'],
      ['x', 'a', 'b', 'y'],
      ['added x', 'same a', 'same b', 'added y'],
    ],
    [[], ['a'], ['added a']],
    [['a', 'b'], [], ['removed a', 'removed b']],
  ])('tells %j and %j apart by turn', (before, after, wanted) => {
    expect(kinds(talk(...before.map((id) => turn(id))), talk(...after.map((id) => turn(id))))).toEqual(wanted);
  });

  it('names the fields of a turn that differ, and both places', () => {
    const after = turn('a', 'new', { tags: ['t'] });
    expect(diffItems(talk(turn('a')), talk(turn('x'), after)).turns[1]).toEqual({
      kind: 'changed',
      id: 'a',
      fields: ['msg', 'tags'],
      before: { turnIndex: 0, turn: turn('a') },
      after: { turnIndex: 1, turn: after },
    });
  });

  it('finds turns without ids by what they say', () => {
    const { id: _id, ...unnamed } = turn('a', 'hi');
    expect(kinds(talk(turn('a', 'hi')), { ...blank, history: [unnamed] })).toEqual(['same a']);
  });

  it('of an item with itself shows nothing but the same turns', () => {
    fc.assert(
      fc.property(arbitraryItem(), (item) => {
        const { fields, turns } = diffItems(item, structuredClone(item));
        expect(fields).toEqual([]);
        expect(turns.every(({ kind }) => kind === 'same')).toBe(true);
      }),
    );
  });

  it('accounts for every turn of both sides once', () => {
    fc.assert(
      fc.property(arbitraryItem(arbitraryNamedHistory), arbitraryItem(arbitraryNamedHistory), (a, b) => {
        const { turns } = diffItems(a, b);
        const places = (side: 'before' | 'after') => turns.flatMap((change) => change[side]?.turnIndex ?? []);
        expect(places('after')).toEqual((b.history ?? []).map((_, at) => at));
        expect(places('before').toSorted()).toEqual((a.history ?? []).map((_, at) => at));
      }),
    );
  });
});
