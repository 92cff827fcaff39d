import { toLine } from '../one-line.ts';
import type { Palette } from '../palette.ts';
import { renderTable } from '../render-table.ts';
import type { VariantMetrics } from '../run-metrics.ts';
import { type MetricColumn, toMetricColumns } from './variant-table.ts';

/** A row for each variant of the run; where that is too wide, what their calls took is a table of its own. */
export function renderVariantRows(
  rows: readonly VariantMetrics[],
  { palette, width }: { readonly palette: Palette; readonly width: number },
): readonly (readonly string[])[] {
  if (rows.length === 0) return [];
  const { names, outcomes, calls } = toMetricColumns(rows, toLine);
  const whole = renderRows(rows, [...names, ...outcomes, ...calls]);
  const tables =
    Math.max(whole.head.length, ...whole.lines.map((line) => line.length)) <= width
      ? [whole]
      : [renderRows(rows, [...names, ...outcomes]), renderRows(rows, [...names, ...calls])];
  return tables.map(({ head, lines }) => [
    palette.dim(head),
    ...lines.map((line, index) => toRowPaint(rows[index], palette)(line)),
  ]);
}

function renderRows(rows: readonly VariantMetrics[], columns: readonly MetricColumn[]) {
  return renderTable(
    columns,
    rows.map((row) => columns.map(({ cell }) => cell(row))),
  );
}

function toRowPaint(row: VariantMetrics | undefined, palette: Palette) {
  const { pass = 0, fail = 0, error = 0, ungraded = 0 } = row?.counts ?? {};
  if (fail > 0) return palette.red;
  return error + ungraded > 0 || pass === 0 ? palette.yellow : palette.green;
}
