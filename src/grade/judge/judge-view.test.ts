import { describe, expect, it } from 'vitest';
import { selectSeen } from './judge-view.ts';

function listRoles(roles: readonly string[], deck: Parameters<typeof selectSeen>[1]): readonly string[] {
  const turns = roles.map((role, turnIndex) => ({ turnIndex, message: { role, content: role } }));
  return selectSeen(turns, deck).map(({ message }) => message.role);
}

describe('what a deck shows of a conversation', () => {
  it.each(['tool', 'function'])('treats a message of role %s as a step of the reply, never as a question', (role) => {
    const talk = ['system', 'customer', 'assistant', 'customer', role, 'assistant'];
    expect(listRoles(talk, { sees: 'turn' })).toEqual(['customer', role, 'assistant']);
    expect(listRoles(talk, { sees: 'history', window: 1 })).toEqual([role, 'assistant']);
    expect(listRoles(talk, { sees: 'history', window: 2 })).toEqual(['customer', role, 'assistant']);
  });
});
