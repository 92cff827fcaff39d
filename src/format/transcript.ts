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

/** All that is drawn as nothing or moves what is drawn; but not U+200C and U+200D, which scripts and emoji are joined by. */
const hidden =
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}]/gu;

/** Terminal escapes, bidirectional overrides and other invisible controls become visible; tabs stay. */
export function toVisibleText(text: string): string {
  return text.replaceAll(hidden, toPicture);
}

function toPicture(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  return code < 0x20 ? String.fromCodePoint(0x2400 + code) : `\\u{${code.toString(16)}}`;
}
