import type { Message } from '../conversation/message.ts';
import type { PlayedMessage } from '../conversation/run-record.ts';
import type { FormatOptions } from '../format/attachment.ts';
import { listShownTexts } from '../format/parts.ts';
import { renderQuestion, type VisibleMessage } from '../format/question.ts';

/** A message with the texts it shows, so that the question can be told again when its files have changed. */
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
