/** One column: its head, and whether its cells stand at the right. */
export interface Column {
  readonly head: string;
  readonly right?: boolean;
}

/** The head and the rows as lines, columns two blanks apart. Cells hold no color: it would be counted as width. */
export function renderTable(
  columns: readonly Column[],
  rows: readonly (readonly string[])[],
): { readonly head: string; readonly lines: readonly string[] } {
  const widths = columns.map(({ head }, index) =>
    rows.reduce((width, row) => Math.max(width, row[index]?.length ?? 0), head.length),
  );
  const toLine = (cells: readonly string[]) =>
    columns
      .map(({ right }, index) => {
        const [cell, width] = [cells[index] ?? '', widths[index] ?? 0];
        return right === true ? cell.padStart(width) : cell.padEnd(width);
      })
      .join('  ')
      .trimEnd();
  return { head: toLine(columns.map(({ head }) => head)), lines: rows.map(toLine) };
}
