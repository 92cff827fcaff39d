import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { arbitraryItem } from '../../test/support/arbitrary-item.ts';
import { parseRefs } from '../conversation/item/parse-ref.ts';
import { fromFlatRefs, toFlatItem, toFlatRefs } from './flat-refs.ts';

const history = [
  { role: 'user', msg: 'q', tags: [] },
  { role: 'assistant', msg: 'r', refs: [{ url: 'http://a' }, { url: 'http://b' }], tags: [] },
  { role: 'assistant', msg: 's', refs: [], tags: [] },
];

describe('toFlatRefs', () => {
  it('lists the refs at the top without a number, then those of the turns with theirs', () => {
    expect(toFlatRefs({ refs: [{ url: 'http://top' }], history })).toEqual([
      { url: 'http://top' },
      { url: 'http://a', turnIndex: 1 },
      { url: 'http://b', turnIndex: 1 },
    ]);
  });
});

describe('fromFlatRefs', () => {
  it('replaces every ref: a turn that gets none keeps an empty list if it had one', () => {
    const flat = [{ ref: { url: 'http://c' }, turnIndex: 0 }];
    expect(fromFlatRefs(history, flat).value).toEqual({
      refs: [],
      history: [{ ...history[0], refs: [{ url: 'http://c' }] }, { ...history[1], refs: [] }, history[2]],
    });
  });

  it.each([[3], [99]])('refuses the turn %i of three', (turnIndex) => {
    const { value, issues } = fromFlatRefs(history, [{ ref: { url: 'http://c' }, turnIndex }]);
    expect(value).toBeUndefined();
    expect(issues).toMatchObject([{ path: [0, 'turnIndex'] }]);
  });

  it('gives back any item that was made flat', () => {
    fc.assert(
      fc.property(arbitraryItem(), (item) => {
        const flat = toFlatItem(item);
        const nested = fromFlatRefs(flat.history, parseRefs(flat.refs).value ?? []).value;
        expect(JSON.stringify({ ...flat, ...nested })).toBe(JSON.stringify(item));
      }),
    );
  });
});
