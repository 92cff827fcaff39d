import { toBlockJson } from '../../src/format/page-data.ts';
import type { DataBlocks } from './data-blocks.ts';

export interface SearchStep {
  /** Numbers of the matching rows of one chunk. */
  readonly found: readonly number[];
  /** Progress from 0 to 1. */
  readonly done: number;
}

/** The form in which texts are compared: lower case, trimmed. */
export function toNeedle(text: string): string {
  return text.trim().toLowerCase();
}

/**
 * Searches all texts one chunk at a time, so that the page stays responsive. `listFound` returns the matching rows of a
 * line. `line` counts over all chunks.
 */
export function* searchLines<Line>(
  blocks: DataBlocks<unknown, Line>,
  needle: string,
  listFound: (line: number, content: Line) => readonly number[],
): Generator<SearchStep> {
  // The text as written in the data. Lines without it need no parsing.
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
