import { padLeft, padRight, toWidest } from '../../base/terminal-text.ts';
import type { Calibration, ConfusionMatrix, MetricEstimate } from '../../calibrate/calibration.ts';
import { toScoreText } from '../../format/score-text.ts';
import { cutLine, toLine } from '../one-line.ts';
import type { CalibrationStyle } from './calibration-report.ts';

const longestTarget = 20;
/** Larger tables are not readable. */
const mostScores = 25;

/**
 * How often which human score met which score of the judge: rows people, columns judge. Agreement is in brackets, what
 * never happened a dot. A scale that has no steps, or more of them than fit on a line, is shown as pass and fail.
 */
export function renderConfusion(calibration: Calibration, style: CalibrationStyle): readonly string[] {
  if (calibration.compared === 0) return [];
  const { confusion, target, pass, tpr, tnr } = calibration;
  const caption = `people ↓  ${cutLine(toLine(target), longestTarget)} →`;
  const { length } = confusion.labels;
  if (length > 0 && length <= mostScores) {
    const whole = renderMatrix(toShown(confusion), caption, style);
    if (whole.every((line) => line.width <= style.width)) return whole.map(({ text }) => text);
  }
  const sides = { labels: [`fails (below ${toScoreText(pass)})`, 'passes'], rows: toSides(tpr, tnr) };
  return renderMatrix(sides, caption, style).map(({ text }) => text);
}

interface ShownMatrix {
  readonly labels: readonly string[];
  readonly rows: readonly (readonly number[])[];
}

function toShown({ labels, rows }: ConfusionMatrix): ShownMatrix {
  return { labels: labels.map(toScoreText), rows };
}

/** Counts by side of the passing score, out of the two rates that are made of them. */
function toSides(tpr: MetricEstimate, tnr: MetricEstimate): readonly (readonly number[])[] {
  const caught = Math.round((tnr.value ?? 0) * tnr.n);
  const passed = Math.round((tpr.value ?? 0) * tpr.n);
  return [
    [caught, tnr.n - caught],
    [tpr.n - passed, passed],
  ];
}

/** A line, and its width without colors. */
interface PaintedLine {
  readonly text: string;
  readonly width: number;
}

function renderMatrix(
  { labels, rows }: ShownMatrix,
  caption: string,
  { palette }: CalibrationStyle,
): readonly PaintedLine[] {
  const cells = rows.map((row, y) => row.map((count, x) => toCell(count, x === y)));
  const heads = labels.map((label) => `${label} `);
  const cellWidth = toWidest([...heads, ...cells.flat()]) + 1;
  const nameWidth = toWidest([caption, ...labels]) + 1;
  const width = nameWidth + cellWidth * labels.length;
  const head = `${padRight(caption, nameWidth)}${heads.map((label) => padLeft(label, cellWidth)).join('')}`.trimEnd();
  const lines = cells.map((row, y) => {
    const painted = row.map((cell, x) => {
      const wide = padLeft(cell, cellWidth);
      const padded = x === row.length - 1 ? wide.trimEnd() : wide;
      if (cell.includes('·')) return palette.dim(padded);
      return x === y ? palette.bold(padded) : padded;
    });
    return { text: `${palette.dim(padLeft(labels[y] ?? '', nameWidth))}${painted.join('')}`, width };
  });
  return [{ text: palette.dim(head), width }, ...lines];
}

/** `[4]` where both say the same; other counts leave the room of a bracket, so that digits align. */
function toCell(count: number, isAgreement: boolean): string {
  const text = count === 0 ? '·' : String(count);
  return isAgreement ? `[${text}]` : `${text} `;
}
