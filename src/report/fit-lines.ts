import { renderNumberOf } from '../base/number-of.ts';
import { wrap } from '../base/terminal-text.ts';
import { cutLine } from './one-line.ts';
import type { Paint, Palette } from './palette.ts';

/** How many lines the default output of a command has, at most: one screen with room for the prompt. */
const firstLines = 15;
const furtherLines = 3;

/** The limit for `count` judges or variants. */
export function toLineLimit(count: number): number {
  return firstLines + furtherLines * Math.max(0, count - 1);
}

/** Blocks one under another, with a blank line between them. */
export function joinBlocks(blocks: readonly (readonly string[])[]): string {
  return blocks
    .filter((lines) => lines.length > 0)
    .map((lines) => `${lines.join('\n')}\n`)
    .join('\n');
}

/** Lines that these blocks take, blank lines included. */
export function countLines(blocks: readonly (readonly string[])[]): number {
  const shown = blocks.filter((lines) => lines.length > 0);
  return shown.reduce((sum, lines) => sum + lines.length, Math.max(0, shown.length - 1));
}

/** Breaks a text into at most `mostLines` lines and cuts the rest. */
export function breakLines(text: string, width: number, mostLines: number): readonly string[] {
  const lines = wrap(text, width);
  if (lines.length <= mostLines) return lines;
  return [...lines.slice(0, mostLines - 1), cutLine(lines.slice(mostLines - 1).join(' '), width)];
}

const indent = '  ';

/** A note with something to type. The command is printed whole, on a line of its own, or not at all. */
interface CommandNote {
  readonly says: string;
  /** What leads to the command, left out with it. */
  readonly lead?: string;
  readonly command: string;
}

export type Note = string | CommandNote;

interface NoteStyle {
  readonly palette: Palette;
  readonly width: number;
  /** Default: as the terminal prints it. */
  readonly paint?: Paint;
  /** Lines of one note, its command aside. Default: as many as it takes. */
  readonly mostLines?: number;
}

/**
 * Notes in no more lines than there are, the most important first: a line for each, its command, and lines that are left
 * for those that are longer. What has no room is behind --verbose.
 */
export function fitNotes(notes: readonly Note[], room: number, style: NoteStyle): readonly string[] {
  const { palette, width, paint = String, mostLines = Number.POSITIVE_INFINITY } = style;
  if (notes.length === 0) return [];
  const isWhole = countNoteLines(notes) <= room;
  const shown = isWhole ? notes : cutNotes(notes, Math.max(0, room - 1));
  let spare = isWhole ? room - countNoteLines(notes) : 0;
  const lines = shown.flatMap((note) => {
    const most = Math.min(mostLines, 1 + spare);
    const text = toNoteText(note);
    const [first = '', ...further] = breakLines(text, most === 1 ? width : width - indent.length, most);
    spare -= further.length;
    return [...[first, ...further.map((line) => `${indent}${line}`)].map((line) => paint(line)), ...listCommand(note)];
  });
  const whole = shown.filter((note, index) => note === notes[index]).length;
  return [...lines, ...renderRest(notes.length - whole, shown.length, palette)];
}

/** The fewest lines in which notes are whole: one for each, and one for each command. */
export function countNoteLines(notes: readonly Note[]): number {
  return notes.reduce((sum, note) => sum + 1 + listCommand(note).length, 0);
}

/** The first notes, the last one of them without its command where that has no room. */
function cutNotes(notes: readonly Note[], room: number): readonly Note[] {
  const count = countFitting(
    notes.map((note) => countNoteLines([note])),
    room,
  );
  const whole = notes.slice(0, count);
  const next = notes[count];
  if (next === undefined || countNoteLines(whole) >= room) return whole;
  return [...whole, typeof next === 'string' ? next : next.says];
}

function toNoteText(note: Note): string {
  if (typeof note === 'string') return note;
  return note.lead === undefined ? note.says : `${note.says} ${note.lead}`;
}

/** Longer than the terminal if need be, so that you can copy it. */
function listCommand(note: Note): readonly string[] {
  return typeof note === 'string' ? [] : [`${indent}${note.command}`];
}

function renderRest(count: number, shown: number, { dim }: Palette): readonly string[] {
  if (count === 0) return [];
  return [dim(shown === 0 ? `${renderNumberOf(count, 'note')}: --verbose` : `… ${count} more: --verbose`)];
}

/** As many entries from the first on as the room has lines for. `lines`: what an entry takes. */
export function countFitting(lines: readonly number[], room: number): number {
  let used = 0;
  const over = lines.findIndex((count) => {
    used += count;
    return used > room;
  });
  return over === -1 ? lines.length : over;
}
