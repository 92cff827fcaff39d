import { describe, expect, it } from 'vitest';
import { nameTurn, toPresentGraderId, toTurnGraderId, withoutTurn } from './turn-number.ts';

describe('the number of a turn', () => {
  it('is the position of its message, counted from 1', () => {
    expect(nameTurn(0)).toBe('turn 1');
    expect(toTurnGraderId(3, 'contains-1')).toBe('turn-4/contains-1');
    expect(withoutTurn('turn-4/contains-1')).toBe('contains-1');
    expect(withoutTurn('contains-1')).toBe('contains-1');
  });

  it.each([
    ['of a scripted line, which were counted from 0', 'turn-1/contains-1', 3, 'turn-4/contains-1'],
    ['of a scripted line behind two messages', 'turn-0/tone', 3, 'turn-4/tone'],
    ['of an answer key, which was named by index', 'turn-3/must-mention-1', 3, 'turn-4/must-mention-1'],
    ['with a number of its own behind it', 'turn-0/contains-1~2', 1, 'turn-2/contains-1~2'],
    ['as it is named now', 'turn-4/contains-1', 3, 'turn-4/contains-1'],
    ['of no turn', 'contains-1', 3, 'contains-1'],
    ['on the whole conversation', 'turn-0/tone', null, 'turn-0/tone'],
  ])('converts the stored id %s', (_title, id, turnIndex, present) => {
    expect(toPresentGraderId(id, turnIndex)).toBe(present);
  });
});
