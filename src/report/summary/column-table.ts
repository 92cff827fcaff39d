import { renderCount, renderDuration, renderInterval, renderSum, renderUsd } from '../figures.ts';
import { hasSeveralPlays } from '../render-case-list.ts';
import type { Column } from '../render-table.ts';
import type { ColumnFigures } from '../run-figures.ts';

export type FigureColumn = Column & { readonly cell: (row: ColumnFigures) => string };

type OptionalColumn = FigureColumn & {
  /** Shown only when a row has something to say in it. */
  readonly when?: (row: ColumnFigures) => boolean;
};

const right = true;
const columnsAfterName: readonly OptionalColumn[] = [
  { head: 'pass rate', cell: ({ rate }) => renderInterval(rate) },
  { head: 'pass', right, cell: ({ counts }) => String(counts.pass) },
  { head: 'fail', right, cell: ({ counts }) => String(counts.fail) },
  { head: 'error', right, cell: ({ counts }) => String(counts.error) },
  { head: 'ungraded', right, cell: ({ counts }) => String(counts.ungraded) },
  { head: 'skipped', right, cell: ({ counts }) => String(counts.skipped), when: ({ counts }) => counts.skipped > 0 },
  { head: 'median', right, cell: ({ latencyMs }) => renderDuration(latencyMs.median) },
  { head: 'p95', right, cell: ({ latencyMs }) => renderDuration(latencyMs.p95) },
  { head: 'tokens in', right, cell: (row) => renderTokens(row, 'input'), when: knowsTokens },
  { head: 'out', right, cell: (row) => renderTokens(row, 'output'), when: knowsTokens },
  { head: 'cost', right, cell: ({ costUsd }) => renderSum(costUsd, renderUsd) },
];

function renderTokens({ tokens }: ColumnFigures, way: 'input' | 'output'): string {
  return renderSum({ known: tokens[way], unknown: tokens.unknown }, renderCount);
}

function knowsTokens({ tokens }: ColumnFigures): boolean {
  return tokens.input !== null || tokens.output !== null;
}

/** The table by target, send and play: what its columns are. `renderName`: makes the id of a target safe to show. */
export function listFigureColumns(
  rows: readonly ColumnFigures[],
  renderName: (target: string) => string,
): readonly FigureColumn[] {
  return [
    { head: 'target', cell: ({ target }) => renderName(target) },
    { head: 'send', cell: ({ send }) => send },
    ...(hasSeveralPlays(rows) ? [{ head: 'play', cell: ({ play }: ColumnFigures) => play }] : []),
    ...columnsAfterName.filter(({ when }) => when === undefined || rows.some(when)),
  ];
}
