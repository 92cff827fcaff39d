import { hasSeveralPlays, hasSeveralSends } from '../../conversation/run/run-record.ts';
import { renderDuration, renderRate, renderShortCount, renderSum, renderUsd } from '../metrics.ts';
import type { Column } from '../render-table.ts';
import type { VariantMetrics } from '../run-metrics.ts';

export type MetricColumn = Column & { readonly cell: (row: VariantMetrics) => string };

type OptionalColumn = MetricColumn & {
  /** About its calls: time, tokens, money. */
  readonly isOfCalls?: true;
  /** Shown only when a row has something to say in it. */
  readonly when?: (row: VariantMetrics) => boolean;
};

const right = true;
const columnsAfterName: readonly OptionalColumn[] = [
  { head: 'pass rate', cell: ({ rate }) => renderRate(rate) },
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
export interface MetricColumns {
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
