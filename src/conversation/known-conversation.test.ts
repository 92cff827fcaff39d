import { expect, it } from 'vitest';
import { makeCase } from '../../test/support/grading.ts';
import { listAssistantTurns, toKnownConversation } from './known-conversation.ts';

const user = { role: 'user', content: 'Hi' };
const assistant = { role: 'assistant', content: 'Hello.' };

it.each([
  { name: 'the messages alone', changes: { input_messages: [user, assistant] }, known: [user, assistant] },
  {
    name: 'the messages, then those expected',
    changes: { input_messages: [user], expected_messages: [assistant] },
    known: [user, assistant],
  },
  {
    name: 'the messages, then each line with what is expected, and its tags',
    changes: { input_messages: [user, assistant], turns: [{ user: 'More', expect: 'Here.', tags: ['short'] }] },
    known: [
      user,
      assistant,
      { role: 'user', content: 'More' },
      { role: 'assistant', content: 'Here.', tags: ['short'] },
    ],
  },
  {
    name: 'lines up to the first whose reply is not told',
    changes: { turns: [{ user: 'a', expect: 'A' }, { user: 'b' }, { user: 'c', expect: 'C' }] },
    known: [
      { role: 'user', content: 'a' },
      { role: 'assistant', content: 'A' },
    ],
  },
])('knows $name', ({ changes, known }) => {
  expect(toKnownConversation(makeCase(changes))).toEqual(known);
});

it('does not ask for a greeting that the assistant opens with', () => {
  const system = { role: 'system', content: 'You are the desk.' };
  expect(listAssistantTurns([system, assistant, user, assistant])).toEqual([3]);
  expect(listAssistantTurns([system, assistant])).toEqual([]);
});

it('lists the places of assistant turns', () => {
  expect(listAssistantTurns([user, assistant, { role: 'tool', content: 'x' }, assistant])).toEqual([1, 3]);
});
