import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { arbitraryItem } from '../../test/support/arbitrary-item.ts';
import { aggregateRefs, countReferences } from './aggregate-refs.ts';

const item = {
  refs: [{ url: 'http://top', title: '' }, { url: 'http://a/' }],
  history: [
    { role: 'user', msg: 'q', tags: [], refs: [{ url: 'HTTP://a:80#x', title: 'A', bonus: true }] },
    { role: 'assistant', msg: 'r', tags: [] },
    {
      role: 'assistant',
      msg: 's',
      tags: [],
      refs: [{ url: 'http://a', title: 'late', type: 'kb' }, { url: 'http://b' }],
    },
  ],
};

describe('aggregateRefs', () => {
  it('names each source once, by the one url its spellings come to, with its turns and the first of each field', () => {
    expect(aggregateRefs(item)).toEqual([
      { url: 'http://top', title: '', turns: [] },
      { url: 'http://a', title: 'A', type: 'kb', bonus: true, turns: [0, 2] },
      { url: 'http://b', turns: [2] },
    ]);
  });

  it('gives nothing for an item without refs', () => {
    expect(aggregateRefs({ refs: [] })).toEqual([]);
  });

  it('names a turn once even if it has two spellings of one URL', () => {
    const history = [{ role: 'assistant', msg: 'r', tags: [], refs: [{ url: 'http://a' }, { url: 'http://a/' }] }];
    expect(aggregateRefs({ refs: [], history })).toEqual([{ url: 'http://a', turns: [0] }]);
  });

  it('has as many entries as countReferences counts', () => {
    fc.assert(
      fc.property(arbitraryItem(), (any) => {
        expect(countReferences(any)).toBe(aggregateRefs(any).length);
      }),
    );
  });
});
