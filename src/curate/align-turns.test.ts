import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { arbitraryHistory, arbitraryNamedHistory } from '../../test/support/arbitrary-item.ts';
import type { Turn } from '../conversation/item/item.ts';
import { alignTurns } from './align-turns.ts';

/** `1:u hi` is the turn with id 1, of the user, that says "hi"; without a number it has no id. */
function turns(...written: string[]): Turn[] {
  return written.map((text) => {
    const [, id, role = '', msg = ''] = /^(?:(\w+):)?([ua]) (.*)$/.exec(text) ?? [];
    return { ...(id === undefined ? {} : { id }), role: role === 'u' ? 'user' : 'assistant', msg, tags: [] };
  });
}

describe('alignTurns', () => {
  it.each([
    ['by id, wherever it stands', ['1:u a', '2:a b'], ['2:a x', '1:u y'], [1, 0]],
    ['by text, in order', ['1:u a', '2:a b', '3:u c'], ['u c', 'u a'], [2, 0]],
    [
      'by neighbors when a text stands twice',
      ['1:u a', '2:a ok', '3:u b', '4:a ok'],
      ['u a', 'u b', 'a ok'],
      [0, 2, 3],
    ],
    ['by place and role when the text is new', ['1:u a', '2:a b'], ['u A', 'a b'], [0, 1]],
    ['not by place when the role is another', ['1:u a'], ['a b'], [undefined]],
    ['not by text when the ids differ', ['1:u a'], ['2:u a'], [undefined]],
    ['by text when the older one has no id', ['u a'], ['2:u a'], [0]],
    ['an inserted turn as new', ['1:u a', '2:a b'], ['u a', 'u new', 'a b'], [0, undefined, 1]],
    ['ids first, so that a text cannot take their turn', ['1:u a', '2:u b'], ['u a', '1:u b'], [undefined, 0]],
    ['nothing with nothing', [], [], []],
  ])('pairs %s', (_how, before, after, pairs) => {
    expect(alignTurns(turns(...before), turns(...after))).toEqual(pairs);
  });

  it('never gives one turn to two, nor joins two ids', () => {
    fc.assert(
      fc.property(arbitraryNamedHistory, arbitraryHistory, (before, after) => {
        const pairs = alignTurns(before, after);
        const used = pairs.filter((old) => old !== undefined);
        expect(new Set(used).size).toBe(used.length);
        for (const [at, old] of pairs.entries()) {
          const id = after[at]?.id;
          if (old !== undefined && id !== undefined) expect(before[old]?.id).toBe(id);
        }
      }),
    );
  });

  it('finds every turn again after the ids were taken away', () => {
    fc.assert(
      fc.property(arbitraryNamedHistory, (before) => {
        const bare = before.map(({ id: _id, ...turn }) => turn);
        expect(alignTurns(before, bare)).toEqual(before.map((_, at) => at));
      }),
    );
  });
});
