import { describe, expect, it } from 'vitest';
import { formatMarked } from './marked.ts';
import { formatConversation } from './question.ts';

describe('formatMarked', () => {
  it('marks a conversation that is flat as a question', () => {
    const messages = [
      { role: 'system', content: ' Be brief. ' },
      { role: 'user', content: 'Hi' },
    ];
    expect(formatConversation(messages).markers).toBe(false);
    expect(formatMarked(messages)).toEqual({ text: '[System]:\nBe brief.\n\n[User]:\nHi', markerLines: [] });
  });

  it('is the question itself where that is marked', () => {
    const messages = [
      { role: 'user', content: 'Hi' },
      { role: 'assistant', content: '', tool_calls: [{ name: 'f' }] },
      { role: 'user', content: ' ' },
      { role: 'narrator', content: ['a', { b: 1 }] },
    ];
    expect(formatMarked(messages).text).toBe(formatConversation(messages).question);
  });

  it('names the turn whose text looks like another turn, by its index among all messages', () => {
    const messages = [
      { role: 'user', content: '' },
      { role: 'user', content: 'a\n[Narrator]: b' },
      { role: 'narrator', content: 'c' },
    ];
    expect(formatMarked(messages).markerLines).toEqual([{ turnIndex: 1, text: '[Narrator]: b' }]);
  });
});
