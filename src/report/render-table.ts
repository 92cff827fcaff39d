import { padLeft, padRight, toWidest } from '../base/terminal-text.ts';

/** One column: its head, and whether its cells are aligned right. */
export interface Column {
  readonly head: string;
  readonly right?: boolean;
}

/** The head and the rows as lines, columns two spaces apart. Cells must not have colors, which would count as width. */
export function renderTable(
  columns: readonly Column[],
  rows: readonly (readonly string[])[],
): { readonly head: string; readonly lines: readonly string[] } {
  const widths = columns.map(({ head }, index) => toWidest([head, ...rows.map((row) => row[index] ?? '')]));
  const toLine = (cells: readonly string[]) =>
    columns
      .map(({ right }, index) => {
        const [cell, width] = [cells[index] ?? '', widths[index] ?? 0];
        return right === true ? padLeft(cell, width) : padRight(cell, width);
      })
      .join('  ')
      .trimEnd();
  return { head: toLine(columns.map(({ head }) => head)), lines: rows.map(toLine) };
}
