import { toBlockJson } from '../../src/format/page-data.ts';
import type { DataBlocks } from './data-blocks.ts';

export interface SearchStep {
  /** Numbers of rows of one chunk. */
  readonly found: readonly number[];
  /** 0–1 of all chunks. */
  readonly done: number;
}

/** As texts are compared: no case, no blanks around. */
export function toNeedle(text: string): string {
  return text.trim().toLowerCase();
}

/**
 * Looks for a text in everything that was said, a chunk at a time, so that the page never stands still.
 * `listFound`: the rows of a line that say it; `line` counts over all chunks.
 */
export function* searchLines<Line>(
  blocks: DataBlocks<unknown, Line>,
  needle: string,
  listFound: (line: number, content: Line) => readonly number[],
): Generator<SearchStep> {
  // As it stands in the file; lines without it need no parsing.
  const written = toBlockJson(needle).slice(1, -1).toLowerCase();
  let first = 0;
  for (let chunk = 0; chunk < blocks.chunks; chunk += 1) {
    const lines = blocks.listLines(chunk);
    const found: number[] = [];
    for (const [place, line] of lines.entries()) {
      if (line.toLowerCase().includes(written)) found.push(...listFound(first + place, blocks.parse(line)));
    }
    first += lines.length;
    yield { found, done: (chunk + 1) / blocks.chunks };
  }
}
