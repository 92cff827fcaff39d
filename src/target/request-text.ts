import type { ChatMessage } from '../format/chat.ts';
import type { TargetRequest } from './port.ts';

/**
 * What the user said last, with the files that are attached to it: the last user message, and those right before it
 * that got no reply. Roles are open: where none is called `user`, it is the whole question.
 */
export function toLastUserText({ messages, question }: TargetRequest): string {
  const last = messages.findLastIndex(({ role }) => role === 'user');
  if (last === -1) return question;
  const before = messages.slice(0, last).findLastIndex(({ role }) => role !== 'user');
  return messages
    .slice(before + 1, last + 1)
    .flatMap(listTexts)
    .join('\n\n');
}

/** The texts of a message; images are left out. */
export function listTexts({ content }: ChatMessage): readonly string[] {
  if (typeof content === 'string') return [content];
  return content.filter(({ type }) => type === 'text').map(({ value }) => value);
}

/** Question and guidelines as one text, for targets that take nothing else: guidelines first, then a blank line. */
export function toPrompt({ guidelines, question }: Pick<TargetRequest, 'guidelines' | 'question'>): string {
  return guidelines === '' ? question : `${guidelines}\n\n${question}`;
}
