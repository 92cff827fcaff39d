import { describe, expect, it } from 'vitest';
import type { ChatMessage } from '../../format/chat.ts';
import { toMessagesPrompt, toQuestionPrompt } from './to-prompt.ts';

const user = (text: string) => ({ role: 'user', content: [{ type: 'text', text }] });

describe('toQuestionPrompt', () => {
  it('puts guidelines before the question as system text', () => {
    expect(toQuestionPrompt('Q', 'G')).toEqual([{ role: 'system', content: 'G' }, user('Q')]);
  });

  it('has no system text without guidelines', () => {
    expect(toQuestionPrompt('Q', '')).toEqual([user('Q')]);
  });
});

describe('toMessagesPrompt', () => {
  const anywhere = (messages: readonly ChatMessage[]) => toMessagesPrompt(messages, { system: 'anywhere' });
  const atStart = (messages: readonly ChatMessage[]) => toMessagesPrompt(messages, { system: 'start' });

  it('keeps known roles, developer as system', () => {
    const messages = [
      { role: 'developer', content: 'D' },
      { role: 'user', content: 'U' },
      { role: 'assistant', content: 'A' },
    ];
    expect(anywhere(messages)).toEqual([
      { role: 'system', content: 'D' },
      user('U'),
      { role: 'assistant', content: [{ type: 'text', text: 'A' }] },
    ]);
  });

  it('labels roles that no provider knows', () => {
    expect(anywhere([{ role: 'customer', content: 'Hello' }])).toEqual([user('[Customer]:\nHello')]);
  });

  it('leaves system text between turns where the provider takes it, and labels it where not', () => {
    const messages = [
      { role: 'system', content: 'S' },
      { role: 'user', content: 'U' },
      { role: 'system', content: 'Late' },
    ];
    expect(anywhere(messages).at(-1)).toEqual({ role: 'system', content: 'Late' });
    expect(atStart(messages)).toEqual([{ role: 'system', content: 'S' }, user('U'), user('[System]:\nLate')]);
  });

  it('lets the user speak before an assistant that opens, where the provider needs it', () => {
    const messages = [
      { role: 'system', content: 'S' },
      { role: 'assistant', content: 'Which one?' },
    ];
    expect(anywhere(messages)).toHaveLength(2);
    expect(atStart(messages)[1]).toEqual(user('(You speak first.)'));
    expect(atStart([{ role: 'user', content: 'U' }, ...messages.slice(1)])).toHaveLength(2);
  });

  it('pairs results with their calls by id, and puts results in a row into one message', () => {
    const messages: ChatMessage[] = [
      {
        role: 'assistant',
        content: '',
        tool_calls: [
          { id: 'a', type: 'function', function: { name: 'one', arguments: '{"x":1}' } },
          { id: 'b', name: 'two', arguments: { y: 2 } },
        ],
      },
      { role: 'tool', tool_call_id: 'b', content: 'second' },
      { role: 'tool', tool_call_id: 'a', content: 'first' },
    ];
    expect(anywhere(messages)).toEqual([
      {
        role: 'assistant',
        content: [
          { type: 'tool-call', toolCallId: 'a', toolName: 'one', input: { x: 1 } },
          { type: 'tool-call', toolCallId: 'b', toolName: 'two', input: { y: 2 } },
        ],
      },
      {
        role: 'tool',
        content: [
          { type: 'tool-result', toolCallId: 'b', toolName: 'two', output: { type: 'text', value: 'second' } },
          { type: 'tool-result', toolCallId: 'a', toolName: 'one', output: { type: 'text', value: 'first' } },
        ],
      },
    ]);
  });

  it('labels a result that answers no call', () => {
    expect(anywhere([{ role: 'tool', tool_call_id: 'gone', content: '42' }])).toEqual([user('[Tool]:\n42')]);
  });

  it('hands on the address of an image, and the bytes of a file', () => {
    const content: ChatMessage['content'] = [
      { type: 'text', value: 'Look' },
      { type: 'image', value: 'https://example.org/a.JPG?size=2' },
      { type: 'image', value: 'https://example.org/image' },
      { type: 'image', value: './b.png' },
    ];
    const bytes = new Uint8Array([1]);
    const read: string[] = [];
    const readImage = (written: string) => {
      read.push(written);
      return { bytes, mediaType: 'image/png' };
    };
    expect(toMessagesPrompt([{ role: 'user', content }], { system: 'start', readImage })).toEqual([
      {
        role: 'user',
        content: [
          { type: 'text', text: 'Look' },
          {
            type: 'file',
            data: { type: 'url', url: new URL('https://example.org/a.JPG?size=2') },
            mediaType: 'image/jpeg',
          },
          { type: 'file', data: { type: 'url', url: new URL('https://example.org/image') }, mediaType: 'image' },
          { type: 'file', data: { type: 'data', data: bytes }, mediaType: 'image/png' },
        ],
      },
    ]);
    expect(read).toEqual(['./b.png']);
  });

  it('names images by their path where they cannot be sent', () => {
    const content: ChatMessage['content'] = [
      { type: 'text', value: 'See' },
      { type: 'image', value: './b.png' },
    ];
    const text = 'See\n\n[image: b.png]';
    expect(anywhere([{ role: 'assistant', content }])).toEqual([
      { role: 'assistant', content: [{ type: 'text', text }] },
    ]);
    expect(anywhere([{ role: 'user', content }])[0]?.content).toContainEqual({ type: 'text', text: '[image: b.png]' });
  });

  it('puts the label of a message that begins with an image on its own', () => {
    const messages: ChatMessage[] = [{ role: 'customer', content: [{ type: 'image', value: 'https://e.org/a.png' }] }];
    expect(anywhere(messages)[0]?.content[0]).toEqual({ type: 'text', text: '[Customer]:' });
  });
});
