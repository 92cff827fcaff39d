import { describe, expect, it } from 'vitest';
import { sayInTurn } from '../../test/support/fake-target.ts';
import { makeCase } from '../../test/support/grading.ts';
import { listLines, playInMemory } from '../../test/support/playing.ts';
import { listAssistantTurns, toKnownConversation } from './known-conversation.ts';
import type { Message } from './message.ts';
import { hasUserLine, toScript } from './script-lines.ts';

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

/** Each line as `places: texts → place of the reply`. */
function listScript(...messages: readonly Message[]): readonly string[] {
  const { input, lines } = toScript(makeCase({ input_messages: [...messages] }));
  const said = lines.map(({ messages: placed, replyPlace }) => {
    const texts = placed.map(({ place, message }) => `${place} ${message.role} ${String(message.content)}`);
    return `${texts.join(', ')} → ${replyPlace}`;
  });
  return [`input ${input.length}`, ...said];
}

describe('toScript', () => {
  it('takes the lines of the case, as they are written', () => {
    const evalCase = makeCase({ input_messages: [system], turns: [{ user: 'a', on_fail: 'stop' }, { user: 'b' }] });
    expect(toScript(evalCase)).toEqual({
      input: [system],
      lines: [
        { messages: [{ place: 1, message: user('a') }], replyPlace: 2, onFail: 'stop' },
        { messages: [{ place: 3, message: user('b') }], replyPlace: 4, onFail: undefined },
      ],
    });
  });

  it('takes the user turns of a conversation that has no lines, with all that belongs to them', () => {
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
      'tool turns, whose place the final answer has',
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
      'calls alone: the last call',
      [user('a'), call, tool, call, tool, user('b')],
      ['input 0', '0 user a → 3', '5 user b → 6'],
    ],
    [
      'tool results alone: right behind the line',
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
      'a system message in the middle: it comes with the next line',
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

it('gives replies the places that they have in every-turn play', async () => {
  const target = sayInTurn('one', 'two');
  const played = await playInMemory('script', curated, { target });
  expect(played.replies.map(({ turnIndex }) => turnIndex)).toEqual(
    listAssistantTurns(toKnownConversation(makeCase(curated))),
  );
  expect(listLines(played).slice(2)).toEqual(['user: Hello', 'assistant: one', 'user: Order 4711', 'assistant: two']);
  expect(target.questions[1]).toContain('one');
  expect(target.questions[1]).not.toContain('Which order?');
});

it('plays a conversation with tools: the user is asked, the reference trace is not sent', async () => {
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
])('says whether the user says anything: %s', (expected, messages) => {
  expect(hasUserLine(messages)).toBe(expected);
});
