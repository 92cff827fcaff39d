import { isJson } from '../base/json-value.ts';
import { toLineFeeds } from '../base/text-lines.ts';
import { type Message, type Part, type ToolCall, toCallParts } from '../conversation/message.ts';
import { type FormatOptions, isGuidelinePath, toFileBlock, toShownPath } from './attachment.ts';

/** The fields of a message that formatting needs. Messages come from many sources. */
export type FormatMessage = Pick<Message, 'role' | 'content' | 'tool_calls'>;

/** The parts of a content list, as the formatters distinguish them. */
export type ContentPart =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'file'; readonly written: string }
  | { readonly type: 'image'; readonly written: string };

/** The parts of a message's content in order. Texts are trimmed, blank ones are left out, and objects are JSON. */
export function listContentParts(message: FormatMessage): readonly ContentPart[] {
  const { content } = message;
  if (content === undefined || content === null) return [];
  if (typeof content === 'string') return toTextParts(content);
  if (Array.isArray(content)) return content.flatMap(toContentParts);
  return [{ type: 'text', text: JSON.stringify(content, null, 2) }];
}

function toContentParts(part: Part): readonly ContentPart[] {
  if (typeof part === 'string') return toTextParts(part);
  if (part === null || typeof part !== 'object') return [];
  const { type, value } = part;
  if (typeof value === 'string') {
    if (type === 'text') return toTextParts(value);
    if (type === 'file' || type === 'image') return [{ type, written: value }];
  }
  return [{ type: 'text', text: JSON.stringify(part, null, 2) }];
}

function toTextParts(value: string): readonly ContentPart[] {
  const text = toLineFeeds(value).trim();
  return text === '' ? [] : [{ type: 'text', text }];
}

/** The texts of a message in the question, without guidelines, tool calls last. */
export function listShownTexts(message: FormatMessage, options: FormatOptions): readonly string[] {
  const { content, tool_calls: calls } = message;
  if (typeof content === 'string' && calls === undefined) {
    const text = toLineFeeds(content).trim();
    return text === '' ? [] : [text];
  }
  const texts: string[] = [];
  for (const part of listContentParts(message)) {
    const text = toShownText(part, options);
    if (text !== undefined) texts.push(text);
  }
  for (const call of calls ?? []) texts.push(toCallText(call));
  return texts;
}

function toShownText(part: ContentPart, options: FormatOptions): string | undefined {
  if (part.type === 'text') return part.text;
  if (part.type === 'image') return toImageText(part.written);
  return isGuidelinePath(part.written, options) ? undefined : toFileBlock(part.written, options);
}

export function toImageText(written: string): string {
  return `[image: ${toShownPath(written)}]`;
}

export function toCallText(call: ToolCall): string {
  const { name, arguments: given } = toCallParts(call);
  return `→ ${name}(${toCompactJson(given)})`;
}

/** JSON text without whitespace between its tokens. Text that is not JSON is unchanged. */
function toCompactJson(given: unknown): string {
  if (given === undefined || given === null) return '';
  if (typeof given !== 'string') return JSON.stringify(given);
  const text = given.trim();
  return isJson(text) ? text.replaceAll(/("(?:[^"\\]+|\\.)*")|\s+/g, '$1') : text;
}
