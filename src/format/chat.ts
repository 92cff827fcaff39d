import { definedOnly } from '../base/defined-only.ts';
import { toLineFeeds } from '../base/text-lines.ts';
import type { Message } from '../conversation/message.ts';
import { isSystemRole } from '../conversation/role.ts';
import type { PlayedMessage } from '../conversation/run/run-record.ts';
import { type FormatOptions, isGuidelinePath, toFileBlock } from './attachment.ts';
import { type ContentPart, listContentParts, listShownTexts } from './parts.ts';
import { listGuidelines, renderQuestion, type VisibleMessage } from './question.ts';

type ChatPart = { readonly type: 'text'; readonly value: string } | { readonly type: 'image'; readonly value: string };

/** A message ready for any provider: files are text already, guidelines are removed, images are still images. */
export interface ChatMessage {
  readonly role: string;
  readonly content: string | ChatPart[];
  readonly name?: string;
  readonly tool_calls?: NonNullable<Message['tool_calls']>;
  readonly tool_call_id?: string;
}

/**
 * Messages for targets that take an array. Guidelines and leading system text are one system message;
 * later system messages stay where they are, tool calls and results as they came.
 * Messages with nothing to show are left out, save answers to a tool call: providers refuse a call without one.
 */
export function toChatMessages(messages: readonly Message[], options: FormatOptions = {}): readonly ChatMessage[] {
  return joinChatMessages(
    messages.map((message) => toChatMessage(message, options)),
    listGuidelines(messages, options),
  );
}

/** The messages that have something to show, behind one system message of the guidelines and leading system text. */
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

/** Undefined when there is nothing to show. */
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

/** Parts where there are images, else one text; blank when nothing is to be shown. */
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
