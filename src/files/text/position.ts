export interface Position {
  readonly line: number;
  readonly column: number;
}

/** Line and column of an offset, both from 1. Walks the text: meant for the few places that are reported. */
export function toPosition(text: string, offset: number): Position {
  let line = 1;
  let lineStart = 0;
  for (let at = text.indexOf('\n'); at !== -1 && at < offset; at = text.indexOf('\n', at + 1)) {
    line += 1;
    lineStart = at + 1;
  }
  return { line, column: Math.max(0, offset - lineStart) + 1 };
}
