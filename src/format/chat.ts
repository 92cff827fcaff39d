import { definedOnly } from '../base/defined-only.ts';
import { toLineFeeds } from '../base/text-lines.ts';
import type { Message } from '../conversation/message.ts';
import { isSystemRole } from '../conversation/role.ts';
import type { PlayedMessage } from '../conversation/run/run-record.ts';
import { type FormatOptions, isGuidelinePath, toFileBlock } from './attachment.ts';
import {
  type ContentPart,
  listContentParts,
  listGuidelines,
  listShownTexts,
  renderQuestion,
  type VisibleMessage,
} from './question.ts';

type ChatPart = { readonly type: 'text'; readonly value: string } | { readonly type: 'image'; readonly value: string };

/** A message ready for any provider: files are text, guidelines are removed, images stay images. */
export interface ChatMessage {
  readonly role: string;
  readonly content: string | ChatPart[];
  readonly name?: string;
  readonly tool_calls?: NonNullable<Message['tool_calls']>;
  readonly tool_call_id?: string;
}

/**
 * Messages for targets that take an array. Guidelines and leading system messages become one system message. Later
 * system messages keep their positions. Tool calls and results are unchanged. Messages with nothing to show are left
 * out, except answers to a tool call, because providers reject a call without an answer.
 */
export function toChatMessages(messages: readonly Message[], options: FormatOptions = {}): readonly ChatMessage[] {
  return joinChatMessages(
    messages.map((message) => toChatMessage(message, options)),
    listGuidelines(messages, options),
  );
}

/** The messages with something to show, after one system message with the guidelines and leading system text. */
function joinChatMessages(
  messages: readonly (ChatMessage | undefined)[],
  guidelines: readonly string[],
): readonly ChatMessage[] {
  const shown = messages.filter((message) => message !== undefined);
  const afterSystem = shown.findIndex((message) => !isPlainSystem(message));
  const leadCount = afterSystem === -1 ? shown.length : afterSystem;
  const lead = shown.slice(0, leadCount).map((message) => message.content);
  const system = [...guidelines, ...lead].join('\n\n');
  const rest = shown.slice(leadCount);
  return system === '' ? rest : [{ role: 'system', content: system }, ...rest];
}

function isPlainSystem(message: ChatMessage): boolean {
  return isSystemRole(message.role) && typeof message.content === 'string';
}

/** Undefined: there is nothing to show. */
function toChatMessage(message: Message, options: FormatOptions): ChatMessage | undefined {
  const content = toChatContent(message, options);
  const calls = message.tool_calls ?? [];
  if (content === '' && calls.length === 0 && message.tool_call_id === undefined) return undefined;
  return {
    role: message.role,
    content,
    ...definedOnly({ name: message.name }),
    ...(calls.length === 0 ? {} : { tool_calls: calls }),
    ...definedOnly({ tool_call_id: message.tool_call_id }),
  };
}

/** Parts if there are images, otherwise one text. Blank: there is nothing to show. */
function toChatContent(message: Message, options: FormatOptions): ChatMessage['content'] {
  if (typeof message.content === 'string') return toLineFeeds(message.content).trim();
  const parts = listContentParts(message).flatMap((part) => toChatParts(part, options));
  return parts.every((part) => part.type === 'text') ? parts.map((part) => part.value).join('\n\n') : parts;
}

function toChatParts(part: ContentPart, options: FormatOptions): readonly ChatPart[] {
  if (part.type === 'text') return [{ type: 'text', value: part.text }];
  if (part.type === 'image') return [{ type: 'image', value: part.written }];
  if (isGuidelinePath(part.written, options)) return [];
  const block = toFileBlock(part.written, options);
  return block === undefined ? [] : [{ type: 'text', value: block }];
}

/** A message with its shown texts, so that the question can be rebuilt after its files have changed. */
export function toPlayed(message: Message, options: FormatOptions): PlayedMessage {
  if (typeof message.content === 'string' && message.tool_calls === undefined) return { message };
  return { message, texts: [...listShownTexts(message, options)] };
}

/** The question for these messages. */
export function toQuestion(history: readonly PlayedMessage[]): string {
  return renderQuestion(history.flatMap(toVisible)).question;
}

function toVisible({ message, texts }: PlayedMessage): readonly VisibleMessage[] {
  const shown = texts ?? listShownTexts(message, {});
  return shown.length === 0 ? [] : [{ role: message.role, texts: shown }];
}

/** The chat messages for these messages, rebuilt from the recorded texts. */
export function toRecordedMessages(history: readonly PlayedMessage[], guidelines: string): readonly ChatMessage[] {
  const messages = history.map(({ message, texts = [] }) => toChatMessage(message, toRecordedFiles(texts)));
  return joinChatMessages(messages, guidelines === '' ? [] : [guidelines]);
}

/** The recorded attached files. A file without a text was blank, or moved to the guidelines. */
function toRecordedFiles(texts: readonly string[]): FormatOptions {
  const readFile = (path: string) => {
    const head = `=== ${path} ===\n`;
    return texts.find((text) => text.startsWith(head))?.slice(head.length) ?? '';
  };
  return { readFile };
}
