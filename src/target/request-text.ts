import type { ChatMessage } from '../format/chat.ts';
import type { TargetRequest } from './port.ts';

/**
 * The text of the last user message, with the files it attaches. Roles are open: where nobody is called `user`, it is
 * the whole question.
 */
export function toLastUserText(request: TargetRequest): string {
  const last = request.messages.findLast(({ role }) => role === 'user');
  return last === undefined ? request.question : listTexts(last).join('\n\n');
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
