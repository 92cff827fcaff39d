import { renderNumberOf } from '../base/number-of.ts';
import { fewestForRate, toWholePercent } from '../base/percent.ts';
import { wrap } from '../base/terminal-text.ts';
import type { Estimate } from '../statistics/estimate.ts';
import { countFitting, countLines, countNoteLines, fitNotes, joinBlocks, type Note, toLineLimit } from './fit-lines.ts';
import { toLine } from './one-line.ts';
import { nameVariant, renderCaseList } from './render-case-list.ts';
import type { PropagationMetrics, RunMetrics } from './run-metrics.ts';
import type { FailedCase, RunSummary } from './run-summary.ts';
import { renderCallNotes } from './summary/call-notes.ts';
import { renderPassHat } from './summary/extremes.ts';
import { renderHeadline } from './summary/headline.ts';
import { renderJudgedRates } from './summary/judged-rates.ts';
import { renderNextCommands, type SummaryStyle } from './summary/summary-style.ts';
import {
  findUnscoredNote,
  listUngradedCases,
  listUnlistedErrors,
  noteUngradedCases,
} from './summary/ungraded-cases.ts';
import { renderShortRows } from './summary/variant-table.ts';

/** Lines that a note may take on a narrow terminal. */
const noteLines = 3;
const mostCases = 5;
/** Cases of two lines that make up for those that one-line cases would show. */
const fewestWholeCases = 2;

/**
 * The result of a run on one screen: the verdict, one row per variant, the first failures, what you must not miss, and
 * the next command. `--verbose` and the HTML page have the rest.
 */
export function renderShortSummary(summary: RunSummary, style: SummaryStyle): string {
  const { metrics } = summary;
  const head = wrap(renderHeadline(metrics, toLine, summary), style.width).map(style.palette.bold);
  const rows = renderShortRows(metrics.variants, style);
  const next = renderNextCommands(summary, style);
  const room = toLineLimit(metrics.variants.length) - countLines([head, rows, next]);
  const { cases, notes } = fitLists(summary, { room, style });
  return joinBlocks([head, rows, cases, notes, next]);
}

interface FitOptions {
  /** Lines for failures and notes, with the blank line before each. */
  readonly room: number;
  readonly style: SummaryStyle;
  /** Failures that are taken to be listed: what is known of them needs no note. */
  readonly listed?: readonly FailedCase[];
}

interface FittedLists {
  readonly cases: readonly string[];
  readonly notes: readonly string[];
}

/** Failures and notes, again where a note is missing because of a failure that has no room after all. */
function fitLists(summary: RunSummary, options: FitOptions): FittedLists {
  const { room, style, listed = summary.failed.slice(0, mostCases) } = options;
  const all = listNotes(summary, listed, style);
  const blanks = Math.min(all.length, 1) + 1;
  const { palette, width } = style;
  // `show` lists the cases you asked for. What must not be missed follows them.
  if (style.cases !== undefined) {
    return {
      cases: style.cases,
      notes: fitNotes(all, all.length * (noteLines + 1), { palette, width, mostLines: noteLines }),
    };
  }
  const left = room - blanks;
  // A line for each note comes before a second case, and a longer note after it.
  const toLeft = (most: number) => left - countListed(summary.failedCount, most);
  const forNotes = Math.max(toLeft(2), Math.min(countNoteLines(all), toLeft(1)));
  const notes = fitNotes(all, forNotes, { palette, width, mostLines: noteLines });
  const { lines, count } = renderFailures(summary, room - blanks - notes.length, style);
  return count < listed.length
    ? fitLists(summary, { ...options, listed: listed.slice(0, count) })
    : { cases: lines, notes };
}

/** Lines of a title, at most `most` failures, and the line that counts the others. */
function countListed(all: number, most: number): number {
  return all === 0 ? 0 : 1 + Math.min(all, most + 1);
}

/** The first failures, as many as there is room for: with the whole reason where that does not cost too many of them. */
function renderFailures(
  { metrics, failed, failedCount }: RunSummary,
  room: number,
  { palette, width, storeOption = '' }: SummaryStyle,
): { readonly lines: readonly string[]; readonly count: number } {
  if (failed.length === 0) return { lines: [], count: 0 };
  const first = failed.slice(0, mostCases);
  const toStyle = (reasonLines: number) => ({ palette, width, rows: metrics.variants, reasonLines });
  const whole = first.map((line) => renderCaseList([line], toStyle(1)).length);
  const countShown = (lengths: readonly number[]) => {
    const isAll = failedCount <= first.length && lengths.reduce((sum, length) => sum + length, 0) < room;
    return isAll ? lengths.length : countFitting(lengths, room - 2);
  };
  const isWhole = countShown(whole) >= Math.min(fewestWholeCases, first.length);
  const count = Math.max(1, countShown(isWhole ? whole : first.map(() => 1)));
  const rest = failedCount - count;
  const shown = renderCaseList(failed.slice(0, count), toStyle(isWhole ? 1 : 0));
  // The last line that there is belongs to a case.
  const hasMore = rest > 0 && shown.length + 2 <= room;
  const title =
    rest > 0 && !hasMore
      ? `Failures and errors (${count} of ${failedCount.toLocaleString('en')}):`
      : 'Failures and errors:';
  const more = `  … ${rest.toLocaleString('en')} more: turnwise show run:${metrics.run} --status fail,error${storeOption}`;
  return { lines: [palette.bold(title), ...shown, ...(hasMore ? [palette.dim(more)] : [])], count };
}

/** What must not be missed, the most important first. */
function listNotes(
  { metrics }: RunSummary,
  listed: readonly FailedCase[],
  { storeOption }: SummaryStyle,
): readonly Note[] {
  const unscored = findUnscoredNote(metrics, storeOption);
  return [
    ...listUngradedCases(metrics, storeOption).map(noteUngradedCases),
    ...listUnlistedErrors(metrics.causes, listed).map(
      ({ cause, count, example }) => `${renderNumberOf(count, 'error')} (${cause}), for example: ${toLine(example)}`,
    ),
    ...renderPropagationLines(metrics),
    ...renderJudgedRates(metrics),
    ...renderPassHat(metrics),
    ...(unscored === undefined
      ? []
      : [{ says: `Verdicts without a score: ${unscored.graders}.`, lead: 'See:', command: unscored.command }]),
    ...renderCallNotes(metrics),
  ];
}

/** One line per target that fails: the same turns with the reference history and with its own. */
function renderPropagationLines({ variants, propagation }: RunMetrics): readonly string[] {
  const failing = new Set(variants.filter(({ counts }) => counts.fail > 0).map(({ target }) => target));
  const targets = new Set(variants.map(({ target }) => target));
  const shown = propagation.filter(({ target }) => failing.has(target));
  return shown.map((pairing) => {
    const { byReply } = pairing;
    const reference = renderShare(byReply.map(({ everyTurn }) => everyTurn));
    const own = renderShare(byReply.map(({ script }) => script));
    const name = targets.size > 1 ? `, ${namePairing(pairing, variants)}` : '';
    return `Error propagation${name}: ${reference} turns pass with reference history, ${own} with its own history.`;
  });
}

function namePairing({ target, send }: PropagationMetrics, variants: RunMetrics['variants']): string {
  const rows = variants.map((variant) => ({ ...variant, play: 'script' as const }));
  return nameVariant({ target, send, play: 'script' }, rows);
}

/** `3/3`, and from 5 on with its percentage: `110/120 (92%)`. */
function renderShare(rates: readonly Estimate[]): string {
  const all = rates.reduce((sum, { n }) => sum + n, 0);
  const passed = rates.reduce((sum, { value, n }) => sum + Math.round((value ?? 0) * n), 0);
  const share = `${passed.toLocaleString('en')}/${all.toLocaleString('en')}`;
  return all < fewestForRate ? share : `${share} (${toWholePercent(passed / all)}%)`;
}
