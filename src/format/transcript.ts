import { joinList } from '../base/list-text.ts';
import { toShellWord } from '../base/shell-word.ts';
import { toRoleLabel } from '../conversation/role.ts';
import { toTurnNumber } from '../conversation/turn-number.ts';
import { toShownPath } from './attachment.ts';
import { type FormatMessage, listContentParts, toCallText, toImageText } from './question.ts';

/**
 * A conversation for people: every turn with its number and role, and the text indented below. Control characters are
 * shown as symbols, so that no text can move the cursor or fake a line.
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

/**
 * Characters that are invisible or move other characters. U+200C and U+200D are not included, because scripts and emoji
 * need them.
 */
const hidden =
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}]/gu;

/** Makes terminal escapes, bidirectional overrides and other invisible characters visible. Tabs stay. */
export function toVisibleText(text: string): string {
  return text.replaceAll(hidden, toPicture);
}

/**
 * Makes output safe for a terminal. Colors stay. Every other control character is written as in JSON, `\u009b`, so that
 * JSON on a terminal is still the same JSON.
 */
export function toTerminalText(text: string): string {
  return text.replaceAll(colorOrHidden, (found) => (found.length > 2 ? found : toJsonEscape(found)));
}

/** A color, or the code that redraws the line for progress, or one hidden character. */
const colorOrHidden = new RegExp(`\\u001b\\[[0-9;]*m|\\r\\u001b\\[2K|${hidden.source}`, 'gu');

function toJsonEscape(character: string): string {
  const units = Array.from({ length: character.length }, (_, index) => character.charCodeAt(index));
  return units.map((unit) => `\\u${unit.toString(16).padStart(4, '0')}`).join('');
}

function toPicture(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  return code < 0x20 ? String.fromCodePoint(0x2400 + code) : `\\u{${code.toString(16)}}`;
}

/** Quotes a text as one word of a shell, on one line. Spaces stay, because they may be part of an id. */
export function quoteArgument(text: string): string {
  return toShellWord(toVisibleText(text).replaceAll('\n', ' '));
}

/** The option that selects the database: ` --db <file>`, or nothing for the project's own. */
export function renderDb(db: string | undefined): string {
  return db === undefined ? '' : ` --db ${quoteArgument(db)}`;
}

/** Joins values for an option with a comma-separated list, such as `--case`. Commas inside a value do not separate. */
export function quoteList(values: readonly string[]): string {
  return quoteArgument(joinList(values));
}
