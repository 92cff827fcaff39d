import { toWidest, wrap } from '../../base/terminal-text.ts';
import type { Baseline, Calibration, MetricEstimate } from '../../calibrate/calibration.ts';
import { isRate, type MetricName, metricNames } from '../../statistics/metric-table.ts';
import { renderEstimate } from '../../statistics/render-estimate.ts';
import { cutLine, toLine } from '../one-line.ts';
import { renderTable } from '../render-table.ts';
import type { CalibrationStyle, ReportedDeck } from './calibration-report.ts';
import { renderTitle } from './render-title.ts';

/** Those that decide a gate first. κ is next to the exact match, which says little without it. */
const shownMetrics: readonly MetricName[] = [
  ...(['tpr', 'tnr', 'exact', 'kappa', 'kappaQuadratic', 'within1', 'alphaOrdinal', 'bias', 'mae'] as const),
];

const legend =
  'κ and α: chance-corrected agreement, 1 is perfect, 0 is chance. TPR: share of good replies it passes. TNR: share of bad replies it fails.';

const longestName = 20;
const longestHead = 60;

/** One column: a judge, or what it has to be better than. */
interface MetricColumn {
  readonly head: string;
  readonly metrics: Readonly<Partial<Record<MetricName, MetricEstimate>>>;
}

/**
 * The metrics as rows, judges and then baselines as columns, each value with its interval and n. What does not fit side
 * by side follows beneath.
 */
export function renderMetricTables(
  { judges }: Pick<ReportedDeck, 'judges'>,
  { palette, width, everyMetric = false }: CalibrationStyle,
): readonly (readonly string[])[] {
  // A judge that graded nothing has no metrics.
  const calibrations = judges.map(({ calibration }) => calibration).filter(({ graded }) => graded > 0);
  if (calibrations.length === 0) return [];
  const names = listNames(calibrations, everyMetric);
  const tables = toParts(calibrations, names, width).map((part) => {
    const { head, lines } = renderColumns(part, names);
    return [palette.dim(head), ...lines];
  });
  const notes = [...listReasons(calibrations, names), legend].flatMap((text) => wrap(text, width));
  return [...tables, notes.map(palette.dim)];
}

/** Side by side if the line fits all of them. Otherwise the judges, and below them the baselines. */
function toParts(
  calibrations: readonly Calibration[],
  names: readonly MetricName[],
  width: number,
): readonly (readonly MetricColumn[])[] {
  const judges = calibrations.map(toJudgeColumn);
  const baselines = toBaselineColumns(calibrations);
  const all = [...judges, ...baselines];
  if (measure(all, names) <= width) return [all];
  return [...splitColumns(judges, names, width), ...splitColumns(baselines, names, width)];
}

/** The usual metrics, and those with a threshold. */
function listNames(calibrations: readonly Calibration[], everyMetric: boolean): readonly MetricName[] {
  const limited = calibrations.flatMap(({ gate }) => gate.metrics.map(({ metric }) => metric));
  const others = metricNames.filter((name) => (everyMetric || limited.includes(name)) && !shownMetrics.includes(name));
  return [...shownMetrics, ...others];
}

function toJudgeColumn(calibration: Calibration): MetricColumn {
  return { head: calibration.target, metrics: calibration };
}

/** Each once: judges that were asked about the same samples have the same constant, majority and people. */
function toBaselineColumns(calibrations: readonly Calibration[]): readonly MetricColumn[] {
  const columns = new Map<string, MetricColumn>();
  for (const { target, baselines } of calibrations) {
    for (const baseline of baselines) {
      const column = toBaselineColumn(baseline, calibrations.length > 1 ? `${cutLine(target, longestName)}: ` : '');
      columns.set(JSON.stringify(column), column);
    }
  }
  return [...columns.values()];
}

/** A baseline that reads nothing is only informative in these metrics. */
const tellingMetrics: readonly MetricName[] = ['exact', 'kappa', 'within1', 'mae', 'tpr', 'tnr'];

function toBaselineColumn({ kind, name, metrics }: Baseline, target: string): MetricColumn {
  if (kind === 'humans') return { head: name, metrics };
  if (kind !== 'previous') return { head: `baseline: ${name}`, metrics: pick(metrics, tellingMetrics) };
  return { head: `${target}${name}`, metrics };
}

function pick(metrics: MetricColumn['metrics'], names: readonly MetricName[]): MetricColumn['metrics'] {
  return Object.fromEntries(Object.entries(metrics).filter(([name]) => names.some((wanted) => wanted === name)));
}

/** As many columns per table as fit on the line, and at least one. */
function splitColumns(
  columns: readonly MetricColumn[],
  names: readonly MetricName[],
  width: number,
): readonly (readonly MetricColumn[])[] {
  const parts: MetricColumn[][] = [];
  for (const column of columns) {
    const last = parts.at(-1);
    if (last !== undefined && measure([...last, column], names) <= width) last.push(column);
    else parts.push([column]);
  }
  return parts;
}

function measure(columns: readonly MetricColumn[], names: readonly MetricName[]): number {
  const { head, lines } = renderColumns(columns, names);
  return toWidest([head, ...lines]);
}

function renderColumns(columns: readonly MetricColumn[], names: readonly MetricName[]) {
  const rows = names
    .map((name) => ({ name, metrics: columns.map(({ metrics }) => metrics[name]) }))
    .filter(({ metrics }) => metrics.some((metric) => metric !== undefined));
  return renderTable(
    [{ head: '' }, ...columns.map(({ head }) => ({ head: cutLine(toLine(head), longestHead) }))],
    rows.map(({ name, metrics }) => [
      renderTitle(name),
      ...metrics.map((metric) => (metric === undefined ? '' : renderEstimate(metric, { isRate: isRate(name) }))),
    ]),
  );
}

/** Why a metric of a judge has no value, one line per reason: `–: Linear κ, Quadratic κ: the scale has no steps`. */
function listReasons(calibrations: readonly Calibration[], names: readonly MetricName[]): readonly string[] {
  const reasons = new Map<string, string[]>();
  for (const calibration of calibrations) {
    for (const name of names) {
      const { value, why } = calibration[name];
      if (value !== null || why === undefined) continue;
      const label =
        calibrations.length > 1 ? `${renderTitle(name)} of ${toLine(calibration.target)}` : renderTitle(name);
      reasons.set(why, [...(reasons.get(why) ?? []), label]);
    }
  }
  return [...reasons].map(([why, labels]) => `–: ${labels.join(', ')}: ${toLine(why)}`);
}
