import type { RateInterval } from '../../statistics/wilson.ts';
import { isSurvivalShown, renderInterval, renderMean } from '../metrics.ts';
import { cutLine, toLine } from '../one-line.ts';
import type { Palette } from '../palette.ts';
import { nameColumn } from '../render-case-list.ts';
import { renderTable } from '../render-table.ts';
import { nameReplies, type ReplyNames } from '../reply-names.ts';
import type { ColumnMetrics, MeanMetric, RunMetrics } from '../run-metrics.ts';

/** Of fewer conversations, the list of cases says more than tables of them. */
const leastConversations = 3;
const shownRows = 10;
const longestName = 40;

/** One row of a breakdown. */
interface Row {
  readonly name: string;
  readonly column: string;
  readonly rate: RateInterval;
  readonly more: readonly string[];
}

/** Where the fails are: by tag, by grader, by place in the conversation; each only where it tells rows apart. */
export function renderBreakdowns({ columns }: RunMetrics, palette: Palette): readonly (readonly string[])[] {
  // Where everything passed, every part of it did.
  const failing = columns.filter(({ counts: { pass, fail, error, ungraded } }) => {
    return fail + ungraded > 0 && pass + fail + error + ungraded >= leastConversations;
  });
  const toRows = (list: (column: ColumnMetrics) => readonly Omit<Row, 'column'>[]) =>
    failing.flatMap((column) => {
      const rows = list(column);
      return rows.length < 2 ? [] : rows.map((row) => ({ ...row, column: nameColumn(column, columns) }));
    });
  const names = nameReplies(columns);
  const style = { palette, isOfOne: columns.length === 1 };
  return [
    renderRows('tag', toRows(listTags).toSorted(compareRates), { ...style, more: ['error', 'ungraded'] }),
    renderRows('grader', toRows(listGraders).toSorted(compareRates), { ...style, more: ['ungraded', 'mean score'] }),
    renderRows(
      names.what,
      toRows((column) => listPositions(column, names)),
      { ...style, more: ['mean score', 'no fail so far'] },
    ),
  ].filter((lines) => lines.length > 0);
}

/** A tag that all conversations have says what the whole says; one of a single conversation, what the list of cases says. */
function listTags({ byTag, rate: { n: all } }: ColumnMetrics): readonly Omit<Row, 'column'>[] {
  const telling = byTag.filter(({ rate: { n } }) => n > 1 && n < all);
  return telling.map(({ name, rate, counts }) => ({ name, rate, more: [count(counts.error), count(counts.ungraded)] }));
}

function listGraders({ byGrader }: ColumnMetrics): readonly Omit<Row, 'column'>[] {
  return byGrader.map(({ grader, rate, normalizedScore, ungraded }) => {
    const open = Object.values(ungraded).reduce((sum, one) => sum + one, 0);
    return { name: grader, rate, more: [count(open), renderScore(normalizedScore, rate)] };
  });
}

/** Empty where it is all or nothing: the mean would say again what the rate says. */
function renderScore(normalizedScore: MeanMetric, rate: RateInterval): string {
  return normalizedScore.value === rate.value ? '' : renderMean(normalizedScore);
}

function listPositions({ byPosition }: ColumnMetrics, names: ReplyNames): readonly Omit<Row, 'column'>[] {
  return byPosition.map(({ reply, rate, normalizedScore, alive }) => ({
    name: names.findNumber(reply) ?? '',
    rate,
    more: [renderScore(normalizedScore, rate), isSurvivalShown(alive) ? renderInterval(alive) : ''],
  }));
}

function count(value: number): string {
  return value === 0 ? '' : String(value);
}

/** The lowest first; what has no rate last. */
function compareRates({ rate: one }: Row, { rate: other }: Row): number {
  return (one.value ?? 2) - (other.value ?? 2);
}

interface BreakdownStyle {
  readonly palette: Palette;
  /** The run has one column, so that nobody has to be told whose rows these are. */
  readonly isOfOne: boolean;
  /** Heads of what stands behind the rate; a column without a word in it is left out. */
  readonly more: readonly string[];
}

function renderRows(what: string, rows: readonly Row[], { palette, isOfOne, more }: BreakdownStyle): readonly string[] {
  const [first] = rows;
  if (first === undefined || rows.length < 2) return [];
  const hasColumns = rows.some(({ column }) => column !== first.column);
  const head = hasColumns || isOfOne ? what : `${first.column}, by ${what}`;
  const kept = more.map((_, index) => index).filter((index) => rows.some((row) => row.more[index] !== ''));
  const columns = [
    { head },
    ...(hasColumns ? [{ head: 'target' }] : []),
    { head: 'pass rate' },
    ...kept.map((index) => ({ head: more[index] ?? '' })),
  ];
  const shown = rows.slice(0, shownRows);
  const table = renderTable(
    columns,
    shown.map((row) => [
      cutLine(toLine(row.name), longestName),
      ...(hasColumns ? [row.column] : []),
      renderInterval(row.rate),
      ...kept.map((index) => row.more[index] ?? ''),
    ]),
  );
  const rest = rows.length - shown.length;
  const note = rest === 0 ? [] : [palette.dim(`… ${rest} more: --html <file> shows them all`)];
  return [palette.dim(table.head), ...table.lines, ...note];
}
