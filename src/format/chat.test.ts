import { describe, expect, it } from 'vitest';
import { toChatMessages } from './chat.ts';

const files: Record<string, string> = { 'a.instructions.md': 'Be kind.\n', 'code.ts': 'let x;\n' };
const readFile = (path: string) => files[path];

describe('toChatMessages', () => {
  it('puts guidelines before leading system text, in one system message', () => {
    const messages = [
      { role: 'developer', content: 'Answer briefly.' },
      { role: 'system', content: [{ type: 'file' as const, value: 'a.instructions.md' }, 'You are the desk.'] },
      { role: 'user', content: 'Hi' },
    ];
    expect(toChatMessages(messages, { readFile })).toEqual([
      { role: 'system', content: '=== a.instructions.md ===\nBe kind.\n\nAnswer briefly.\n\nYou are the desk.' },
      { role: 'user', content: 'Hi' },
    ]);
  });

  it('keeps the positions of later system messages', () => {
    const messages = [
      { role: 'user', content: 'Hi' },
      { role: 'system', content: 'From now on, French.' },
      { role: 'user', content: 'Ça va ?' },
    ];
    expect(toChatMessages(messages)).toEqual(messages);
  });

  it('keeps tool calls and results, even an empty result', () => {
    const messages = [
      { role: 'user', content: 'Weather?' },
      { role: 'assistant', content: null, tool_calls: [{ id: 'c1', function: { name: 'weather', arguments: '{}' } }] },
      { role: 'tool', content: '', tool_call_id: 'c1', name: 'weather' },
    ];
    expect(toChatMessages(messages)).toEqual([
      messages[0],
      { role: 'assistant', content: '', tool_calls: messages[1]?.tool_calls },
      messages[2],
    ]);
  });

  it('inserts files into their message and keeps images as images', () => {
    const content = [
      'See:',
      { type: 'file' as const, value: './code.ts' },
      { type: 'image' as const, value: './shot.png' },
    ];
    expect(toChatMessages([{ role: 'user', content }], { readFile })).toEqual([
      {
        role: 'user',
        content: [
          { type: 'text', value: 'See:' },
          { type: 'text', value: '=== code.ts ===\nlet x;' },
          { type: 'image', value: './shot.png' },
        ],
      },
    ]);
  });

  it('drops messages with nothing to show', () => {
    expect(
      toChatMessages([
        { role: 'user', content: ' ' },
        { role: 'user', content: 'x' },
      ]),
    ).toHaveLength(1);
  });
});
