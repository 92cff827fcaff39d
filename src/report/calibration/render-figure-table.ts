import type { Baseline, Calibration } from '../../calibrate/calibration.ts';
import { type FigureName, figureNames } from '../../calibrate/figure-names.ts';
import { renderFigure } from '../../calibrate/render-figure.ts';
import type { Figure } from '../../conversation/certificate.ts';
import { cutLine, toLine } from '../one-line.ts';
import { renderTable } from '../render-table.ts';
import type { CalibrationStyle, ReportedDeck } from './calibration-report.ts';
import { renderTitle } from './render-title.ts';

/** κ stands beside the exact match, which says little without it. */
const shownFigures: readonly FigureName[] = [
  ...(['exact', 'kappa', 'kappa_linear', 'kappa_quadratic', 'within1', 'alpha_ordinal', 'gwet_ac2'] as const),
  ...(['spearman', 'bias', 'mae', 'tpr', 'tnr', 'mcc'] as const),
];

const longestHead = 26;

/** One column: a judge, or what it has to be better than. */
interface FigureColumn {
  readonly head: string;
  readonly figures: Readonly<Partial<Record<FigureName, Figure>>>;
}

/**
 * The figures as rows, judges and then baselines as columns, each value with its interval and n. What does not fit side
 * by side follows beneath.
 */
export function renderFigureTables(
  { calibrations }: ReportedDeck,
  { palette, width }: CalibrationStyle,
): readonly (readonly string[])[] {
  const names = listNames(calibrations);
  const columns = [...calibrations.map(toJudgeColumn), ...toBaselineColumns(calibrations)];
  const tables = splitColumns(columns, names, width).map((part) => {
    const { head, lines } = renderColumns(part, names);
    return [palette.dim(head), ...lines];
  });
  return [...tables, listReasons(calibrations, names).map(palette.dim)].filter((lines) => lines.length > 0);
}

/** Those that everybody asks for, and those that a gate asks for. */
function listNames(calibrations: readonly Calibration[]): readonly FigureName[] {
  const limited = calibrations.flatMap(({ gate }) => gate.figures.map(({ figure }) => figure));
  const others = figureNames.filter((name) => limited.includes(name) && !shownFigures.includes(name));
  return [...shownFigures, ...others];
}

function toJudgeColumn(calibration: Calibration): FigureColumn {
  return { head: calibration.model, figures: calibration };
}

/** Each once: judges that were asked about the same samples have the same constant, majority and people. */
function toBaselineColumns(calibrations: readonly Calibration[]): readonly FigureColumn[] {
  const columns = new Map<string, FigureColumn>();
  for (const { model, baselines } of calibrations) {
    for (const baseline of baselines) {
      const column = toBaselineColumn(baseline, calibrations.length > 1 ? `${model} ` : '');
      const key = JSON.stringify(baseline.kind === 'previous' ? column : [baseline.name, baseline.figures]);
      if (!columns.has(key)) columns.set(key, column);
    }
  }
  return [...columns.values()];
}

/** What somebody who read nothing can come to says little, in most figures. */
const tellingFigures: readonly FigureName[] = ['exact', 'kappa', 'within1', 'mae', 'tpr', 'tnr'];

function toBaselineColumn({ kind, name, figures, at }: Baseline, model: string): FigureColumn {
  if (kind === 'humans') return { head: name, figures };
  if (kind !== 'previous') return { head: name, figures: pick(figures, tellingFigures) };
  return { head: `${model}before${at === undefined ? '' : ` (${at.slice(0, 10)})`}`, figures };
}

function pick(figures: FigureColumn['figures'], names: readonly FigureName[]): FigureColumn['figures'] {
  return Object.fromEntries(Object.entries(figures).filter(([name]) => names.some((wanted) => wanted === name)));
}

/** As many columns a table as the line holds, at least one. */
function splitColumns(
  columns: readonly FigureColumn[],
  names: readonly FigureName[],
  width: number,
): readonly (readonly FigureColumn[])[] {
  const parts: FigureColumn[][] = [];
  for (const column of columns) {
    const last = parts.at(-1);
    if (last !== undefined && measure([...last, column], names) <= width) last.push(column);
    else parts.push([column]);
  }
  return parts;
}

function measure(columns: readonly FigureColumn[], names: readonly FigureName[]): number {
  const { head, lines } = renderColumns(columns, names);
  return Math.max(head.length, ...lines.map((line) => line.length));
}

function renderColumns(columns: readonly FigureColumn[], names: readonly FigureName[]) {
  const rows = names
    .map((name) => ({ name, figures: columns.map(({ figures }) => figures[name]) }))
    .filter(({ figures }) => figures.some((figure) => figure !== undefined));
  return renderTable(
    [{ head: '' }, ...columns.map(({ head }) => ({ head: cutLine(toLine(head), longestHead) }))],
    rows.map(({ name, figures }) => [
      renderTitle(name),
      ...figures.map((figure) => (figure === undefined ? '' : renderFigure(figure))),
    ]),
  );
}

/** Why a figure of a judge has no value, one line a reason: `–: Linear κ, Quadratic κ: the scale has no steps`. */
function listReasons(calibrations: readonly Calibration[], names: readonly FigureName[]): readonly string[] {
  const reasons = new Map<string, string[]>();
  for (const calibration of calibrations) {
    for (const name of names) {
      const { value, why } = calibration[name];
      if (value !== null || why === undefined) continue;
      const label =
        calibrations.length > 1 ? `${renderTitle(name)} of ${toLine(calibration.model)}` : renderTitle(name);
      reasons.set(why, [...(reasons.get(why) ?? []), label]);
    }
  }
  return [...reasons].map(([why, labels]) => `–: ${labels.join(', ')}: ${toLine(why)}`);
}
