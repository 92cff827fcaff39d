import { renderNumberOf } from '../../base/number-of.ts';
import { toWidest, wrap } from '../../base/terminal-text.ts';
import type { MetricEstimate } from '../../calibrate/calibration.ts';
import { type JudgeSwap, type SwapClass, swapLevels } from '../../calibrate/swap-judges.ts';
import { gateStateTitles } from '../../conversation/certificate.ts';
import { renderEstimate } from '../../statistics/render-estimate.ts';
import { countLines, joinBlocks, toLineLimit } from '../fit-lines.ts';
import { toLine } from '../one-line.ts';
import { renderTable } from '../render-table.ts';
import type { CalibrationReport, CalibrationStyle, ReportedDeck } from './calibration-report.ts';
import { renderCached } from './render-around.ts';
import { renderDeckTitle } from './render-calibrations.ts';
import { renderShortSwaps } from './render-short-swap.ts';
import { renderTitle } from './render-title.ts';
import {
  cutName,
  findCalibration,
  paintVerdict,
  renderFlips,
  renderMargin,
  renderNext,
  verdictTitles,
} from './swap-words.ts';

/** Whether new judges can take the place of an old one: verdict, rates per class, where they differ, what to do next. */
export function renderSwaps(swaps: readonly JudgeSwap[], report: CalibrationReport, style: CalibrationStyle): string {
  return swaps.length > 1 && style.verbose !== true
    ? renderShortSwaps(swaps, report, style)
    : renderWholeSwaps(swaps, report, style);
}

function renderWholeSwaps(swaps: readonly JudgeSwap[], report: CalibrationReport, style: CalibrationStyle): string {
  return joinBlocks(
    report.decks.flatMap((deck, index) => {
      const ofDeck = swaps.filter((swap) => findCalibration(swap, deck) !== undefined);
      const flips = ofDeck.flatMap((swap) => swap.flips.map((flip) => ({ swap, flip })));
      const verdicts = [
        ...ofDeck.flatMap((swap) => renderVerdictLines(swap, deck, style)),
        // The calibrations that follow with --verbose say it themselves.
        ...(index > 0 || style.verbose === true ? [] : renderCached(report, style)),
      ];
      const rates = [renderDeckTitle(deck, report, style), ...ofDeck.flatMap((swap) => renderSwap(swap, style))];
      const next = renderNext(ofDeck, { deck, report, style, lead: 'Next' });
      const limit = style.verbose === true ? Number.POSITIVE_INFINITY : toLineLimit(ofDeck.length);
      const room = limit - countLines([verdicts, rates, next]) - 1;
      return [verdicts, rates, renderFlips(flips, room, style), next];
    }),
  );
}

function renderVerdictLines(
  swap: JudgeSwap,
  deck: ReportedDeck,
  { palette, width }: CalibrationStyle,
): readonly string[] {
  const [first = '', ...rest] = wrap(`${renderVerdict(swap)} ${renderOwnGate(swap, deck)}`, width);
  return [paintVerdict(swap.verdict, first, palette), ...rest];
}

function renderSwap(swap: JudgeSwap, style: CalibrationStyle): readonly string[] {
  const { palette, width } = style;
  const { classes, leftOut } = swap;
  const chosen = `Not used: ${renderNumberOf(leftOut, 'sample')} picked by a judge's verdict.`;
  const notes = [
    ...renderUneven(classes),
    ...classes.flatMap((one) => renderMissing(one, swap)),
    ...(leftOut === 0 ? [] : [chosen]),
  ].flatMap((note) => wrap(note, width));
  return [...renderClasses(swap, style), ...notes.map(palette.dim)];
}

/**
 * The verdict in a sentence, as reports and certificates give it.
 *
 * @example renderVerdict(swap)  // 'gpt-5 is not worse than gpt-4 by more than 5 pp in either class.'
 */
export function renderVerdict({ verdict, old, new: id, margin, classes }: JudgeSwap): string {
  const [before, after] = [toLine(old), toLine(id)];
  const limit = renderMargin(margin);
  if (verdict === 'not-worse') return `${after} is not worse than ${before} by more than ${limit} in either class.`;
  const names = classes.filter((one) => one.verdict === verdict).map(({ rate }) => rate.toUpperCase());
  const rates = names.join(' and ');
  return verdict === 'worse'
    ? `${after} is worse than ${before} on ${rates}.`
    : `Inconclusive on ${rates}: the samples do not show whether ${after} is worse than ${before} by more than ${limit}.`;
}

function renderOwnGate(swap: JudgeSwap, deck: ReportedDeck): string {
  const state = findCalibration(swap, deck)?.gate.state;
  return state === undefined ? '' : `Gate of ${toLine(swap.new)}: ${gateStateTitles[state]}.`;
}

/** Where the line is too short, decisions go below the table. Where it still is, rates lose their intervals. */
function renderClasses(swap: JudgeSwap, { palette, width }: CalibrationStyle): readonly string[] {
  const isFitting = ({ head, lines }: RenderedTable) => toWidest([head, ...lines]) <= width;
  const render = (metric: MetricEstimate) => renderEstimate(metric, { isRate: true });
  const whole = renderClassTable(swap, render, renderDecision);
  if (isFitting(whole)) return [palette.dim(whole.head), ...whole.lines];
  const undecided = renderClassTable(swap, render);
  const short = (metric: MetricEstimate) => render({ ...metric, low: null, high: null });
  const { head, lines } = isFitting(undecided) ? undecided : renderClassTable(swap, short);
  const decisions = swap.classes.map((one) => `${one.rate.toUpperCase()}: ${renderDecision(one)}.`);
  return [palette.dim(head), ...lines, ...wrap(decisions.join(' '), width)];
}

type RenderedTable = ReturnType<typeof renderTable>;

function renderClassTable(
  { classes, old, new: id }: JudgeSwap,
  renderRate: (metric: MetricEstimate) => string,
  renderLast?: (one: SwapClass) => string,
): RenderedTable {
  const last = renderLast === undefined ? [] : [{ head: '' }];
  return renderTable(
    [{ head: '' }, { head: cutName(old) }, { head: cutName(id) }, { head: 'new − old' }, ...last],
    classes.map((one) => [
      ...[renderTitle(one.rate), renderRate(one.old), renderRate(one.new), renderPoints(one)],
      ...(renderLast === undefined ? [] : [renderLast(one)]),
    ]),
  );
}

function renderPoints({ difference, n }: Pick<SwapClass, 'difference' | 'n'>): string {
  return renderEstimate({ ...difference, n }, { unit: 'points', basis: '' });
}

/** p belongs to one of two tests: where the verdict does not say to which, its name is given. */
function renderDecision({ verdict, notWorse, worse, why }: SwapClass): string {
  const title = verdictTitles[verdict];
  const { p, pAdjusted } = verdict === 'worse' ? worse : notWorse;
  if (p === null || pAdjusted === null || why !== undefined) return `${title} (${why ?? 'no test'})`;
  if (verdict !== 'inconclusive') return `${title} (${renderPValue(pAdjusted)})`;
  // The corrected p would do: it is the class's own test that is not passed.
  if (pAdjusted < swapLevels.family) {
    return `${title} (not worse: one-sided ${renderPValue(p)}, needs < ${swapLevels.notWorse})`;
  }
  return `${title} (not worse: ${renderPValue(pAdjusted)})`;
}

/** Rounding must not take p to a level that it is below: 0.04998 is `< 0.05`. */
function renderPValue(p: number): string {
  const rounded = p.toFixed(3);
  const below = [0.001, ...Object.values(swapLevels)].find(
    (level) => p < level && (level <= Number(rounded) || p < 0.001),
  );
  return below === undefined ? `p = ${rounded}` : `p < ${below}`;
}

/** Weights make samples worth less, which is why many of them can still be inconclusive. */
function renderUneven(classes: readonly SwapClass[]): readonly string[] {
  const counts = classes.flatMap(({ class: name, n, effectiveN }) =>
    effectiveN === undefined || n === 0
      ? []
      : [`${n} that people ${name} count as ${Math.floor(effectiveN)} independent ones`],
  );
  return counts.length === 0 ? [] : [`Samples were drawn with unequal chances: ${counts.join(', ')}.`];
}

function renderMissing(
  { class: name, n, missing, notWorse }: SwapClass,
  { old, new: id }: JudgeSwap,
): readonly string[] {
  if (missing.old + missing.new === 0) return [];
  const counts = [
    ...(missing.new === 0 ? [] : [`${toLine(id)} ${missing.new}`]),
    ...(missing.old === 0 ? [] : [`${toLine(old)} ${missing.old}`]),
  ];
  const worst = renderPoints({ difference: notWorse.difference, n });
  return [
    `No verdict on samples that people ${name}: ${counts.join(', ')}. If these count against ${toLine(id)}: ${worst}.`,
  ];
}
