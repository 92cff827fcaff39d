import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Item, Turn } from '../../../../../src/conversation/item/item.ts';
import { toNextRole, withoutTurn, withSpeaker, withTurnBack, withTurnInserted, withTurnMoved } from './turn-order.ts';

const toItem = (history: Turn[]): Item => {
  return { id: 'a', datasetName: 'd', status: 'draft', refs: [], manualTags: [], meta: {}, history };
};
const toTurn = (id: string, role = 'user'): Turn => {
  return { id, role, msg: `said in ${id}`, tags: [`tag-${id}`], refs: [{ url: `https://${id}` }] };
};
const talk = toItem([toTurn('a'), toTurn('b', 'assistant'), toTurn('c')]);
const idsOf = (item: Item) => item.history?.map(({ id }) => id);

describe('withTurnInserted', () => {
  it.each([
    ['b', 'before', ['a', 'new', 'b', 'c'], 'assistant'],
    ['b', 'after', ['a', 'b', 'new', 'c'], 'user'],
    ['c', 'after', ['a', 'b', 'c', 'new'], 'assistant'],
    ['a', 'before', ['new', 'a', 'b', 'c'], 'system'],
    [undefined, 'after', ['a', 'b', 'c', 'new'], 'assistant'],
  ] as const)('next to turn %s, %s, results in %j', (beside, where, ids, role) => {
    const inserted = withTurnInserted(talk, { id: 'new', beside, where });
    expect(idsOf(inserted)).toEqual(ids);
    expect(inserted.history?.find(({ id }) => id === 'new')).toEqual({ id: 'new', role, msg: '', tags: [] });
  });

  it('begins a conversation with the user', () => {
    const { history: _none, ...empty } = talk;
    expect(withTurnInserted(empty, { id: 'new', beside: undefined, where: 'after' }).history).toEqual([
      { id: 'new', role: 'user', msg: '', tags: [] },
    ]);
  });
});

describe('toNextRole', () => {
  it.each([
    [undefined, undefined, 'user'],
    [undefined, 'assistant', 'user'],
    [undefined, 'user', 'system'],
    ['user', 'assistant', 'assistant'],
    ['assistant', 'user', 'user'],
    ['tool', undefined, 'assistant'],
    ['system', undefined, 'user'],
    ['narrator', undefined, 'user'],
  ])('after %s and before %s comes the %s', (before, behind, role) => {
    expect(toNextRole(before, behind)).toBe(role);
  });
});

describe('withoutTurn', () => {
  it('takes the turn away with its refs and tags', () => {
    expect(withoutTurn(talk, 'b').history).toEqual([toTurn('a'), toTurn('c')]);
  });

  it('keeps the only turn, and an item that has no such turn', () => {
    const one = toItem([toTurn('a')]);
    expect(withoutTurn(one, 'a')).toBe(one);
    expect(withoutTurn(talk, 'gone')).toBe(talk);
  });
});

describe('withTurnMoved', () => {
  it.each([
    ['a', 1, ['b', 'a', 'c']],
    ['c', -1, ['a', 'c', 'b']],
    ['a', -1, ['a', 'b', 'c']],
    ['c', 1, ['a', 'b', 'c']],
    ['gone', 1, ['a', 'b', 'c']],
  ])('moves %s by %i to %j', (id, by, ids) => {
    expect(idsOf(withTurnMoved(talk, id, by))).toEqual(ids);
  });
});

describe('withTurnBack', () => {
  it('puts a turn back where it was, once', () => {
    expect(withTurnBack(withoutTurn(talk, 'b'), toTurn('b', 'assistant'), 1)).toEqual(talk);
    expect(withTurnBack(talk, toTurn('b'), 1)).toBe(talk);
  });
});

describe('any order of changes', () => {
  const names = fc.uniqueArray(fc.stringMatching(/^[a-z]{1,3}$/), { minLength: 1, maxLength: 8 });
  const step = fc.record({
    kind: fc.constantFrom('insert', 'remove', 'move'),
    at: fc.nat(12),
    by: fc.integer({ min: -3, max: 3 }),
  });

  it('leaves refs, tags and text with their turn', () => {
    fc.assert(
      fc.property(names, fc.array(step, { maxLength: 12 }), (ids, steps) => {
        let item = toItem(ids.map((id) => toTurn(id)));
        for (const [count, { kind, at, by }] of steps.entries()) {
          const id = idsOf(item)?.[at] ?? 'gone';
          if (kind === 'insert') item = withTurnInserted(item, { id: `new-${count}`, beside: id, where: 'after' });
          else item = kind === 'remove' ? withoutTurn(item, id) : withTurnMoved(item, id, by);
        }
        expect(new Set(idsOf(item)).size).toBe(item.history?.length);
        for (const turn of item.history ?? []) {
          if (ids.includes(turn.id ?? '')) expect(turn).toEqual(toTurn(turn.id ?? ''));
        }
      }),
    );
  });

  it('is taken back by the opposite move', () => {
    fc.assert(
      fc.property(names, fc.nat(8), fc.integer({ min: -3, max: 3 }), (ids, at, by) => {
        const item = toItem(ids.map((id) => toTurn(id)));
        const moved = withTurnMoved(item, ids[at] ?? 'gone', by);
        if (moved !== item) expect(withTurnMoved(moved, ids[at] ?? 'gone', -by)).toEqual(item);
      }),
    );
  });
});

describe('withSpeaker', () => {
  it('adds a question after the instructions, and an answer at the end', () => {
    const told = toItem([toTurn('s', 'system'), toTurn('b', 'assistant')]);
    expect(idsOf(withSpeaker(told, 'user', 'new').item)).toEqual(['s', 'new', 'b']);
    expect(idsOf(withSpeaker(toItem([toTurn('a')]), 'assistant', 'new').item)).toEqual(['a', 'new']);
    expect(idsOf(withSpeaker(toItem([toTurn('s', 'system')]), 'user', 'new').item)).toEqual(['s', 'new']);
  });

  it('gives an item without history the field that is shown as that turn', () => {
    const { history: _none, ...single } = { ...talk, synthQuestion: 'Why?' };
    const { item, turnId } = withSpeaker(single, 'assistant', 'new');
    expect(item).toEqual({ ...single, answer: '' });
    expect(turnId).toBe('answer');
  });
});
