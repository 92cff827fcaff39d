import { toWidest } from '../../base/terminal-text.ts';
import type { Calibration, CalibrationGroup } from '../../calibrate/calibration.ts';
import { isRate } from '../../statistics/metric-table.ts';
import { renderEstimate } from '../../statistics/render-estimate.ts';
import { cutLine, toLine } from '../one-line.ts';
import { renderTable } from '../render-table.ts';
import type { CalibrationStyle } from './calibration-report.ts';
import { renderTitle } from './render-title.ts';

const shownGroups = 8;
const longestName = 30;
/**
 * In the order in which they are kept where the line is short: those that decide the gate first. Exact matches say
 * little without κ, which small groups do not have.
 */
const columns = ['tpr', 'tnr', 'mae', 'bias'] as const;

/** Where judge and people are apart: by tag and by length, the furthest first; each only where it tells groups apart. */
export function renderGroups(
  { byTag, byTurns, n: all, mae }: Calibration,
  style: CalibrationStyle,
): readonly (readonly string[])[] {
  // A judge that always agrees also agrees in every group.
  if (mae.value === null || mae.value === 0) return [];
  const telling = (groups: readonly CalibrationGroup[]) => {
    const parts = groups.filter(({ n, metrics }) => metrics.mae.n > 0 && n < all);
    return parts.length < 2 ? [] : parts.toSorted((one, other) => distance(other) - distance(one));
  };
  return [renderRows('tag', telling(byTag), style), renderRows('user turns', telling(byTurns), style)].filter(
    (lines) => lines.length > 0,
  );
}

function distance({ metrics }: CalibrationGroup): number {
  return metrics.mae.value ?? -1;
}

function renderRows(
  what: string,
  groups: readonly CalibrationGroup[],
  { palette, width, hasPage = false }: CalibrationStyle,
): readonly string[] {
  if (groups.length === 0) return [];
  const shown = groups.slice(0, shownGroups);
  const rest = groups.length - shown.length;
  const { head, lines, dropped } = fitColumns(what, shown, width);
  const missing = [...(rest === 0 ? [] : [`${rest} more`]), ...dropped.map(renderTitle)];
  const page = hasPage ? 'on the page' : 'with --html <file>';
  const more = missing.length === 0 ? [] : [palette.dim(`… ${missing.join(', ')}: ${page}`)];
  return [palette.dim(head), ...lines, ...more];
}

/** With as many columns as fit on the line, and at least one. */
function fitColumns(what: string, groups: readonly CalibrationGroup[], width: number) {
  const tables = columns.map((_, index) => renderColumns(what, groups, columns.slice(0, index + 1)));
  const isFitting = ({ head, lines }: (typeof tables)[number]) => toWidest([head, ...lines]) <= width;
  const kept = Math.max(1, tables.filter(isFitting).length);
  return { ...renderColumns(what, groups, columns.slice(0, kept)), dropped: columns.slice(kept) };
}

function renderColumns(what: string, groups: readonly CalibrationGroup[], names: readonly (typeof columns)[number][]) {
  return renderTable(
    [{ head: what }, ...names.map((name) => ({ head: renderTitle(name) }))],
    groups.map(({ name, metrics }) => [
      cutLine(toLine(name), longestName),
      ...names.map((column) => renderEstimate(metrics[column], { isRate: isRate(column) })),
    ]),
  );
}
