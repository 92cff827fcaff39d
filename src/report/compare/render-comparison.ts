import { renderNumberOf } from '../../base/number-of.ts';
import { wrap } from '../../base/terminal-text.ts';
import type { ChangedMetric, ComparisonVerdict, MissingCounted } from '../../compare/comparison.ts';
import { listUnpaired } from '../../compare/comparison-sentence.ts';
import type { ComparedRun, RunComparison } from '../../compare/run-comparison.ts';
import { renderEstimate } from '../../statistics/render-estimate.ts';
import { renderDuration, renderUsd } from '../amounts.ts';
import { countLines, fitNotes, joinBlocks, toLineLimit } from '../fit-lines.ts';
import { toLine } from '../one-line.ts';
import type { Paint, Palette } from '../palette.ts';
import { type Column, renderTable } from '../render-table.ts';
import { type ComparisonStyle, renderP, toSigned } from './comparison-style.ts';
import { renderFewFlips, renderFlips, renderNextCommand } from './render-flips.ts';
import { renderTagDifference, renderTagP, toShownTags, toTagName } from './shown-tags.ts';

/** Two runs side by side: the verdict as text, both runs, what flipped, and what could not be paired. */
export function renderComparison(comparison: RunComparison, style: ComparisonStyle): string {
  return style.verbose === true ? renderWhole(comparison, style) : renderShort(comparison, style);
}

/** On one screen: the verdict, both runs, the first flips, and the command that shows one. */
function renderShort(comparison: RunComparison, style: ComparisonStyle): string {
  const verdict = renderVerdict(comparison, style);
  const runs = renderRuns(comparison);
  const next = renderNextCommand(comparison, style);
  const { notes, left } = fitAround(comparison, [verdict, runs, next], style);
  const room = toLineLimit(1) - countLines([verdict, runs, left, next, notes]) - 1;
  return joinBlocks([verdict, notes, runs, renderFewFlips(comparison, room, style), left, next]);
}

/** Notes, and what could not be paired: a block of its own, or where a long verdict leaves no room, one of the notes. */
function fitAround(
  comparison: RunComparison,
  around: readonly (readonly string[])[],
  { palette, width }: ComparisonStyle,
): { readonly notes: readonly string[]; readonly left: readonly string[] } {
  const [notes, left] = [listNotes(comparison), renderLeft(comparison)];
  const style = { palette, width, paint: palette.yellow };
  const room = toNoteRoom(comparison, [...around, left]);
  if (notes.length === 0 || room > 0) return { notes: fitNotes(notes, room, style), left };
  return { notes: fitNotes([...notes, ...left], toNoteRoom(comparison, around), style), left: [] };
}

/** What is left for notes when one flip is shown, and how many there are. */
function toNoteRoom({ flipped }: RunComparison, around: readonly (readonly string[])[]): number {
  const fewest = Math.min(flipped.length, 2) + 1;
  return toLineLimit(1) - countLines(around) - (fewest + 1) - 1;
}

function renderVerdict({ summary, verdict }: RunComparison, { palette, width }: ComparisonStyle): readonly string[] {
  return wrap(toLine(summary), width).map(toVerdictPaint(verdict, palette));
}

function listNotes({ notes }: RunComparison): readonly string[] {
  return notes.map((note) => toLine(`Note: ${note}`));
}

function renderWhole(comparison: RunComparison, style: ComparisonStyle): string {
  const { palette } = style;
  return joinBlocks([
    renderVerdict(comparison, style),
    listNotes(comparison).flatMap((note) => wrap(note, style.width).map(palette.yellow)),
    renderRuns(comparison),
    renderPairs(comparison, palette),
    renderTags(comparison, palette),
    renderChanges(comparison, palette),
    renderFlips(comparison, style),
    renderLeft(comparison),
  ]);
}

function toVerdictPaint(verdict: ComparisonVerdict, palette: Palette): Paint {
  if (verdict === 'better') return palette.green;
  return verdict === 'worse' ? palette.red : palette.yellow;
}

const right = true;

function renderRuns({ runs, a, b, pairs }: RunComparison): readonly string[] {
  const toRow = (letter: string, run: ComparedRun, rate: number | null) => [
    letter,
    run.run,
    nameSide(run),
    rate === null ? '' : `passed ${Math.round(rate * pairs)} of ${pairs}`,
  ];
  const columns = [{ head: '' }, { head: '' }, { head: '' }, { head: '' }];
  return renderTable(columns, [toRow('A', runs.a, a), toRow('B', runs.b, b)]).lines;
}

/** Target, and form, mode and grading where they were chosen. */
export function nameSide({ target, send, play, grading }: ComparedRun): string {
  const names = [toLine(target), send, play, grading === undefined ? undefined : `grading ${grading}`];
  return names.filter((name) => name !== undefined).join(' ');
}

const pairColumns: readonly Column[] = [
  { head: 'pairs', right },
  { head: 'better', right },
  { head: 'same', right },
  { head: 'worse', right },
  { head: 'B − A' },
  { head: 'p', right },
];

function renderPairs(comparison: RunComparison, palette: Palette): readonly string[] {
  const readings = listReadings(comparison);
  const names = readings.length === 1 ? [] : [{ head: '' }];
  const rows = readings.map(({ name, counted }) => [
    ...(names.length === 0 ? [] : [name]),
    ...[counted.pairs, counted.improved, counted.unchanged, counted.regressed].map(String),
    renderEstimate(counted.difference, { unit: 'signed-points' }),
    renderP(counted.p),
  ]);
  const { head, lines } = renderTable([...names, ...pairColumns], rows);
  return [palette.dim(head), ...lines, palette.dim(renderMethod(comparison))];
}

/** The decided pairs, and where verdicts are missing the same with those counted against and for B. */
export function listReadings(comparison: RunComparison): readonly { name: string; counted: MissingCounted }[] {
  const { worstCase, unpaired } = comparison;
  const isComplete = unpaired.noVerdictInA + unpaired.noVerdictInB + unpaired.noVerdictInBoth === 0;
  const decided = { name: 'decided', counted: comparison };
  if (isComplete) return [decided];
  return [
    decided,
    { name: 'missing against B', counted: worstCase.better },
    { name: 'missing for B', counted: worstCase.worse },
  ];
}

/** Where p and the interval come from, so that you can compute them again. */
export function renderMethod({ difference, clusters, test, seed }: RunComparison): string {
  const isRandom = test.endsWith('random flips');
  const tested = `p: ${toLine(test)}${isRandom ? `, seed ${seed}` : ''}.`;
  const interval = difference.low === null ? '' : ' 95% CI: clustered t.';
  return `${renderNumberOf(clusters, 'cluster')}. ${tested}${interval}`;
}

function renderTags({ byTag }: RunComparison, palette: Palette): readonly string[] {
  if (byTag.length === 0) return [];
  const { tags, notes } = toShownTags(byTag);
  const told = notes.map((note) => palette.dim(`  ${note}`));
  if (tags.length === 0) return [palette.bold('By tag:'), ...told];
  const columns = [{ head: '' }, ...pairColumns, { head: 'p (Holm)', right }, { head: '' }];
  const rows = tags.map((tag) => [
    toTagName(tag),
    ...[tag.pairs, tag.improved, tag.unchanged, tag.regressed].map(String),
    renderTagDifference(tag),
    renderTagP(tag),
    renderP(tag.pAdjusted),
    tag.verdict,
  ]);
  const { head, lines } = renderTable(columns, rows);
  const painted = lines.map((line, index) =>
    toVerdictPaint(tags[index]?.verdict ?? 'inconclusive', palette)(`  ${line}`),
  );
  return [palette.bold('By tag:'), palette.dim(`  ${head}`), ...painted, ...told];
}

interface ShownMetric {
  readonly name: string;
  readonly metric: ChangedMetric;
  readonly render: (value: number) => string;
}

/** Mean score, cost and latency of a conversation, in the order in which they are shown. */
export function listMetrics({ normalizedScore, costUsd, latencyMs }: RunComparison): readonly ShownMetric[] {
  return [
    { name: 'score', metric: normalizedScore, render: (value) => value.toFixed(3) },
    { name: 'cost', metric: costUsd, render: renderUsd },
    { name: 'latency', metric: latencyMs, render: (value) => (value === 0 ? '0 ms' : renderDuration(value)) },
  ];
}

/** The cells of a metric: name, A, B, change, n. */
export function toMetricCells({ name, metric, render }: ShownMetric): readonly string[] {
  const toCell = (value: number | null) => (value === null ? '–' : render(value));
  return [
    name,
    toCell(metric.a),
    toCell(metric.b),
    renderEstimate(metric.difference, { unit: toSigned(render) }),
    `n=${metric.n}`,
  ];
}

function renderChanges(comparison: RunComparison, palette: Palette): readonly string[] {
  const columns = [{ head: '' }, { head: 'A', right }, { head: 'B', right }, { head: 'B − A' }, { head: '' }];
  const { head, lines } = renderTable(columns, listMetrics(comparison).map(toMetricCells));
  return [palette.bold('Means per conversation:'), palette.dim(`  ${head}`), ...lines.map((line) => `  ${line}`)];
}

function renderLeft({ unpaired }: RunComparison): readonly string[] {
  const reasons = listUnpaired(unpaired);
  return reasons.length === 0 ? [] : [`Not paired: ${reasons.join(', ')}.`];
}
