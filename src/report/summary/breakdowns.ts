import type { Estimate } from '../../statistics/estimate.ts';
import { renderEstimate } from '../../statistics/render-estimate.ts';
import { cutLine, toLine } from '../one-line.ts';
import type { Palette } from '../palette.ts';
import { nameVariant } from '../render-case-list.ts';
import { renderTable } from '../render-table.ts';
import { nameReplies, type ReplyNames } from '../reply-names.ts';
import { isSurvivalShown, type RunMetrics, type VariantMetrics } from '../run-metrics.ts';

/** Of fewer conversations, the list of cases says more than tables of them. */
const leastConversations = 3;
const shownRows = 10;
const longestName = 40;

/** One row of a breakdown. */
interface Row {
  readonly name: string;
  readonly variant: string;
  readonly rate: Estimate;
  readonly more: readonly string[];
}

/** Where the fails are: by tag, by grader, by place in the conversation; each only where it tells rows apart. */
export function renderBreakdowns({ variants }: RunMetrics, palette: Palette): readonly (readonly string[])[] {
  // Where everything passed, every part of it did.
  const failing = variants.filter(({ counts: { pass, fail, error, ungraded } }) => {
    return fail + ungraded > 0 && pass + fail + error + ungraded >= leastConversations;
  });
  const toRows = (list: (variant: VariantMetrics) => readonly Omit<Row, 'variant'>[]) =>
    failing.flatMap((variant) => {
      const rows = list(variant);
      return rows.length < 2 ? [] : rows.map((row) => ({ ...row, variant: nameVariant(variant, variants) }));
    });
  const names = nameReplies(variants);
  const style = { palette, isOfOne: variants.length === 1 };
  return [
    renderRows('tag', toRows(listTags).toSorted(compareRates), { ...style, more: ['error', 'ungraded'] }),
    renderRows('grader', toRows(listGraders).toSorted(compareRates), { ...style, more: ['ungraded', 'mean score'] }),
    renderRows(
      names.what,
      toRows((variant) => listPositions(variant, names)),
      { ...style, more: ['mean score', 'no failure so far'] },
    ),
  ].filter((lines) => lines.length > 0);
}

/** A tag that all conversations have says what the whole says; one of a single conversation, what the list of cases says. */
function listTags({ byTag, rate: { n: all } }: VariantMetrics): readonly Omit<Row, 'variant'>[] {
  const telling = byTag.filter(({ rate: { n } }) => n > 1 && n < all);
  return telling.map(({ name, rate, counts }) => ({ name, rate, more: [count(counts.error), count(counts.ungraded)] }));
}

function listGraders({ byGrader }: VariantMetrics): readonly Omit<Row, 'variant'>[] {
  return byGrader.map(({ grader, rate, normalizedScore, ungraded }) => {
    const open = Object.values(ungraded).reduce((sum, one) => sum + one, 0);
    return { name: grader, rate, more: [count(open), renderScore(normalizedScore, rate)] };
  });
}

/** Empty where it is all or nothing: the mean would say again what the rate says. */
function renderScore(normalizedScore: Estimate, rate: Estimate): string {
  return normalizedScore.value === rate.value ? '' : renderEstimate(normalizedScore);
}

function listPositions({ byPosition }: VariantMetrics, names: ReplyNames): readonly Omit<Row, 'variant'>[] {
  return byPosition.map(({ replyIndex, rate, normalizedScore, survival }) => ({
    name: names.findNumber(replyIndex) ?? '',
    rate,
    more: [
      renderScore(normalizedScore, rate),
      isSurvivalShown(survival) ? renderEstimate(survival, { unit: 'percent' }) : '',
    ],
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
  /** The run has one variant, so rows need no name of it. */
  readonly isOfOne: boolean;
  /** Heads of the columns after the rate. An empty column is omitted. */
  readonly more: readonly string[];
}

function renderRows(what: string, rows: readonly Row[], { palette, isOfOne, more }: BreakdownStyle): readonly string[] {
  const [first] = rows;
  if (first === undefined || rows.length < 2) return [];
  const hasVariants = rows.some(({ variant }) => variant !== first.variant);
  const head = hasVariants || isOfOne ? what : `${first.variant}, by ${what}`;
  const kept = more.map((_, index) => index).filter((index) => rows.some((row) => row.more[index] !== ''));
  const variants = [
    { head },
    ...(hasVariants ? [{ head: 'target' }] : []),
    { head: 'pass rate' },
    ...kept.map((index) => ({ head: more[index] ?? '' })),
  ];
  const shown = rows.slice(0, shownRows);
  const table = renderTable(
    variants,
    shown.map((row) => [
      cutLine(toLine(row.name), longestName),
      ...(hasVariants ? [row.variant] : []),
      renderEstimate(row.rate, { unit: 'percent' }),
      ...kept.map((index) => row.more[index] ?? ''),
    ]),
  );
  const rest = rows.length - shown.length;
  const note = rest === 0 ? [] : [palette.dim(`… ${rest} more: --html <file>`)];
  return [palette.dim(table.head), ...table.lines, ...note];
}
