import { renderNumberOf } from '../base/number-of.ts';
import { fewestForRate, toWholePercent } from '../base/percent.ts';
import { wrap } from '../base/wrap.ts';
import type { RateInterval } from '../statistics/wilson.ts';
import { countFitting, countLines, fitEntries, joinBlocks, toLineLimit } from './fit-lines.ts';
import { cutLine, toLine } from './one-line.ts';
import { nameVariant, renderCaseList } from './render-case-list.ts';
import type { PropagationMetrics, RunMetrics } from './run-metrics.ts';
import type { RunSummary } from './run-summary.ts';
import { renderCallNotes } from './summary/call-notes.ts';
import { renderHeadline } from './summary/headline.ts';
import { renderJudgedRates } from './summary/judged-rates.ts';
import { renderNextCommands } from './summary/next-commands.ts';
import { listTellingCauses } from './summary/telling-causes.ts';
import { listUngradedCases, renderUngradedCases } from './summary/ungraded-cases.ts';
import { findUnscoredNote } from './summary/unscored-note.ts';
import { renderShortRows } from './summary/variant-rows.ts';
import type { SummaryStyle } from './summary-style.ts';

/** Lines that a note may take on a narrow terminal. */
const noteLines = 3;
const mostCases = 5;
/** Room that notes leave to the failures: a title, the first case, and how many more there are. */
const fewestLines = 3;

/**
 * What came of a run on one screen: the verdict, one row per variant, the first failures, what you must not miss, and
 * the next command. `--verbose` and the HTML page have the rest.
 */
export function renderShortSummary(summary: RunSummary, style: SummaryStyle): string {
  const { metrics } = summary;
  const head = wrap(renderHeadline(metrics, toLine), style.width).map(style.palette.bold);
  const rows = renderShortRows(metrics.variants, style);
  const next = renderNextCommands(summary, style);
  const limit = toLineLimit(metrics.variants.length);
  const few = style.cases ?? renderFailures(summary, fewestLines, style);
  const notes = fitNotes(listNotes(summary, style), limit - countLines([head, rows, few, next]) - 1, style);
  const room = limit - countLines([head, rows, notes, next]) - 1;
  const cases = style.cases ?? renderFailures(summary, room, style);
  return joinBlocks([head, rows, cases, notes, next]);
}

/** The first failures, as many as there is room for. */
function renderFailures(
  { metrics, failed, failedCount }: RunSummary,
  room: number,
  { palette, width, storeOption = '' }: SummaryStyle,
): readonly string[] {
  if (failed.length === 0) return [];
  const style = { palette, width, rows: metrics.variants, reasonLines: 1 };
  const entries = failed.slice(0, mostCases).map((line) => renderCaseList([line], style).length);
  const isAll = failedCount <= mostCases && entries.reduce((sum, length) => sum + length, 0) < room;
  const fitting = countFitting(entries, isAll ? room : room - 2);
  const shown = renderCaseList(failed.slice(0, fitting), style);
  const rest = failedCount - fitting;
  const more = `  … ${rest.toLocaleString('en')} more: turnwise show run:${metrics.run} --status fail,error${storeOption}`;
  return [palette.bold('Failures and errors:'), ...shown, ...(rest > 0 ? [palette.dim(more)] : [])];
}

/** What must not be missed, the most important first. */
function listNotes(summary: RunSummary, { storeOption }: SummaryStyle): readonly string[] {
  const { metrics, failed } = summary;
  const unscored = findUnscoredNote(metrics, storeOption);
  return [
    ...listUngradedCases(metrics, storeOption).map((ungraded) => renderUngradedCases(ungraded)),
    ...listTellingCauses(metrics.causes, failed)
      .filter(({ status }) => status === 'error')
      .map(
        ({ cause, count, example }) => `${renderNumberOf(count, 'error')} (${cause}), for example: ${toLine(example)}`,
      ),
    ...renderPropagationLines(metrics),
    ...renderJudgedRates(metrics),
    ...(unscored === undefined ? [] : [`Verdicts without a score: ${unscored.graders}. See: ${unscored.command}`]),
    ...renderCallNotes(metrics),
  ];
}

/** Each note on at most two lines; what has no room is behind --verbose. */
function fitNotes(notes: readonly string[], room: number, { palette, width }: SummaryStyle): readonly string[] {
  const entries = notes.map((note) => {
    const lines = wrap(note, width - 2);
    const rest = lines.slice(noteLines - 1).join(' ');
    const shown = [...lines.slice(0, noteLines - 1), ...(rest === '' ? [] : [cutLine(rest, width - 2)])];
    return shown.map((line, index) => (index === 0 ? line : `  ${line}`));
  });
  return fitEntries(entries, room, (count) => palette.dim(`… ${count} more: --verbose`));
}

/** One line per target that fails: the same turns with the reference history and with its own. */
export function renderPropagationLines({ variants, propagation }: RunMetrics): readonly string[] {
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
function renderShare(rates: readonly RateInterval[]): string {
  const all = rates.reduce((sum, { n }) => sum + n, 0);
  const passed = rates.reduce((sum, { value, n }) => sum + Math.round((value ?? 0) * n), 0);
  const share = `${passed.toLocaleString('en')}/${all.toLocaleString('en')}`;
  return all < fewestForRate ? share : `${share} (${toWholePercent(passed / all)}%)`;
}
