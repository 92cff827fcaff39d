import { describe, expect, it } from 'vitest';
import { FakeClock } from '../../test/support/fake-clock.ts';
import { FakeTarget, failWith, sayInTurn, toReply } from '../../test/support/fake-target.ts';
import { listLines, playInMemory } from '../../test/support/playing.ts';
import { Fault } from '../base/fault.ts';

const turns = [{ user: 'one' }, { user: 'two' }, { user: 'three' }];

describe('what ends a case', () => {
  it('is an error if the target fails, with all details, and records are kept', async () => {
    const known = { status: 503, attempts: 5, requestId: 'r-1', details: 'overloaded' };
    const target = sayInTurn('fine', failWith('provider-error', known));
    const { end, replies, turns: said } = await playInMemory('script', { turns }, { target });
    expect(end).toEqual({
      end: 'error',
      error: { cause: 'provider-error', message: 'It failed: provider-error.', turnIndex: 3, ...known },
      asked: { turnIndex: 3, guidelines: '' },
    });
    expect(replies).toHaveLength(1);
    expect(said).toHaveLength(2);
  });

  it('is an error if a file of the case can no longer be read', async () => {
    const readFile = () => {
      throw new Fault({ code: 'FILE_MISSING', message: 'There is no file "a.md".' });
    };
    const input = [{ role: 'user', content: [{ type: 'file' as const, value: 'a.md' }] }];
    const more = { target: sayInTurn('x'), files: { format: { readFile } } };
    const { end } = await playInMemory('reply', { input_messages: input }, more);
    expect(end).toEqual({ end: 'error', error: { cause: 'file-changed', message: 'There is no file "a.md".' } });
  });

  it('is thrown if the store fails, instead of an error of the case', async () => {
    const full = new Fault({ code: 'STORE_FULL', message: 'The disk is full.' });
    const onReply = () => {
      throw full;
    };
    await expect(playInMemory('script', { turns }, { target: sayInTurn('x'), onReply })).rejects.toBe(full);
  });

  it('is thrown if it is a bug, instead of an error of the case', async () => {
    const mistake = new TypeError('x is not a function');
    await expect(playInMemory('script', { turns }, { target: sayInTurn(mistake) })).rejects.toBe(mistake);
  });

  it('is open if the run stops between two calls', async () => {
    const target = sayInTurn('x');
    const isStopping = () => target.requests.length === 2;
    const { end, replies } = await playInMemory('script', { turns }, { target, isStopping });
    expect(end).toEqual({ end: 'stopped' });
    expect(replies).toHaveLength(2);
  });

  it('is open if the run is aborted during a call', async () => {
    const abort = new AbortController();
    const target = new FakeTarget((_request, { signal }) => {
      abort.abort(new Error('The run was stopped.'));
      return signal.reason;
    });
    expect((await playInMemory('script', { turns }, { target, signal: abort.signal })).end).toEqual({ end: 'stopped' });
  });
});

describe('limits', () => {
  it.each([
    { limit: 3, replies: 3, end: { end: 'complete' } },
    { limit: 2, replies: 2, end: { end: 'error', error: { cause: 'limit', turnIndex: 5 } } },
  ])('of $limit replies allow $replies of three', async ({ limit, replies, end }) => {
    const played = await playInMemory('script', { turns }, { target: sayInTurn('x'), limits: { turns: limit } });
    expect(played.end).toMatchObject(end);
    expect(played.replies).toHaveLength(replies);
  });

  it('name the option that raises them', async () => {
    const { end } = await playInMemory('script', { turns }, { target: sayInTurn('x'), limits: { turns: 1 } });
    expect(end.end === 'error' && end.error.message).toBe(
      'The case reached the limit of 1 reply and was stopped at turn 4. Raise the limit with --max-turns.',
    );
  });

  it('count the tokens of every call, including recorded ones', async () => {
    // Each reply takes 10 + 5 = 15 tokens: after two calls 30, which is at the limit of 30.
    const usage = { inputTokens: 10, outputTokens: 5 };
    const target = sayInTurn(toReply('x', { call: { latencyMs: 1, costUsd: null, usage } }));
    const limits = { turns: 500, tokens: 30 };
    const played = await playInMemory('script', { turns }, { target, limits });
    expect(played.end).toMatchObject({ end: 'error', error: { cause: 'limit' } });
    expect(played.end.end === 'error' && played.end.error.message).toContain('30 tokens (limit 30)');
    expect(played.replies).toHaveLength(2);
    const again = await playInMemory('script', { turns }, { target, limits, recorded: played });
    expect(again.replies).toHaveLength(2);
    expect(target.requests).toHaveLength(2);
  });

  it('of time end the current call', async () => {
    const clock = new FakeClock();
    const target = new FakeTarget(async ({ replyIndex }, { signal }) => {
      if (replyIndex === 0) return 'in time';
      const { promise, reject } = Promise.withResolvers<string>();
      signal.addEventListener('abort', () => reject(signal.reason));
      return promise;
    });
    const played = playInMemory('script', { turns }, { target, clock, limits: { turns: 500, timeMs: 3000 } });
    await clock.whenSleeping(1);
    await clock.advance(3000);
    const { end, replies } = await played;
    const message = 'The case took longer than 3 s. Raise the limit with --max-seconds.';
    expect(end).toMatchObject({ end: 'error', error: { cause: 'limit', message, turnIndex: 3 } });
    expect(replies).toHaveLength(1);
  });

  it('of time leave no timer behind if the case ends earlier', async () => {
    const clock = new FakeClock();
    await playInMemory('script', { turns }, { target: sayInTurn('x'), clock, limits: { turns: 500, timeMs: 3000 } });
    expect(clock.sleeping).toBe(0);
  });
});

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

it('sends the target the case, the repeat and the form', async () => {
  const target = sayInTurn('Yes.');
  const more = { target, send: 'messages', repeat: 3 } as const;
  await playInMemory('reply', { id: 'late-refund', input_messages: conversation }, more);
  expect(target.requests[0]).toMatchObject({ caseId: 'late-refund', repeat: 3, send: 'messages', replyIndex: 0 });
  expect(target.requests[0]?.messages.map(({ role }) => role)).toEqual(['system', 'user']);
});

it('does not ask again for a recorded reply', async () => {
  const first = await playInMemory('reply', { input_messages: conversation }, { target: sayInTurn('On its way.') });
  const target = new FakeTarget(() => new Error('asked'));
  const again = await playInMemory('reply', { input_messages: conversation }, { target, recorded: first });
  expect(again).toEqual(first);
  expect(target.requests).toEqual([]);
});

it("keeps tool calls in the message, and an agent's own tool calls with the call", async () => {
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

  it('asks for turns with tool calls, and for the turn after the tool result', async () => {
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

  it('uses expected messages as the end of the conversation', async () => {
    const target = sayInTurn('Sure.');
    const changes = {
      input_messages: [{ role: 'user', content: 'Help' }],
      expected_messages: [known[1]].flatMap((m) => m ?? []),
    };
    const { replies } = await playInMemory('every-turn', changes, { target });
    expect(target.questions).toEqual(['Help']);
    expect(replies.map(({ turnIndex }) => turnIndex)).toEqual([1]);
  });

  it('includes scripted lines with their expected replies, up to the first without one', async () => {
    const turns = [{ user: 'Hi', expect: 'Hello.' }, { user: 'My order?', expect: 'Which one?' }, { user: '7' }];
    const target = sayInTurn('a', 'b');
    const { replies } = await playInMemory('every-turn', { turns }, { target });
    expect(replies.map(({ turnIndex }) => turnIndex)).toEqual([1, 3]);
    expect(target.questions[1]).toBe('[User]:\nHi\n\n[Assistant]:\nHello.\n\n[User]:\nMy order?');
  });

  it('asks only for turns that are not recorded yet', async () => {
    const first = await playInMemory('every-turn', { input_messages: known }, { target: sayInTurn('a', 'b') });
    const recorded = { turns: first.turns, replies: first.replies.slice(0, 1) };
    const target = new FakeTarget(({ replyIndex }) => (replyIndex === 1 ? 'b' : new Error('asked again')));
    expect(await playInMemory('every-turn', { input_messages: known }, { target, recorded })).toEqual(first);
  });
});

describe('script play', () => {
  const turns = [{ user: 'Hi' }, { user: 'My order?' }, { user: 'Thanks' }];

  describe('a script', () => {
    it("sends the lines one after another, with the target's own replies in between", async () => {
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

    it("starts after the case's own messages", async () => {
      const input = [{ role: 'system', content: 'Be short.' }];
      const played = await playInMemory('script', { input_messages: input, turns }, { target: sayInTurn('yes') });
      expect(played.replies.map(({ turnIndex }) => turnIndex)).toEqual([2, 4, 6]);
    });

    it.each([
      { name: 'continues after a reply that fails', onFail: undefined, asked: 3 },
      { name: 'continues after a reply that fails, with on_fail: continue', onFail: 'continue', asked: 3 },
      { name: 'stops after a reply that fails, with on_fail: stop', onFail: 'stop', asked: 2 },
    ] as const)('$name', async ({ onFail, asked }) => {
      const lines = turns.map((line, index) =>
        index === 1 && onFail !== undefined ? { ...line, on_fail: onFail } : line,
      );
      const target = sayInTurn('ok');
      const played = await playInMemory('script', { turns: lines }, { target, failing: [1] });
      expect(played.end).toEqual({ end: 'complete' });
      expect(target.requests).toHaveLength(asked);
    });

    it('stays stopped if it is resumed after the failing reply', async () => {
      const lines = [{ user: 'Hi', on_fail: 'stop' as const }, { user: 'My order?' }];
      const first = await playInMemory('script', { turns: lines }, { target: sayInTurn('no'), failing: [0] });
      const target = new FakeTarget(() => new Error('asked'));
      const again = await playInMemory('script', { turns: lines }, { target, failing: [0], recorded: first });
      expect(again).toEqual(first);
    });

    it('cannot continue after a reply with unanswered tool calls', async () => {
      const target = sayInTurn(
        toReply('', { toolCalls: [{ name: 'find_order', arguments: '{}' }, { name: 'refund' }] }),
      );
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
});
