import { toLine } from '../one-line.ts';
import type { Palette } from '../palette.ts';
import { renderTable } from '../render-table.ts';
import type { VariantMetrics } from '../run-metrics.ts';
import { type MetricColumn, toMetricColumns } from './variant-table.ts';

/** One row per variant. Where that is too wide, what their calls took is a second table. */
export function renderVariantRows(
  rows: readonly VariantMetrics[],
  { palette, width }: { readonly palette: Palette; readonly width: number },
): readonly (readonly string[])[] {
  if (rows.length === 0) return [];
  const { names, outcomes, calls } = toMetricColumns(rows, toLine);
  const whole = renderRows(rows, [...names, ...outcomes, ...calls]);
  const tables =
    toWidth(whole) <= width
      ? [whole]
      : [renderRows(rows, [...names, ...outcomes]), renderRows(rows, [...names, ...calls])];
  return tables.map(({ head, lines }) => [
    palette.dim(head),
    ...lines.map((line, index) => toRowPaint(rows[index], palette)(line)),
  ]);
}

/** One row per variant without a second table: what its calls took is cut down to latency and cost. */
export function renderShortRows(
  rows: readonly VariantMetrics[],
  { palette, width }: { readonly palette: Palette; readonly width: number },
): readonly string[] {
  if (rows.length === 0) return [];
  const { names, outcomes, calls } = toMetricColumns(rows, toLine);
  const tables = [['median', 'cost'], ['cost']].map((heads) =>
    renderRows(rows, [...names, ...outcomes, ...calls.filter(({ head }) => heads.includes(head))]),
  );
  const isFitting = (table: ReturnType<typeof renderRows>) => toWidth(table) <= width;
  const { head, lines } = tables.find(isFitting) ?? renderRows(rows, [...names, ...outcomes]);
  return [palette.dim(head), ...lines.map((line, index) => toRowPaint(rows[index], palette)(line))];
}

function toWidth({ head, lines }: { readonly head: string; readonly lines: readonly string[] }): number {
  return Math.max(head.length, ...lines.map((line) => line.length));
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
