import { describe, expect, it } from 'vitest';
import { sayInTurn } from '../../test/support/fake-target.ts';
import { makeCase } from '../../test/support/grading.ts';
import { listLines, playInMemory } from '../../test/support/playing.ts';
import type { EvalCase, PlayMode } from './case.ts';
import {
  findChangedTurn,
  hasUserLine,
  listAssistantTurns,
  toKnownConversation,
  toPresentTurns,
  toScript,
} from './known-conversation.ts';
import type { Message } from './message.ts';
import type { ReplyEntry, TurnEntry } from './run/run-record.ts';

const user = { role: 'user', content: 'Hi' };
const assistant = { role: 'assistant', content: 'Hello.' };

it.each([
  { name: 'the messages alone', changes: { input_messages: [user, assistant] }, known: [user, assistant] },
  {
    name: 'the messages, then the expected messages',
    changes: { input_messages: [user], expected_messages: [assistant] },
    known: [user, assistant],
  },
  {
    name: 'the messages, then each line with its expected reply and tags',
    changes: { input_messages: [user, assistant], turns: [{ user: 'More', expect: 'Here.', tags: ['short'] }] },
    known: [
      user,
      assistant,
      { role: 'user', content: 'More' },
      { role: 'assistant', content: 'Here.', tags: ['short'] },
    ],
  },
  {
    name: 'the lines before the first without an expected reply',
    changes: { turns: [{ user: 'a', expect: 'A' }, { user: 'b' }, { user: 'c', expect: 'C' }] },
    known: [
      { role: 'user', content: 'a' },
      { role: 'assistant', content: 'A' },
    ],
  },
])('includes $name', ({ changes, known }) => {
  expect(toKnownConversation(makeCase(changes))).toEqual(known);
});

it("does not ask for the assistant's opening greeting", () => {
  const system = { role: 'system', content: 'You are the desk.' };
  expect(listAssistantTurns([system, assistant, user, assistant])).toEqual([3]);
  expect(listAssistantTurns([system, assistant])).toEqual([]);
});

it('lists the positions of assistant turns', () => {
  expect(listAssistantTurns([user, assistant, { role: 'tool', content: 'x' }, assistant])).toEqual([1, 3]);
});

describe('script lines', () => {
  const system = { role: 'system', content: 'Be short.' };
  const greeting = { role: 'assistant', content: 'Welcome.' };
  const hello = { role: 'user', content: 'Hello', tags: ['opening'] };
  const which = { role: 'assistant', content: 'Which order?', refs: [{ url: 'https://a' }] };
  const order = { role: 'user', content: 'Order 4711' };
  const coming = { role: 'assistant', content: 'It is coming.' };

  const curated = { input_messages: [system, greeting, hello, which, order], expected_messages: [coming] };

  const user = (content: string): Message => ({ role: 'user', content });
  const assistant = (content: string): Message => ({ role: 'assistant', content });
  const call: Message = { role: 'assistant', tool_calls: [{ name: 'find_order' }] };
  const tool: Message = { role: 'tool', content: 'order 4711', name: 'find_order' };

  /** Renders each line as `positions: texts → position of the reply`. */
  function listScript(...messages: readonly Message[]): readonly string[] {
    const { input, lines } = toScript(makeCase({ input_messages: [...messages] }));
    const said = lines.map(({ messages: placed, replyPlace }) => {
      const texts = placed.map(({ place, message }) => `${place} ${message.role} ${String(message.content)}`);
      return `${texts.join(', ')} → ${replyPlace}`;
    });
    return [`input ${input.length}`, ...said];
  }

  describe('toScript', () => {
    it('uses the lines of the case as written', () => {
      const evalCase = makeCase({ input_messages: [system], turns: [{ user: 'a', on_fail: 'stop' }, { user: 'b' }] });
      expect(toScript(evalCase)).toEqual({
        input: [system],
        lines: [
          { messages: [{ place: 1, message: user('a') }], replyPlace: 2, onFail: 'stop' },
          { messages: [{ place: 3, message: user('b') }], replyPlace: 4, onFail: undefined },
        ],
      });
    });

    it('turns the user turns of a conversation into lines, with the system messages before them', () => {
      expect(toScript(makeCase(curated))).toEqual({
        input: [system, greeting],
        lines: [
          { messages: [{ place: 2, message: hello }], replyPlace: 3 },
          { messages: [{ place: 4, message: order }], replyPlace: 5 },
        ],
      });
    });

    it.each<[string, readonly Message[], readonly string[]]>([
      [
        'tool turns: the position of the final answer',
        [user('a'), call, tool, assistant('A'), user('b'), assistant('B')],
        ['input 0', '0 user a → 3', '4 user b → 5'],
      ],
      [
        'several rounds of tools',
        [user('a'), call, tool, call, tool, tool, assistant('A'), user('b')],
        ['input 0', '0 user a → 6', '7 user b → 8'],
      ],
      [
        'several assistant turns in a row: the last',
        [user('a'), assistant('Let me see.'), assistant('A'), user('b')],
        ['input 0', '0 user a → 2', '3 user b → 4'],
      ],
      [
        'a tool call after the answer: the last one with text',
        [user('a'), assistant('A'), call, tool, user('b')],
        ['input 0', '0 user a → 1', '4 user b → 5'],
      ],
      [
        'only calls: the last call',
        [user('a'), call, tool, call, tool, user('b')],
        ['input 0', '0 user a → 3', '5 user b → 6'],
      ],
      [
        'only tool results: right after the line',
        [user('a'), tool, tool, user('b')],
        ['input 0', '0 user a → 1', '3 user b → 4'],
      ],
      [
        'tool turns at the start: they are input',
        [tool, call, tool, user('a'), assistant('A')],
        ['input 3', '3 user a → 4'],
      ],
      [
        'user lines in a row: one line',
        [user('a'), user('b'), assistant('B'), user('c'), user('d')],
        ['input 0', '0 user a, 1 user b → 2', '3 user c, 4 user d → 5'],
      ],
      [
        'a system message in the middle: part of the next line',
        [user('a'), assistant('A'), system, user('b'), assistant('B')],
        ['input 0', '0 user a → 1', '2 system Be short., 3 user b → 4'],
      ],
      [
        'a system message right after a line',
        [user('a'), system, assistant('A'), user('b')],
        ['input 0', '0 user a, 1 system Be short. → 2', '3 user b → 4'],
      ],
      [
        'a system message between two assistant turns',
        [user('a'), assistant('A'), system, assistant('A2'), user('b')],
        ['input 0', '0 user a → 1', '2 system Be short., 4 user b → 5'],
      ],
      ['a system message at the end: nothing to ask', [user('a'), assistant('A'), system], ['input 0', '0 user a → 1']],
      [
        'other roles that talk to the assistant',
        [{ role: 'customer', content: 'a' }, assistant('A'), { role: '@bot', content: 'b' }],
        ['input 0', '0 customer a → 1', '2 @bot b → 3'],
      ],
      ['no user at all: nothing to ask', [system, tool, assistant('A')], ['input 3']],
    ])('reads %s', (_title, messages, lines) => {
      expect(listScript(...messages)).toEqual(lines);
    });
  });

  it('gives replies the same positions as in every-turn play', async () => {
    const target = sayInTurn('one', 'two');
    const played = await playInMemory('script', curated, { target });
    expect(played.replies.map(({ turnIndex }) => turnIndex)).toEqual(
      listAssistantTurns(toKnownConversation(makeCase(curated))),
    );
    expect(listLines(played).slice(2)).toEqual(['user: Hello', 'assistant: one', 'user: Order 4711', 'assistant: two']);
    expect(target.questions[1]).toContain('one');
    expect(target.questions[1]).not.toContain('Which order?');
  });

  it('plays a conversation with tools: it asks with the user turns and does not send the reference trace', async () => {
    const messages = [
      system,
      user('Where is it?'),
      call,
      tool,
      assistant('On its way.'),
      user('When?'),
      assistant('Today.'),
    ];
    const target = sayInTurn('one', 'two');
    const played = await playInMemory('script', { input_messages: messages }, { target });
    expect(played.end).toEqual({ end: 'complete' });
    expect(played.turns.map(({ turnIndex }) => turnIndex)).toEqual([0, 1, 5]);
    expect(played.replies.map(({ turnIndex }) => turnIndex)).toEqual([4, 6]);
    expect(target.requests[1]?.messages.map(({ role, content }) => `${role}: ${String(content)}`)).toEqual([
      ...['system: Be short.', 'user: Where is it?', 'assistant: one', 'user: When?'],
    ]);
  });

  it.each([
    [true, [hello]],
    [true, [hello, which, tool, coming]],
    [true, [{ role: 'customer', content: 'a' }]],
    [false, [system, greeting]],
    [false, [tool, coming]],
  ])('reports whether there is a user message: %s', (expected, messages) => {
    expect(hasUserLine(messages)).toBe(expected);
  });
});

describe('changed turn', () => {
  const user = (content: Message['content'], more: Partial<Message> = {}): Message => ({
    role: 'user',
    content,
    ...more,
  });
  const assistant = (content: string): Message => ({ role: 'assistant', content });

  function toTurns(messages: Readonly<Record<number, Message>>): TurnEntry[] {
    return Object.entries(messages).map(([turnIndex, message]) => ({
      turnIndex: Number(turnIndex),
      played: { message },
    }));
  }

  function toReplies(...places: readonly number[]): ReplyEntry[] {
    return places.map((turnIndex) => ({
      turnIndex,
      by: 'target',
      played: { message: assistant('A reply') },
      guidelines: '',
      call: { latencyMs: 1, costUsd: null },
    }));
  }

  interface Row {
    readonly title: string;
    readonly play: PlayMode;
    readonly now: Partial<EvalCase>;
    readonly turns: Readonly<Record<number, Message>>;
    readonly replies: readonly number[];
    readonly changed: number | undefined;
  }

  const file = [{ type: 'file' as const, value: 'policy.md' }];
  const lines = [{ user: 'Hello' }, { user: '4711' }];
  const known = [user('Hello'), assistant('Hi'), user('4711')];

  const rows: readonly Row[] = [
    {
      title: 'a curated script with an edited reference',
      play: 'script',
      now: { input_messages: known, expected_messages: [assistant('Better')] },
      turns: { 0: user('Hello'), 2: user('4711') },
      replies: [1, 3],
      changed: undefined,
    },
    {
      title: 'a script with tools: only its lines count, at their positions',
      play: 'script',
      now: { input_messages: [user('Hello'), { role: 'tool', content: 'new' }, assistant('Hi'), user('4711')] },
      turns: { 0: user('Hello'), 3: user('4712') },
      replies: [2, 4],
      changed: 3,
    },
    {
      title: 'a curated script with an edited line',
      play: 'script',
      now: { input_messages: known },
      turns: { 0: user('Hello'), 2: user('4712') },
      replies: [1, 3],
      changed: 2,
    },
    {
      title: 'an unchanged case',
      play: 'reply',
      now: { input_messages: [{ role: 'system', content: 'Be kind' }, user('Hi')] },
      turns: { 0: { content: 'Be kind', role: 'system' }, 1: user('Hi') },
      replies: [2],
      changed: undefined,
    },
    {
      title: 'edited refs, tags and ids',
      play: 'reply',
      now: { input_messages: [user('Hi', { tags: ['new'], id: 'm1', refs: [{ url: 'https://a.example' }] })] },
      turns: { 0: user('Hi', { tags: ['old'] }) },
      replies: [1],
      changed: undefined,
    },
    {
      title: 'no content, and content that is null',
      play: 'reply',
      now: { input_messages: [user('Hi'), { role: 'assistant', content: null, tool_calls: [] }] },
      turns: { 0: user('Hi'), 1: { role: 'assistant', tool_calls: [] } },
      replies: [2],
      changed: undefined,
    },
    {
      title: 'an edited text',
      play: 'reply',
      now: { input_messages: [user('Hi'), assistant('Yes?'), user('Bye')] },
      turns: { 0: user('Hi'), 1: assistant('Yes?'), 2: user('By') },
      replies: [3],
      changed: 2,
    },
    {
      title: 'another role',
      play: 'reply',
      now: { input_messages: [{ role: 'developer', content: 'Hi' }] },
      turns: { 0: user('Hi') },
      replies: [1],
      changed: 0,
    },
    {
      title: 'a removed message',
      play: 'reply',
      now: { input_messages: [user('Hi')] },
      turns: { 0: user('Hi'), 1: user('Bye') },
      replies: [2],
      changed: 1,
    },
    {
      title: 'an attached file, by its path',
      play: 'reply',
      now: { input_messages: [user(file)] },
      turns: { 0: user([{ value: 'policy.md', type: 'file' }]) },
      replies: [1],
      changed: undefined,
    },
    {
      title: 'the lines of a script, with replies between them',
      play: 'script',
      now: { input_messages: [user('Before')], turns: lines },
      turns: { 0: user('Before'), 1: user('Hello'), 3: user('4711') },
      replies: [2, 4],
      changed: undefined,
    },
    {
      title: 'a script with one more line',
      play: 'script',
      now: { turns: [...lines, { user: 'Bye' }] },
      turns: { 0: user('Hello'), 2: user('4711') },
      replies: [1, 3],
      changed: undefined,
    },
    {
      title: 'an edited line of a script',
      play: 'script',
      now: { turns: [{ user: 'Hello' }, { user: '4712' }] },
      turns: { 0: user('Hello'), 2: user('4711') },
      replies: [1, 3],
      changed: 2,
    },
    {
      title: 'a new message before a script',
      play: 'script',
      now: { input_messages: [user('Before')], turns: lines },
      turns: { 0: user('Hello'), 2: user('4711') },
      replies: [1, 3],
      changed: 0,
    },
    {
      title: 'a reference that later replies followed',
      play: 'every-turn',
      now: {
        input_messages: [user('Hello'), assistant('Good day'), user('4711')],
        expected_messages: [assistant('Yes')],
      },
      turns: { ...known, 3: assistant('Yes') },
      replies: [1, 3],
      changed: 1,
    },
    {
      title: 'the last reference, which no reply followed',
      play: 'every-turn',
      now: { input_messages: known, expected_messages: [assistant('Your refund is coming')] },
      turns: { ...known, 3: assistant('Yes') },
      replies: [1, 3],
      changed: undefined,
    },
    {
      title: 'a conversation in error without a reply',
      play: 'reply',
      now: { input_messages: [user('Bye')] },
      turns: { 0: user('Hi') },
      replies: [],
      changed: 0,
    },
  ];

  describe('findChangedTurn', () => {
    it.each(rows)('finds $changed in $title', ({ play, now, turns, replies, changed }) => {
      const played = { turns: toTurns(turns), replies: toReplies(...replies) };
      expect(findChangedTurn(makeCase(now), play, played)).toBe(changed);
    });
  });

  describe('toPresentTurns', () => {
    it('uses the current tags, and the recorded texts of files', () => {
      const input_messages = [user(file, { tags: ['new'] })];
      const turns = [
        { turnIndex: 0, played: { message: user(file, { tags: ['old'] }), texts: ['=== policy.md ==='] } },
      ];
      expect(toPresentTurns(makeCase({ input_messages }), 'reply', turns)).toEqual([
        { turnIndex: 0, played: { message: input_messages[0], texts: ['=== policy.md ==='] } },
      ]);
    });

    it('uses an edited reference without the texts of the old one', () => {
      const now = makeCase({ input_messages: [user('Hello')], expected_messages: [assistant('New')] });
      const turns = [{ turnIndex: 1, played: { message: assistant('Old'), texts: ['Old'] } }];
      expect(toPresentTurns(now, 'every-turn', turns)).toEqual([
        { turnIndex: 1, played: { message: assistant('New') } },
      ]);
    });

    it('leaves turns that are no longer in the case as they were played', () => {
      const turns = toTurns({ 7: user('Hi') });
      expect(toPresentTurns(makeCase(), 'reply', turns)).toEqual(turns);
    });
  });
});
