import { describe, expect, it } from 'vitest';
import { FakeTarget, sayInTurn, toReply } from '../../test/support/fake-target.ts';
import { listLines, playInMemory } from '../../test/support/playing.ts';

const turns = [{ user: 'Hi' }, { user: 'My order?' }, { user: 'Thanks' }];

describe('a script', () => {
  it("puts the lines one after another, with the target's own replies between", async () => {
    const target = sayInTurn('one', 'two', 'three');
    const played = await playInMemory('script', { turns }, { target });
    expect(played.end).toEqual({ end: 'complete' });
    expect(listLines(played)).toEqual([
      ...['user: Hi', 'assistant: one', 'user: My order?', 'assistant: two', 'user: Thanks', 'assistant: three'],
    ]);
    expect(target.questions[2]).toBe(
      '[User]:\nHi\n\n[Assistant]:\none\n\n[User]:\nMy order?\n\n[Assistant]:\ntwo\n\n[User]:\nThanks',
    );
  });

  it("begins after the case's own messages", async () => {
    const input = [{ role: 'system', content: 'Be short.' }];
    const played = await playInMemory('script', { input_messages: input, turns }, { target: sayInTurn('yes') });
    expect(played.replies.map(({ turnIndex }) => turnIndex)).toEqual([2, 4, 6]);
  });

  it.each([
    { name: 'goes on after a reply that fails', onFail: undefined, asked: 3 },
    { name: 'goes on after a reply that fails when it says so', onFail: 'continue', asked: 3 },
    { name: 'stops after a reply that fails when it says so', onFail: 'stop', asked: 2 },
  ] as const)('$name', async ({ onFail, asked }) => {
    const lines = turns.map((line, index) =>
      index === 1 && onFail !== undefined ? { ...line, on_fail: onFail } : line,
    );
    const target = sayInTurn('ok');
    const played = await playInMemory('script', { turns: lines }, { target, failing: [1] });
    expect(played.end).toEqual({ end: 'complete' });
    expect(target.requests).toHaveLength(asked);
  });

  it('stays stopped when it is resumed after the reply that failed', async () => {
    const lines = [{ user: 'Hi', on_fail: 'stop' as const }, { user: 'My order?' }];
    const first = await playInMemory('script', { turns: lines }, { target: sayInTurn('no'), failing: [0] });
    const target = new FakeTarget(() => new Error('asked'));
    const again = await playInMemory('script', { turns: lines }, { target, failing: [0], recorded: first });
    expect(again).toEqual(first);
  });

  it('cannot go on past a reply whose tool calls nobody answers', async () => {
    const target = sayInTurn(toReply('', { toolCalls: [{ name: 'find_order', arguments: '{}' }, { name: 'refund' }] }));
    const { end, replies } = await playInMemory('script', { turns }, { target });
    expect(end).toMatchObject({ end: 'error', error: { cause: 'unanswered-tool-call' } });
    expect(end.end === 'error' && end.error.message).toContain('The reply calls find_order, refund,');
    expect(replies).toHaveLength(1);
  });

  it('may end with tool calls', async () => {
    const target = sayInTurn(toReply('', { toolCalls: [{ name: 'find_order' }] }));
    expect((await playInMemory('script', { turns: [{ user: 'Hi' }] }, { target })).end).toEqual({ end: 'complete' });
  });
});
