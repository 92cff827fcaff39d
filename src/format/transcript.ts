import { toRoleLabel } from '../conversation/role.ts';
import { toTurnNumber } from '../conversation/turn-number.ts';
import { toShownPath } from './attachment.ts';
import type { FormatMessage } from './parts.ts';
import { listContentParts, toCallText, toImageText } from './parts.ts';

/**
 * A conversation for people: every turn with its number and role, text indented under it.
 * Control characters are shown as pictures, so that no text can move the cursor or forge a line.
 */
export function renderTranscript(messages: readonly FormatMessage[], firstIndex = 0): string {
  return messages.map((message, index) => renderTurn(message, firstIndex + index)).join('\n\n');
}

function renderTurn(message: FormatMessage, index: number): string {
  const lines = [`${String(toTurnNumber(index)).padStart(2)}  ${toVisibleText(toRoleLabel(message.role))}`];
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

/**
 * Output as a terminal may get it. Colors stay; every other control, visible or not, is written as JSON writes it,
 * `\u009b`, so that JSON on a terminal is still the same JSON.
 */
export function toTerminalText(text: string): string {
  return text.replaceAll(colorOrHidden, (found) => (found.length > 2 ? found : toJsonEscape(found)));
}

/** A color, or the start of the line drawn again, as progress does; else one hidden character. */
const colorOrHidden = new RegExp(`\\u001b\\[[0-9;]*m|\\r\\u001b\\[2K|${hidden.source}`, 'gu');

function toJsonEscape(character: string): string {
  const units = Array.from({ length: character.length }, (_, index) => character.charCodeAt(index));
  return units.map((unit) => `\\u${unit.toString(16).padStart(4, '0')}`).join('');
}

function toPicture(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  return code < 0x20 ? String.fromCodePoint(0x2400 + code) : `\\u{${code.toString(16)}}`;
}
