import type { Content, Message, Part } from './message.ts';

/** A guideline by its name: it leaves its message, whatever the config says of other files. */
export function isInstructionsFile(path: string): boolean {
  return /\.instructions\.md$/i.test(path);
}

/** Whether content has nothing to show in its turn, as far as that is known without reading files. */
export function isBlankContent(content: Content | null | undefined): boolean {
  if (content == null) return true;
  if (typeof content === 'string') return content.trim() === '';
  return Array.isArray(content) && content.every(isBlankPart);
}

function isBlankPart(part: Part): boolean {
  if (typeof part === 'string') return part.trim() === '';
  if (typeof part.value !== 'string') return false;
  if (part.type === 'text') return part.value.trim() === '';
  return part.type === 'file' && isInstructionsFile(part.value);
}

/** An empty result of a tool still answers its call. */
export function isBlankMessage({ content, tool_calls: calls = [], tool_call_id: answered }: Message): boolean {
  return calls.length === 0 && answered === undefined && isBlankContent(content);
}

/** The place of an assistant message that nothing shown comes after; undefined: there is something to answer. */
export function findUnanswerable(messages: readonly Message[]): number | undefined {
  const last = messages.findLastIndex((message) => !isBlankMessage(message));
  return messages[last]?.role === 'assistant' ? last : undefined;
}
