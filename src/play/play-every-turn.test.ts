import { describe, expect, it } from 'vitest';
import { FakeTarget, sayInTurn } from '../../test/support/fake-target.ts';
import { playInMemory } from '../../test/support/playing.ts';

describe('every-turn play', () => {
  const known = [
    { role: 'user', content: 'Hi' },
    { role: 'assistant', content: 'Hello, what is your order?' },
    { role: 'user', content: '7' },
    { role: 'assistant', content: 'It is on its way.' },
  ];

  it('asks for each assistant turn with the reference before it, never with its own replies', async () => {
    const target = sayInTurn('wrong', 'right');
    const played = await playInMemory('every-turn', { input_messages: known }, { target });
    expect(played.end).toEqual({ end: 'complete' });
    expect(target.questions).toEqual(['Hi', '[User]:\nHi\n\n[Assistant]:\nHello, what is your order?\n\n[User]:\n7']);
    expect(played.turns.map(({ turnIndex }) => turnIndex)).toEqual([0, 1, 2, 3]);
    expect(played.replies.map(({ turnIndex, played: { message } }) => [turnIndex, message.content])).toEqual([
      [1, 'wrong'],
      [3, 'right'],
    ]);
  });

  it('asks for turns that call tools, and for the turn after the answer of the tool', async () => {
    const call = { id: 'c1', name: 'find_order', arguments: { id: 7 } };
    const messages = [
      { role: 'user', content: 'Where is 7?' },
      { role: 'assistant', content: null, tool_calls: [call] },
      { role: 'tool', tool_call_id: 'c1', content: 'sent on Monday' },
      { role: 'assistant', content: 'It was sent on Monday.' },
    ];
    const target = sayInTurn('Let me look.', 'On Monday.');
    const { replies } = await playInMemory('every-turn', { input_messages: messages }, { target });
    expect(replies.map(({ turnIndex }) => turnIndex)).toEqual([1, 3]);
    expect(target.questions[1]).toBe(
      '[User]:\nWhere is 7?\n\n[Assistant]:\n→ find_order({"id":7})\n\n[Tool]:\nsent on Monday',
    );
  });

  it('takes expected messages as the end of the conversation', async () => {
    const target = sayInTurn('Sure.');
    const changes = {
      input_messages: [{ role: 'user', content: 'Help' }],
      expected_messages: [known[1]].flatMap((m) => m ?? []),
    };
    const { replies } = await playInMemory('every-turn', changes, { target });
    expect(target.questions).toEqual(['Help']);
    expect(replies.map(({ turnIndex }) => turnIndex)).toEqual([1]);
  });

  it('takes scripted lines with what is expected of them, as far as it is told', async () => {
    const turns = [{ user: 'Hi', expect: 'Hello.' }, { user: 'My order?', expect: 'Which one?' }, { user: '7' }];
    const target = sayInTurn('a', 'b');
    const { replies } = await playInMemory('every-turn', { turns }, { target });
    expect(replies.map(({ turnIndex }) => turnIndex)).toEqual([1, 3]);
    expect(target.questions[1]).toBe('[User]:\nHi\n\n[Assistant]:\nHello.\n\n[User]:\nMy order?');
  });

  it('asks only for the turns that are not recorded yet', async () => {
    const first = await playInMemory('every-turn', { input_messages: known }, { target: sayInTurn('a', 'b') });
    const recorded = { turns: first.turns, replies: first.replies.slice(0, 1) };
    const target = new FakeTarget(({ replyIndex }) => (replyIndex === 1 ? 'b' : new Error('asked again')));
    expect(await playInMemory('every-turn', { input_messages: known }, { target, recorded })).toEqual(first);
  });
});
