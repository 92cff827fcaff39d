import { cutLine, toLine } from '../one-line.ts';
import type { Column } from '../render-table.ts';

const longest = 300;

/**
 * Text of replies, ids and judges for Markdown: as code, on one line, every mark an entity. So it begins no table cell,
 * link, tag or mention.
 */
export function renderMarkdownCode(text: string): string {
  const line = cutLine(toLine(text), longest).trim();
  if (line === '') return '';
  return `<code>${line.replaceAll(/[!-/:-@[-`{-~]/g, (mark) => `&#${mark.codePointAt(0)};`)}</code>`;
}

/** One row of cells that are escaped already, and have no line end. */
export type MarkdownRow = readonly string[];

/**
 * A table of Markdown with as many of the first rows as have room, in characters; then how many more there are. `of`: how
 * many rows there are in all, when not all of them are given.
 */
export function renderMarkdownTable(
  columns: readonly Column[],
  rows: readonly MarkdownRow[],
  { room, of = rows.length }: { readonly room: number; readonly of?: number },
): string {
  const head = [columns.map((column) => column.head), columns.map(({ right }) => (right === true ? '---:' : '---'))];
  const lines = [...head, ...rows].map(renderMarkdownRow);
  const longestRest = renderRest(of).length;
  let length = longestRest;
  const shown = lines.filter((line) => {
    length += line.length;
    return length <= room;
  });
  return `${shown.join('')}${renderRest(of - (shown.length - head.length))}`;
}

function renderMarkdownRow(cells: MarkdownRow): string {
  return `| ${cells.join(' | ')} |\n`;
}

function renderRest(more: number): string {
  return more > 0 ? `\n… ${more} more\n` : '';
}
