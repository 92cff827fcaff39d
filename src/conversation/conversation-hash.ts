import { hashJson } from '../base/hash.ts';
import type { Sample } from './sample.ts';

/**
 * By who says what; other keys of a message are for people. White space, invisible characters and the case of roles make
 * no other conversation.
 */
export function toConversationHash({ messages }: Pick<Sample, 'messages'>): string {
  return hashJson(
    messages.map(({ role, content, tool_calls: calls = [] }) => [
      toPlainText(role).toLowerCase(),
      toPlainText(content),
      calls,
    ]),
  );
}

function toPlainText(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/\p{Cf}/gu, '')
    .replace(/\s+/g, ' ')
    .trim();
}
