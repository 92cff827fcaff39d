import { toRoleLabel } from '../conversation/role.ts';
import { toShownPath } from './attachment.ts';
import type { FormatMessage } from './parts.ts';
import { listContentParts, toCallText, toImageText } from './parts.ts';

/**
 * A conversation for people: every turn with its index and role, text indented under it.
 * Control characters are shown as pictures, so that no text can move the cursor or forge a line.
 */
export function renderTranscript(messages: readonly FormatMessage[], firstIndex = 0): string {
  return messages.map((message, index) => renderTurn(message, firstIndex + index)).join('\n\n');
}

function renderTurn(message: FormatMessage, index: number): string {
  const lines = [`${String(index).padStart(2)}  ${toVisibleText(toRoleLabel(message.role))}`];
  const texts = listContentParts(message).map((part) => {
    if (part.type === 'text') return part.text;
    return part.type === 'image' ? toImageText(part.written) : `[file: ${toShownPath(part.written)}]`;
  });
  texts.push(...(message.tool_calls ?? []).map(toCallText));
  if (texts.length === 0) texts.push('(nothing)');
  for (const line of texts.join('\n\n').split('\n')) lines.push(line === '' ? '' : `    ${toVisibleText(line)}`);
  return lines.join('\n');
}

/** Terminal escapes, bidirectional overrides and other invisible controls become visible; tabs stay. */
export function toVisibleText(text: string): string {
  return text.replaceAll(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, toPicture);
}

function toPicture(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  return code < 0x20 ? String.fromCodePoint(0x2400 + code) : `\\u{${code.toString(16)}}`;
}
