import { describe, expect, it } from 'vitest';
import type { Item } from '../../../../../src/conversation/item/item.ts';
import { talk, type, withTurn } from '../../../../../test/support/web/editing-desk.ts';
import { withoutTurn, withTurnInserted, withTurnMoved } from '../edit/turn-order.ts';
import { listTouchedTurns } from './touched-turns.ts';

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
