import { expect, it } from 'vitest';
import { FakeTarget, sayInTurn, toReply } from '../../test/support/fake-target.ts';
import { listLines, playInMemory } from '../../test/support/playing.ts';

const conversation = [
  { role: 'system', content: 'You are a desk.' },
  { role: 'user', content: 'Where is my order?' },
];

it('asks for the reply to the last message, and records messages and reply', async () => {
  const target = sayInTurn('On its way.');
  const played = await playInMemory('reply', { input_messages: conversation }, { target });
  expect(played.end).toEqual({ end: 'complete' });
  expect(target.questions).toEqual(['You are a desk.\n\nWhere is my order?']);
  expect(listLines(played)).toEqual(['system: You are a desk.', 'user: Where is my order?', 'assistant: On its way.']);
  expect(played.replies[0]).toMatchObject({ turnIndex: 2, by: 'target' });
});

it('tells the target which case, repeat and form it is', async () => {
  const target = sayInTurn('Yes.');
  const more = { target, send: 'messages', repeat: 3 } as const;
  await playInMemory('reply', { id: 'late-refund', input_messages: conversation }, more);
  expect(target.requests[0]).toMatchObject({ caseId: 'late-refund', repeat: 3, send: 'messages', replyIndex: 0 });
  expect(target.requests[0]?.messages.map(({ role }) => role)).toEqual(['system', 'user']);
});

it('does not ask again for a reply that is recorded', async () => {
  const first = await playInMemory('reply', { input_messages: conversation }, { target: sayInTurn('On its way.') });
  const target = new FakeTarget(() => new Error('asked'));
  const again = await playInMemory('reply', { input_messages: conversation }, { target, recorded: first });
  expect(again).toEqual(first);
  expect(target.requests).toEqual([]);
});

it('keeps tool calls in the message, and what an agent did on the way beside the call', async () => {
  const call = { id: 'a', name: 'find_order', arguments: { id: 7 } };
  const trace = [{ role: 'assistant', content: 'Looking.', tool_calls: [call] }];
  const target = sayInTurn(toReply('', { toolCalls: [call], trace }));
  const { replies } = await playInMemory('reply', { input_messages: conversation }, { target });
  expect(replies[0]?.played).toEqual({
    message: { role: 'assistant', content: '', tool_calls: [call] },
    texts: ['→ find_order({"id":7})'],
  });
  expect(replies[0]?.call.trace).toEqual(trace);
});
