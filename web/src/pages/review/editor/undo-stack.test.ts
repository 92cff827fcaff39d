import { describe, expect, it } from 'vitest';
import type { Item } from '../../../../../src/conversation/item/item.ts';
import { talk, toTexts, type, withTurn } from '../../../../../test/support/web/editing-browser.ts';
import { withoutTurn, withTurnInserted, withTurnMoved } from '../changes/turn-order.ts';
import {
  emptyStack,
  findEditPlace,
  findRedone,
  findUndone,
  listTouchedTurns,
  type UndoStack,
  withConfirmed,
  withEdit,
} from './undo-stack.ts';

interface Change {
  readonly at: number;
  readonly update: (item: Item) => Item;
  readonly name?: string;
}

function edit(changes: readonly Change[]): { readonly stack: UndoStack; readonly item: Item } {
  let stack = emptyStack;
  let item = talk;
  for (const { at, update, name } of changes) {
    const after = update(item);
    stack = withEdit(stack, { before: item, after, name, at });
    item = after;
  }
  return { stack, item };
}

describe('the undo stack', () => {
  it('undoes continuous typing as one step', () => {
    const { stack, item } = edit([
      { at: 0, update: type('a', 'o') },
      { at: 200, update: type('a', 'on') },
      { at: 400, update: type('a', 'on ') },
    ]);
    expect(stack.done).toHaveLength(1);
    expect(findUndone(stack, item)?.item).toBe(talk);
  });

  it.each<[string, readonly Change[]]>([
    [
      'a pause',
      [
        { at: 0, update: type('a', 'x') },
        { at: 1_500, update: type('a', 'xy') },
      ],
    ],
    [
      'another turn',
      [
        { at: 0, update: type('a', 'x') },
        { at: 10, update: type('b', 'y') },
      ],
    ],
    [
      'another field',
      [
        { at: 0, update: type('a', 'x') },
        { at: 10, update: (item) => ({ ...item, comment: 'c' }) },
      ],
    ],
    [
      'a named step',
      [
        { at: 0, update: type('a', 'x') },
        { at: 10, update: type('a', 'y'), name: 'Replace' },
      ],
    ],
  ])('ends a step at %s', (_what, changes) => {
    expect(edit(changes).stack.done).toHaveLength(2);
  });

  it('ends a step after a while', () => {
    const changes = Array.from({ length: 30 }, (_, key) => ({ at: key * 500, update: type('a', `${key}`) }));
    expect(edit(changes).stack.done).toHaveLength(2);
  });

  it('redoes an undone step until something else is edited', () => {
    const { stack, item } = edit([{ at: 0, update: type('a', 'x'), name: 'Write x' }]);
    const undone = findUndone(stack, item);
    expect(undone?.step.name).toBe('Write x');
    const redone = undone && findRedone(undone.stack, undone.item);
    expect(redone?.item).toBe(item);
    const other = type('b', 'y')(talk);
    expect(withEdit(undone?.stack ?? emptyStack, { before: talk, after: other, at: 9 }).undone).toEqual([]);
  });

  it('keeps changes by others', () => {
    const { stack, item } = edit([{ at: 0, update: type('a', 'x') }]);
    const merged = type('b', 'ben')(item);
    expect(toTexts(findUndone(stack, merged)?.item ?? item)).toBe('one | ben | three');
  });

  it('removes only the flags that the undone edit had set', () => {
    const { stack, item } = edit([{ at: 0, update: type('a', 'x') }]);
    const flagged = {
      ...item,
      history: withTurn(item, 'c', { answerKey: { reference: 'three', contextChanged: true } }),
    };
    const told = withConfirmed(withConfirmed(stack, talk), flagged);
    expect(findUndone(told, flagged)?.item).toEqual(talk);
    const other = type('b', 'ben')(flagged);
    expect(findUndone(told, other)?.item.history?.[2]?.answerKey?.contextChanged).toBe(true);
  });
});

describe('findEditPlace', () => {
  it.each<[string, (item: Item) => Item, string | undefined]>([
    ['a field', (item) => ({ ...item, comment: 'c' }), 'comment'],
    ['the text of a turn', type('b', 'x'), 'turn b msg'],
    ['two turns', (item) => type('a', 'x')(type('b', 'x')(item)), undefined],
    ['a turn less', (item) => ({ ...item, history: item.history?.slice(1) ?? [] }), undefined],
    ['nothing', (item) => item, undefined],
  ])('names %s', (_what, update, place) => {
    expect(findEditPlace(talk, update(talk))).toBe(place);
  });
});

const flagged = (item: Item): Item => ({
  ...item,
  history: withTurn(item, 'c', { answerKey: { reference: 'three', contextChanged: true } }),
});
const single: Item = { ...talk, history: undefined, editedQuestion: 'one', answer: 'two' };

describe('listTouchedTurns', () => {
  it.each<readonly [string, Item, Item, readonly string[]]>([
    ['a turn that came back', withoutTurn(talk, 'b'), talk, ['b']],
    ['the next turn, of one that is gone', talk, withoutTurn(talk, 'b'), ['c']],
    ['the last turn, of the last that is gone', talk, withoutTurn(talk, 'c'), ['b']],
    ['a new turn', talk, withTurnInserted(talk, { id: 'n', beside: 'a', where: 'before' }), ['n']],
    ['a turn with another text, not the key that is flagged for it', talk, flagged(type('a', 'other')(talk)), ['a']],
    ['a turn whose key is flagged and nothing else', talk, flagged(talk), ['c']],
    ['both turns that changed places', talk, withTurnMoved(talk, 'a', 1), ['b', 'a']],
    ['the turn that shows a field of an item without history', single, { ...single, answer: 'other' }, ['answer']],
    ['nothing, of what is not in a turn', talk, { ...talk, comment: 'other' }, []],
  ])('gives %s', (_, before, after, touched) => {
    expect(listTouchedTurns(before, after)).toEqual(touched);
  });
});
