import type { GraderChanges, VerdictMove } from '../../report/collect/grader-changes.ts';
import { cutLine, toLine } from '../../report/one-line.ts';
import type { Palette } from '../../report/palette.ts';
import { renderTable } from '../../report/render-table.ts';
import { renderEstimate } from '../../statistics/render-estimate.ts';

const shownRows = 20;
const longestName = 40;

/** What each grader said in a grading, the lowest rate first, and what of it is new. */
export function renderGraderChanges(changes: readonly GraderChanges[], palette: Palette): readonly string[] {
  const sorted = changes.toSorted((one, other) => (one.metrics.rate.value ?? 2) - (other.metrics.rate.value ?? 2));
  const rows = sorted.slice(0, shownRows).map(toRow);
  const heads = ['grader', 'pass rate', 'mean score', 'ungraded', 'changed'];
  const kept = heads.map((_, index) => index).filter((index) => rows.some((row) => row[index] !== ''));
  const { head, lines } = renderTable(
    kept.map((index) => ({ head: heads[index] ?? '' })),
    rows.map((row) => kept.map((index) => row[index] ?? '')),
  );
  const rest = changes.length - rows.length;
  return [palette.dim(head), ...lines, ...(rest === 0 ? [] : [palette.dim(`… ${rest} more: --html <file>`)])];
}

function toRow({ metrics: { grader, rate, normalizedScore, ungraded }, moves }: GraderChanges): readonly string[] {
  const open = Object.entries(ungraded).map(([cause, count]) => `${count} ${cause}`);
  const isGone = rate.n === 0 && open.length === 0;
  return [
    cutLine(toLine(grader), longestName),
    isGone ? 'graded nothing' : renderEstimate(rate, { unit: 'percent' }),
    // All or nothing: the mean would say again what the rate says.
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
  const gone = list(
    ({ to }) => to === undefined,
    ({ from, count }) => `${count.toLocaleString('en')} ${from}`,
  );
  const parts = [moved, added === '' ? '' : `new: ${added}`, gone === '' ? '' : `removed: ${gone}`];
  return parts.filter((part) => part !== '').join(', ') || 'nothing';
}
