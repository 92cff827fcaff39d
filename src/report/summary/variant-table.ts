import { toWidest } from '../../base/terminal-text.ts';
import { hasSeveralPlays, hasSeveralSends } from '../../conversation/run/run-record.ts';
import { renderEstimate } from '../../statistics/render-estimate.ts';
import { renderDuration, renderShortCount, renderSum, renderUsd } from '../amounts.ts';
import { toLine } from '../one-line.ts';
import type { Palette } from '../palette.ts';
import { type Column, renderTable } from '../render-table.ts';
import type { VariantMetrics } from '../run-metrics.ts';

type MetricColumn = Column & { readonly cell: (row: VariantMetrics) => string };

type OptionalColumn = MetricColumn & {
  /** About its calls: time, tokens, money. */
  readonly isOfCalls?: true;
  /** Shown only when a row has something to say in it. */
  readonly when?: (row: VariantMetrics) => boolean;
};

const right = true;
const columnsAfterName: readonly OptionalColumn[] = [
  { head: 'pass rate', cell: ({ rate }) => renderEstimate(rate, { unit: 'percent' }) },
  { head: 'pass', right, cell: ({ counts }) => String(counts.pass) },
  { head: 'fail', right, cell: ({ counts }) => String(counts.fail) },
  { head: 'error', right, cell: ({ counts }) => String(counts.error), when: ({ counts }) => counts.error > 0 },
  { head: 'ungraded', right, cell: ({ counts }) => String(counts.ungraded), when: ({ counts }) => counts.ungraded > 0 },
  { head: 'skipped', right, cell: ({ counts }) => String(counts.skipped), when: ({ counts }) => counts.skipped > 0 },
  { head: 'median', right, isOfCalls: true, cell: ({ latencyMs }) => renderDuration(latencyMs.median) },
  { head: 'p95', right, isOfCalls: true, cell: ({ latencyMs }) => renderDuration(latencyMs.p95) },
  { head: 'tokens', right, isOfCalls: true, cell: renderTokens, when: knowsTokens },
  { head: 'cost', right, isOfCalls: true, cell: ({ costUsd }) => renderSum(costUsd, renderUsd) },
];

/** In and out: `3.8k→1.2k`. */
function renderTokens(row: VariantMetrics): string {
  const { input, output, unknownCalls: unknown } = row.tokens;
  if (!knowsTokens(row)) return '–';
  const counts = [input, output].map((count) => (count === null ? '?' : renderShortCount(count)));
  return `${unknown > 0 ? '≥ ' : ''}${counts.join('→')}`;
}

function knowsTokens({ tokens }: VariantMetrics): boolean {
  return tokens.input !== null || tokens.output !== null;
}

/** The table by target, send and play, in parts: what tells its rows apart, how they came out, what their calls took. */
interface MetricColumns {
  readonly names: readonly MetricColumn[];
  readonly outcomes: readonly MetricColumn[];
  readonly calls: readonly MetricColumn[];
}

/** `renderName`: makes the id of a target safe to show. */
export function toMetricColumns(
  rows: readonly VariantMetrics[],
  renderName: (target: string) => string,
): MetricColumns {
  const shown = columnsAfterName.filter(({ when }) => when === undefined || rows.some(when));
  return {
    names: [
      { head: 'target', cell: ({ target }) => renderName(target) },
      ...(hasSeveralSends(rows) ? [{ head: 'send', cell: ({ send }: VariantMetrics) => send }] : []),
      ...(hasSeveralPlays(rows) ? [{ head: 'play', cell: ({ play }: VariantMetrics) => play }] : []),
    ],
    outcomes: shown.filter(({ isOfCalls }) => isOfCalls !== true),
    calls: shown.filter(({ isOfCalls }) => isOfCalls === true),
  };
}

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
  return toWidest([head, ...lines]);
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
