import { isJson } from '../base/json-value.ts';
import { toLineFeeds } from '../base/text-lines.ts';
import { type Message, type Part, type ToolCall, toCallParts } from '../conversation/message.ts';
import { findMarkerLine, isSystemRole, toRoleLabel } from '../conversation/role.ts';
import { type FormatOptions, identifyFile, isGuidelinePath, toFileBlock, toShownPath } from './attachment.ts';

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

export interface FormattedConversation {
  /** Whether turns are marked with `[Role]:` lines. */
  readonly markers: boolean;
  readonly question: string;
  readonly guidelines: string;
}

/** A message with at least one part to show. */
export interface VisibleMessage {
  readonly role: string;
  readonly texts: readonly string[];
}

/**
 * The formatted question for a target, and the guidelines that go with it as system text.
 *
 * A conversation stays flat if it has only leading system or developer messages and at most one user message. Otherwise
 * every turn is marked. Messages with nothing to show do not count. The rules are in
 * docs/explanation/how-prompts-are-built.md.
 *
 * @example
 * formatConversation([{ role: 'user', content: 'Hi' }])  // { markers: false, question: 'Hi', guidelines: '' }
 */
export function formatConversation(
  messages: readonly FormatMessage[],
  options: FormatOptions = {},
): FormattedConversation {
  const visible: VisibleMessage[] = [];
  for (const message of messages) {
    const texts = listShownTexts(message, options);
    if (texts.length > 0) visible.push({ role: message.role, texts });
  }
  return { ...renderQuestion(visible), guidelines: listGuidelines(messages, options).join('\n\n') };
}

/** The question for messages with known texts. */
export function renderQuestion(visible: readonly VisibleMessage[]): Omit<FormattedConversation, 'guidelines'> {
  const markers = needsMarkers(visible);
  return { markers, question: visible.map((message) => renderMessage(message, markers)).join('\n\n') };
}

/** Flat: any number of system messages, then at most one user message, and nothing else. */
function needsMarkers(visible: readonly VisibleMessage[]): boolean {
  const last = visible.length - 1;
  return !visible.every(({ role }, index) => isSystemRole(role) || (role === 'user' && index === last));
}

/** A message in the question, with its `[Role]:` line if turns are marked. */
function renderMessage({ role, texts }: VisibleMessage, markers: boolean): string {
  const text = texts.length === 1 ? (texts[0] ?? '') : texts.join('\n\n');
  return markers ? `[${toRoleLabel(role)}]:\n${text}` : text;
}

/** Each guideline file once, in order of first appearance. */
export function listGuidelines(messages: readonly FormatMessage[], options: FormatOptions): readonly string[] {
  if (messages.every(({ content }) => typeof content === 'string')) return [];
  const blocks = new Map<string, string | undefined>();
  for (const message of messages) {
    if (typeof message.content === 'string') continue;
    for (const part of listContentParts(message)) {
      if (part.type !== 'file' || !isGuidelinePath(part.written, options)) continue;
      const name = identifyFile(part.written, options);
      if (!blocks.has(name)) blocks.set(name, toFileBlock(part.written, options));
    }
  }
  return [...blocks.values()].filter((block) => block !== undefined);
}

/** A line inside a message that looks like the start of another turn. */
export interface MisleadingLine {
  /** 0-based over all messages. */
  readonly turnIndex: number;
  readonly text: string;
}

interface MarkedConversation {
  readonly text: string;
  /** The first such line of each message. */
  readonly markerLines: readonly MisleadingLine[];
}

/**
 * A conversation with every turn under its `[Role]:` line, even where the question would be flat. Readers of a
 * transcript need the speakers. Messages with nothing to show are left out.
 *
 * @example
 * formatMarked([{ role: 'user', content: 'Hi' }])  // { text: '[User]:\nHi', markerLines: [] }
 */
export function formatMarked(messages: readonly FormatMessage[], options: FormatOptions = {}): MarkedConversation {
  const roles = messages.map((message) => message.role);
  const shown: string[] = [];
  const markerLines: MisleadingLine[] = [];
  for (const [turnIndex, message] of messages.entries()) {
    const texts = listShownTexts(message, options);
    if (texts.length === 0) continue;
    shown.push(renderMessage({ role: message.role, texts }, true));
    const text = findMisleading(message.role, texts, roles);
    if (text !== undefined) markerLines.push({ turnIndex, text });
  }
  return { text: shown.join('\n\n'), markerLines };
}

/** Roles are open, so even a role can contain a line break and forge a turn. */
function findMisleading(role: string, texts: readonly string[], roles: readonly string[]): string | undefined {
  if (/[\n\r\u2028\u2029]/.test(role)) return role;
  return findMarkerLine(texts.join('\n\n'), roles)?.text;
}
