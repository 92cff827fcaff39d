/**
 * Where a text is read: `help` in commander calls, `error` in faults and reasons, `ui` in the Studio and the report pages,
 * `string` in any other literal, `prose` and `code` in Markdown, `comment` in source code, `title` of a test.
 */
export type TextKind = 'help' | 'error' | 'ui' | 'string' | 'prose' | 'code' | 'comment' | 'title';

/** A text that people read, with the line it starts on. Line breaks inside it are kept. */
export interface VoiceText {
  readonly path: string;
  readonly line: number;
  readonly text: string;
  readonly kind: TextKind;
}

/** Stands for an interpolated value, an inline code span or an address. */
export const gap = '⟨⟩';

/** The number of the line at an offset, where the text starts on line `first`. */
export function toLineAt(text: string, offset: number, first = 1): number {
  let line = first;
  for (let at = text.indexOf('\n'); at !== -1 && at < offset; at = text.indexOf('\n', at + 1)) line += 1;
  return line;
}
