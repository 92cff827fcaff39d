import { describe, expect, it } from 'vitest';
import { findUnanswerable, type Message } from './message.ts';

const user: Message = { role: 'user', content: 'Hi' };
const reply: Message = { role: 'assistant', content: 'Hello' };
const calling: Message = { role: 'assistant', tool_calls: [{ id: 'c1', name: 'find' }] };
const guideline: Message = { role: 'user', content: [{ type: 'file', value: 'Tone.Instructions.md' }] };

describe('findUnanswerable', () => {
  it.each<[string, readonly Message[]]>([
    ['an assistant message at the end', [user, reply]],
    ['blank messages after it', [user, reply, { role: 'user', content: ' ' }, { role: 'user', content: ['', '\n'] }]],
    ['a guideline after it, which is no turn', [user, reply, guideline]],
  ])('finds %s', (_title, messages) => {
    expect(findUnanswerable(messages)).toBe(1);
  });

  it.each<[string, readonly Message[]]>([
    ['a user message at the end', [user, reply, user]],
    ['an image or a file at the end', [user, reply, { role: 'user', content: [{ type: 'file', value: 'a.md' }] }]],
    ['an object at the end', [user, reply, { role: 'user', content: { order: 7 } }]],
    ['the empty result of a tool', [user, calling, { role: 'tool', tool_call_id: 'c1', content: '' }]],
    ['no message that is shown', [{ role: 'user', content: '' }]],
    ['no message', []],
  ])('accepts %s', (_title, messages) => {
    expect(findUnanswerable(messages)).toBeUndefined();
  });
});
