import type { Message } from '../conversation/message.ts';
import type { PlayedMessage } from '../conversation/run/run-record.ts';
import type { FormatOptions } from './attachment.ts';
import { type ChatMessage, joinChatMessages, toChatMessage } from './chat.ts';
import { listShownTexts } from './parts.ts';
import { renderQuestion, type VisibleMessage } from './question.ts';

/** A message with the texts it shows, so that the question can be shown again when its files have changed. */
export function toPlayed(message: Message, options: FormatOptions): PlayedMessage {
  if (typeof message.content === 'string' && message.tool_calls === undefined) return { message };
  return { message, texts: [...listShownTexts(message, options)] };
}

/** The question a target got for these messages, or gets. */
export function toQuestion(history: readonly PlayedMessage[]): string {
  return renderQuestion(history.flatMap(toVisible)).question;
}

function toVisible({ message, texts }: PlayedMessage): readonly VisibleMessage[] {
  const shown = texts ?? listShownTexts(message, {});
  return shown.length === 0 ? [] : [{ role: message.role, texts: shown }];
}

/** The chat messages a target got for these messages, built again from the texts that were recorded with them. */
export function toRecordedMessages(history: readonly PlayedMessage[], guidelines: string): readonly ChatMessage[] {
  const messages = history.map(({ message, texts = [] }) => toChatMessage(message, toRecordedFiles(texts)));
  return joinChatMessages(messages, guidelines === '' ? [] : [guidelines]);
}

/** Attached files as they were then. One without a text was blank, or went to the guidelines. */
function toRecordedFiles(texts: readonly string[]): FormatOptions {
  const readFile = (path: string) => {
    const head = `=== ${path} ===\n`;
    return texts.find((text) => text.startsWith(head))?.slice(head.length) ?? '';
  };
  return { readFile };
}
