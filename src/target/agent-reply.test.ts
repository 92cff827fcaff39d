import { describe, expect, it } from 'vitest';
import { parseAgentReply } from './agent-reply.ts';

const call = { id: 'a', type: 'function', function: { name: 'find', arguments: '{}' } } as const;
const asked = { role: 'assistant', content: null, tool_calls: [call] };
const found = { role: 'tool', tool_call_id: 'a', content: 'Order 4711.' };

describe('parseAgentReply', () => {
  it.each<[string, unknown, unknown]>([
    ['a text', 'Hi', { text: 'Hi' }],
    ['content', { content: 'Hi' }, { text: 'Hi' }],
    ['reply', { reply: 'Hi', text: 'no' }, { text: 'Hi' }],
    ['a number', { output: 42 }, { text: '42' }],
    ['a message', { message: { role: 'assistant', content: 'Hi' } }, { text: 'Hi' }],
    ['an answer of a chat service', { choices: [{ message: { content: 'Hi' } }] }, { text: 'Hi' }],
    [
      'parts of a chat service',
      {
        content: [
          { type: 'text', text: 'a' },
          { type: 'text', text: 'b' },
        ],
      },
      { text: 'a\n\nb' },
    ],
    ['content parts of Turnwise', { content: [{ type: 'text', value: 'a' }] }, { text: 'a' }],
    ['a blank text', { reply: '' }, { text: '' }],
    ['tool calls alone', { content: null, tool_calls: [call] }, { text: '', toolCalls: [call] }],
    ['tool calls in short', { tool_calls: [{ name: 'find' }] }, { text: '', toolCalls: [{ name: 'find' }] }],
    [
      'usage',
      { text: 'Hi', usage: { input_tokens: 3, completion_tokens: 4 } },
      { text: 'Hi', usage: { inputTokens: 3, outputTokens: 4 } },
    ],
    ['usage that is no number', { text: 'Hi', usage: { input_tokens: 'many' } }, { text: 'Hi' }],
  ])('reads %s', (_title, value, expected) => {
    expect(parseAgentReply(value)).toEqual(expected);
  });

  const trace = [{ role: 'assistant', tool_calls: [call] }, found];

  it('takes the last message of the assistant as the reply, and those before it as its trace', () => {
    expect(parseAgentReply([asked, found, { role: 'assistant', content: 'Done.', refusal: null }])).toEqual({
      text: 'Done.',
      trace,
    });
  });

  it('leaves out of the trace what came before the message of the user', () => {
    const history = [
      { role: 'assistant', content: 'Hello.' },
      { role: 'user', content: 'Hi' },
    ];
    expect(parseAgentReply([...history, asked, found, { role: 'assistant', content: 'Done.' }]).trace).toEqual(trace);
  });

  it('lets calls wait when they are the last word', () => {
    expect(parseAgentReply([asked])).toEqual({ text: '', toolCalls: [call] });
  });

  it('takes calls that were answered as done', () => {
    expect(parseAgentReply([asked, found])).toEqual({ text: '', trace });
  });

  it('takes messages next to a reply as its trace', () => {
    expect(parseAgentReply({ reply: 'Done.', messages: [asked, found] })).toEqual({ text: 'Done.', trace });
  });

  const deep = JSON.parse(`${'['.repeat(50_000)}${']'.repeat(50_000)}`);
  const deepText = `{"a": ${'['.repeat(300)}${']'.repeat(300)}}`;
  const levels = 'nested more than 200 levels deep';

  it.each<[string, unknown, string]>([
    ['a deep argument', { tool_calls: [{ name: 'find', arguments: { a: deep } }] }, levels],
    ['a deep argument that is text', { tool_calls: [{ name: 'find', arguments: deepText }] }, levels],
    [
      'a deep argument in the trace',
      { reply: 'Hi', messages: [{ role: 'assistant', tool_calls: [{ name: 'find', arguments: deepText }] }] },
      levels,
    ],
    ['a deep part', { content: [deep] }, levels],
    ['deep usage', { content: 'Hi', usage: deep }, levels],
    ['an unknown object', { data: { items: [1, 2], secret: 'x' } }, '{data: {items: list of 2, secret: text}}'],
    ['null', null, 'null'],
    ['a reply that is an object', { reply: { a: 1 } }, '{reply: {a: number}}'],
    ['only a user', [{ role: 'user', content: 'Hi' }], 'list of 1'],
    ['a message without a role', [{ content: 'Hi' }], 'as a message'],
    ['a tool call without a name', { tool_calls: [{}] }, 'as tool_calls'],
  ])('refuses %s, and shows its shape', (_title, value, shape) => {
    expect(() => parseAgentReply(value)).toThrow(
      expect.objectContaining({
        info: expect.objectContaining({ cause: 'malformed-reply' }),
        message: expect.stringContaining(shape),
      }),
    );
  });
});
