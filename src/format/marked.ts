import { findMarkerLine } from '../conversation/role.ts';
import type { FormatOptions } from './attachment.ts';
import { type FormatMessage, listShownTexts } from './parts.ts';
import { renderMessage } from './question.ts';

/** A line inside a message that a reader could take for the start of another turn. */
export interface MisleadingLine {
  /** 0-based over all messages. */
  readonly turnIndex: number;
  readonly text: string;
}

export interface MarkedConversation {
  readonly text: string;
  /** The first such line of each message that has one. */
  readonly markerLines: readonly MisleadingLine[];
}

/**
 * A conversation with every turn under its `[Role]:` line, even where the question would be flat: a reader of a
 * transcript has to know who said what. Messages without any shown part are left out.
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
