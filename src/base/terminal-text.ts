import stringWidth from 'string-width';
import wrapAnsi from 'wrap-ansi';

/** The columns that a terminal takes for a text: two for a wide character or an emoji, none for a combining mark. */
export function toTextWidth(text: string): number {
  return stringWidth(text);
}

/** The columns of the widest text, 0 for none. */
export function toWidest(texts: readonly string[]): number {
  return texts.reduce((widest, text) => Math.max(widest, stringWidth(text)), 0);
}

export function padLeft(text: string, width: number): string {
  return `${toBlanks(text, width)}${text}`;
}

export function padRight(text: string, width: number): string {
  return `${text}${toBlanks(text, width)}`;
}

function toBlanks(text: string, width: number): string {
  return ' '.repeat(Math.max(0, width - stringWidth(text)));
}

/** Breaks a text at spaces into lines of at most that width. A longer word has a line of its own. */
export function wrap(text: string, width: number): readonly string[] {
  return wrapAnsi(text, width).split('\n');
}
