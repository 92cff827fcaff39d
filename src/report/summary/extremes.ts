import { renderDuration, renderInterval, renderUsd } from '../metrics.ts';
import { cutLine, toLine } from '../one-line.ts';
import type { Palette } from '../palette.ts';
import { nameColumn } from '../render-case-list.ts';
import { renderTable } from '../render-table.ts';
import type { ColumnMetrics, NamedCase, RunMetrics } from '../run-metrics.ts';

/** With fewer conversations, the slowest is one of those that are seen anyway. */
const leastConversations = 10;
/** What takes less is slow for nobody. */
const leastSlowMs = 100;
/** What takes hardly more than the one in the middle is neither slow nor dear. */
const wellAbove = 1.5;
const shownCases = 3;
const longestId = 40;

/** Luck and steadiness over repeats: one row a column, for as many repeats as there are. */
export function renderRepeats({ columns }: RunMetrics, palette: Palette): readonly string[] {
  const rows = columns.flatMap((column) => {
    const last = column.repeats.at(-1);
    return last === undefined ? [] : [{ column, ...last }];
  });
  if (rows.length === 0) return [];
  const table = renderTable(
    [{ head: 'repeats' }, { head: 'one of k passes (pass@k)' }, { head: 'all k pass (pass^k)' }],
    rows.map(({ column, k, passAtK, passHatK }) => [
      `${columns.length === 1 ? '' : `${nameColumn(column, columns)} `}k=${k}`,
      renderInterval(passAtK),
      renderInterval(passHatK),
    ]),
  );
  const note = 'Repeats of a case are no cases of their own: intervals are over cases.';
  return [palette.dim(table.head), ...table.lines, palette.dim(note)];
}

/** The slowest, most expensive and flakiest cases, a line each. */
export function renderExtremes({ columns }: RunMetrics): readonly string[] {
  const conversations = columns.reduce((sum, { counts }) => sum + counts.pass + counts.fail + counts.error, 0);
  const isLong = conversations >= leastConversations;
  const listSlow = ({ slowest, medianCase: { latencyMs } }: ColumnMetrics) =>
    slowest.filter(({ value }) => value >= leastSlowMs && value > wellAbove * (latencyMs ?? 0));
  const listDear = ({ mostExpensive, medianCase: { costUsd } }: ColumnMetrics) =>
    mostExpensive.filter(({ value }) => value > wellAbove * (costUsd ?? 0));
  return [
    ...(isLong ? renderNamed('Slowest', { columns, list: listSlow, render: renderDuration }) : []),
    ...(isLong ? renderNamed('Most expensive', { columns, list: listDear, render: renderUsd }) : []),
    ...renderFlakiest(columns),
  ];
}

interface NamedList {
  readonly columns: readonly ColumnMetrics[];
  readonly list: (column: ColumnMetrics) => readonly NamedCase[];
  readonly render: (value: number) => string;
}

function renderNamed(title: string, { columns, list, render }: NamedList): readonly string[] {
  const named = columns
    .flatMap((column) => list(column).map((one) => ({ ...one, column })))
    .toSorted((one, other) => other.value - one.value)
    .slice(0, shownCases);
  if (named.length === 0) return [];
  const parts = named.map(({ id, column, value }) => `${renderId(id)}${inColumn(column, columns)} ${render(value)}`);
  return [`${title}: ${parts.join(' · ')}`];
}

function renderFlakiest(columns: readonly ColumnMetrics[]): readonly string[] {
  const flaky = columns
    .flatMap((column) => column.flakiest.map((one) => ({ ...one, column })))
    .toSorted((one, other) => distance(one) - distance(other))
    .slice(0, shownCases);
  if (flaky.length === 0) return [];
  const parts = flaky.map(({ id, column, passed, of }) => {
    return `${renderId(id)}${inColumn(column, columns)} passed ${passed} of ${of}`;
  });
  return [`Flakiest: ${parts.join(' · ')}`];
}

/** From half of the repeats, where a case says least. */
function distance({ passed, of }: { readonly passed: number; readonly of: number }): number {
  return Math.abs(passed / of - 0.5);
}

function inColumn(column: ColumnMetrics, columns: readonly ColumnMetrics[]): string {
  return columns.length === 1 ? '' : ` (${nameColumn(column, columns)})`;
}

function renderId(id: string): string {
  return cutLine(toLine(id), longestId);
}
