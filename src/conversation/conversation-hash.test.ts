import { describe, expect, it } from 'vitest';
import { toConversationHash } from './conversation-hash.ts';

const hash = (role: string, content: string, more = {}) =>
  toConversationHash({ messages: [{ role, content, ...more }] });

describe('toConversationHash', () => {
  it.each([
    ['user', 'May I  return it?'],
    ['user', ' May I\r\n\treturn it?\n'],
    ['User', 'May I return it?'],
    ['us\u200Ber', 'May\u00AD I re\u200Bturn\u2060 it?\uFEFF'],
    ['user', 'May I\u00A0return it？'],
    ['user', 'Ｍay I return it?'],
  ])('takes %j saying %j as the same', (role, content) => {
    expect(hash(role, content)).toBe(hash('user', 'May I return it?'));
  });

  it.each([
    ['assistant', 'May I return it?', {}],
    ['user', 'may I return it?', {}],
    ['user', 'MayI return it?', {}],
    ['user', 'May I return it?', { tool_calls: [{ name: 'look' }] }],
  ])('tells %j saying %j with %j apart', (role, content, more) => {
    expect(hash(role, content, more)).not.toBe(hash('user', 'May I return it?'));
  });

  it('does not look at what is for people', () => {
    expect(hash('user', 'Hi', { name: 'Ann' })).toBe(hash('user', 'Hi'));
  });
});
