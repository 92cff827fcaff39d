import { renderNumberOf } from '../../base/number-of.ts';
import { quoteList } from '../../format/transcript.ts';
import type { GraderChanges, VerdictMove } from '../../report/collect/grader-changes.ts';
import { type StatusChanges, shownIds } from '../../report/collect/status-changes.ts';
import { cutLine, toLine } from '../../report/one-line.ts';
import type { Palette } from '../../report/palette.ts';
import { renderTable } from '../../report/render-table.ts';
import { renderEstimate } from '../../statistics/render-estimate.ts';
import { nameGrading } from '../show/render-gradings.ts';

interface StatusChangeContext {
  readonly run: string;
  readonly grading: number;
  /** The grading that is compared with. 0: the original verdicts. */
  readonly base: number;
  /** How many conversations were graded. */
  readonly conversations: number;
  readonly storeOption: string;
}

/** The statuses that a grading changed, and how to see both versions. */
export function renderStatusChanges({ count, groups }: StatusChanges, changed: StatusChangeContext): string {
  const { run, grading, base, conversations, storeOption } = changed;
  const before = base === 0 ? 'the original verdicts' : nameGrading(base);
  const of = renderNumberOf(conversations, 'conversation');
  if (count === 0) return `Grading ${grading} changed no statuses, compared with ${before} (${of}).\n`;
  const rows = groups.map(({ from, to, count: size, ids }) => {
    const more = size > ids.length && ids.length === shownIds ? ', …' : '';
    return [size.toLocaleString('en'), `${from} → ${to}`, toLine(`${ids.join(', ')}${more}`)];
  });
  const { lines } = renderTable([{ head: '', right: true }, { head: '' }, { head: '' }], rows);
  const look = `turnwise show run:${run} --case ${quoteList([groups[0]?.ids[0] ?? ''])}${storeOption}`;
  return [
    `Grading ${grading} changed the status of ${count.toLocaleString('en')} of ${of}, compared with ${before}:`,
    ...lines.map((line) => `  ${line}`),
    '',
    `Now:    ${look}`,
    `Before: ${look} --grading ${base}`,
    '',
  ].join('\n');
}

const shownRows = 20;
const longestName = 40;

/** The rate of each grader, lowest first, and its changed verdicts. */
export function renderGraderChanges(changes: readonly GraderChanges[], palette: Palette): readonly string[] {
  const sorted = changes.toSorted((one, other) => (one.metrics.rate.value ?? 2) - (other.metrics.rate.value ?? 2));
  const rows = sorted.slice(0, shownRows).map(toRow);
  const heads = ['grader', 'pass rate', 'mean score', 'ungraded', 'changed'];
  const shown = heads.map((_, index) => index).filter((index) => rows.some((row) => row[index] !== ''));
  const { head, lines } = renderTable(
    shown.map((index) => ({ head: heads[index] ?? '' })),
    rows.map((row) => shown.map((index) => row[index] ?? '')),
  );
  const rest = changes.length - rows.length;
  return [palette.dim(head), ...lines, ...(rest === 0 ? [] : [palette.dim(`… ${rest} more: --html <file>`)])];
}

function toRow({ metrics: { grader, rate, normalizedScore, ungraded }, moves }: GraderChanges): readonly string[] {
  const open = Object.entries(ungraded).map(([cause, count]) => `${count} ${cause}`);
  const isRemoved = rate.n === 0 && open.length === 0;
  return [
    cutLine(toLine(grader), longestName),
    isRemoved ? 'graded nothing' : renderEstimate(rate, { unit: 'percent' }),
    // If all scores are 0 or 1, the mean equals the rate.
    normalizedScore.value === rate.value ? '' : renderEstimate(normalizedScore),
    open.join(', '),
    renderMoves(moves),
  ];
}

/** `3 ungraded → fail, 2 pass → fail, new: 4 pass, removed: 1 fail`. */
function renderMoves(moves: readonly VerdictMove[]): string {
  const list = (isWanted: (move: VerdictMove) => boolean, render: (move: VerdictMove) => string) =>
    moves.filter(isWanted).map(render).join(', ');
  const moved = list(
    ({ from, to }) => from !== undefined && to !== undefined,
    ({ from, to, count }) => `${count.toLocaleString('en')} ${from} → ${to}`,
  );
  const added = list(
    ({ from }) => from === undefined,
    ({ to, count }) => `${count.toLocaleString('en')} ${to}`,
  );
  const removed = list(
    ({ to }) => to === undefined,
    ({ from, count }) => `${count.toLocaleString('en')} ${from}`,
  );
  const parts = [moved, added === '' ? '' : `new: ${added}`, removed === '' ? '' : `removed: ${removed}`];
  return parts.filter((part) => part !== '').join(', ') || 'nothing';
}
