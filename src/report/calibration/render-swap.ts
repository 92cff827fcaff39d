import { renderNumberOf } from '../../base/number-of.ts';
import { toNegativePoints } from '../../base/percent.ts';
import { wrap } from '../../base/wrap.ts';
import type { Calibration } from '../../calibrate/calibration.ts';
import { renderFigure } from '../../calibrate/render-figure.ts';
import { fewestSwapConversations, type JudgeSwap, type SwapClass, type SwapFlip } from '../../calibrate/swap-judges.ts';
import { type Figure, gateStateTitles, type SwapVerdict } from '../../conversation/certificate.ts';
import { toScoreText } from '../../format/score-text.ts';
import { renderP } from '../compare/comparison-figures.ts';
import { cutLine, toLine } from '../one-line.ts';
import type { Paint } from '../palette.ts';
import { renderTable } from '../render-table.ts';
import type { CalibrationReport, CalibrationStyle, ReportedDeck } from './calibration-report.ts';
import { renderDeckTitle } from './render-calibrations.ts';
import { renderTitle } from './render-title.ts';

const shownFlips = 5;
const longestName = 40;

const verdictTitles: Readonly<Record<SwapVerdict, string>> = {
  'not-worse': 'not worse',
  worse: 'worse',
  inconclusive: 'inconclusive',
};

/** Whether new judges can take the place of an old one: verdict, rates per class, where they differ, what to do next. */
export function renderSwaps(swaps: readonly JudgeSwap[], report: CalibrationReport, style: CalibrationStyle): string {
  const lines = report.decks.flatMap((deck) => {
    const ofDeck = swaps.filter((swap) => findCalibration(swap, deck) !== undefined);
    const flips = ofDeck.flatMap((swap) => swap.flips.map((flip) => ({ swap, flip })));
    return [
      renderDeckTitle(deck, report, style),
      ...ofDeck.flatMap((swap) => renderSwap(swap, deck, style)),
      ...renderFlips(flips, style),
      ...renderNext(ofDeck, { deck, report, style }),
    ];
  });
  return `${lines.join('\n')}\n`;
}

function findCalibration({ deck: name, new: id }: JudgeSwap, { judges }: ReportedDeck): Calibration | undefined {
  return judges.find(({ calibration: { deck, model } }) => deck === name && model === id)?.calibration;
}

function renderSwap(swap: JudgeSwap, deck: ReportedDeck, style: CalibrationStyle): readonly string[] {
  const { palette, width } = style;
  const [first = '', ...rest] = wrap(`${renderVerdict(swap)} ${renderOwnGate(swap, deck)}`, width);
  const paint = { 'not-worse': palette.green, worse: palette.red, inconclusive: palette.yellow }[swap.verdict];
  const { classes, leftOut } = swap;
  const chosen = `${renderNumberOf(leftOut, 'sample')} that a judge's verdict chose ${leftOut === 1 ? 'is' : 'are'} left out.`;
  const notes = [...classes.flatMap((one) => renderMissing(one, swap)), ...(leftOut === 0 ? [] : [chosen])].flatMap(
    (note) => wrap(note, width),
  );
  return [paint(first), ...rest, ...renderClasses(swap, style), ...notes.map(palette.dim)];
}

/**
 * The verdict in a sentence, as reports and certificates give it.
 *
 * @example renderVerdict(swap)  // 'gpt-5 is not worse than gpt-4 by more than 5 pp in either class.'
 */
export function renderVerdict({ verdict, old, new: id, margin, classes }: JudgeSwap): string {
  const [before, after] = [toLine(old), toLine(id)];
  const limit = `${Number((margin * 100).toPrecision(12))} pp`;
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

/** With the intervals of both rates where the line is long enough. */
function renderClasses({ classes, old, new: id }: JudgeSwap, { palette, width }: CalibrationStyle): readonly string[] {
  const render = (renderRate: (figure: Figure) => string) =>
    renderTable(
      [{ head: '' }, { head: cutName(old) }, { head: cutName(id) }, { head: 'new − old' }, { head: '' }],
      classes.map((one) => [
        renderTitle(one.rate),
        renderRate(one.old),
        renderRate(one.new),
        renderPoints(one.difference),
        renderDecision(one),
      ]),
    );
  const whole = render((figure) => renderFigure(figure));
  const isTooLong = [whole.head, ...whole.lines].some((line) => line.length > width);
  const { head, lines } = isTooLong ? render(({ value, n }) => renderFigure({ value, n })) : whole;
  return [palette.dim(head), ...lines];
}

function cutName(name: string): string {
  return cutLine(toLine(name), longestName);
}

function renderPoints({ value, low, high }: SwapClass['difference']): string {
  if (value === null) return '–';
  const ends = low === undefined || high === undefined ? '' : ` [${toNegativePoints(low)}, ${toNegativePoints(high)}]`;
  return `${toNegativePoints(value)} pp${ends}`;
}

function renderDecision({ verdict, notWorse, worse, why }: SwapClass): string {
  const p = verdict === 'worse' ? worse.pAdjusted : notWorse.pAdjusted;
  return `${verdictTitles[verdict]} (${p === null ? (why ?? 'no test') : `p = ${renderP(p)}`.replace('= <', '< ')})`;
}

function renderMissing({ class: name, missing, notWorse }: SwapClass, { old, new: id }: JudgeSwap): readonly string[] {
  if (missing.old + missing.new === 0) return [];
  const who = [
    ...(missing.new === 0 ? [] : [`${toLine(id)} gave no verdict on ${missing.new}`]),
    ...(missing.old === 0 ? [] : [`${toLine(old)} on ${missing.old}`]),
  ];
  const worst = renderPoints(notWorse.difference);
  return [`Samples that people ${name}: ${who.join(', ')}. Counted against ${toLine(id)}: ${worst}.`];
}

interface ShownFlip {
  readonly swap: JudgeSwap;
  readonly flip: SwapFlip;
}

function renderFlips(flips: readonly ShownFlip[], { palette, width }: CalibrationStyle): readonly string[] {
  if (flips.length === 0) return [];
  const shown = flips.toSorted((one, other) => toRank(one) - toRank(other)).slice(0, shownFlips);
  const count = flips.length > shown.length ? `${shown.length} of ${flips.length}` : `${flips.length}`;
  return [
    palette.dim(`Where only one is right (${count}, --json has all with reasons)`),
    ...shown.map((one) => toFlipPaint(one, palette)(cutLine(renderFlip(one), width))),
  ];
}

function toRank({ flip }: ShownFlip): number {
  return Number(flip.right === 'new');
}

function toFlipPaint({ flip }: ShownFlip, palette: CalibrationStyle['palette']): Paint {
  return flip.right === 'old' ? palette.red : palette.green;
}

function renderFlip({ swap, flip }: ShownFlip): string {
  const score = (value: number | null) => (value === null ? 'no verdict' : toScoreText(value));
  const scores = `people ${score(flip.human)}, ${cutName(swap.old)} ${score(flip.old)}, ${cutName(swap.new)} ${score(flip.new)}`;
  const [wrong, reason] = flip.right === 'old' ? [swap.new, flip.newReason] : [swap.old, flip.oldReason];
  const said = reason === undefined ? '' : `  ${cutName(wrong)}: "${toLine(reason)}"`;
  return `  ${cutName(flip.sample)}  ${scores}${said}`;
}

interface NextTools {
  readonly deck: ReportedDeck;
  readonly report: CalibrationReport;
  readonly style: CalibrationStyle;
}

/** For the best of the new judges: the others are not needed then. */
function renderNext(swaps: readonly JudgeSwap[], { deck, report, style }: NextTools): readonly string[] {
  const ranked = (['not-worse', 'inconclusive', 'worse'] as const).flatMap((verdict) =>
    swaps.filter((swap) => swap.verdict === verdict),
  );
  const [best] = ranked;
  if (best === undefined) return [];
  const { says, command } = toNext(best, { deck, report, style }, swaps.length);
  return [...wrap(`Next: ${says}`, style.width), ...(command === undefined ? [] : [`  ${command}`])];
}

function toNext(
  swap: JudgeSwap,
  { deck, report }: NextTools,
  candidates: number,
): { readonly says: string; readonly command?: string } {
  const [old, id] = [toLine(swap.old), toLine(swap.new)];
  const own = { decks: [deck.file], models: [swap.new], gate: false };
  if (swap.verdict === 'inconclusive') {
    const least = renderNumberOf(fewestSwapConversations(candidates), 'conversation');
    const says = `score more samples, then run this again. It takes at least ${least} per class, even if the judges never differ:`;
    return { says, command: report.toCommand({}) };
  }
  if (swap.verdict === 'worse') {
    return {
      says: `keep ${old}, or change the deck or the model. See where ${id} errs:`,
      command: report.toCommand(own),
    };
  }
  if (report.split === 'tune' && deck.keptForTest > 0) {
    const says = `confirm it on the test samples, and issue the certificate of ${id}:`;
    return { says, command: report.toCommand({ split: 'test', gate: true }) };
  }
  if (!report.done.gate) return { says: `issue the certificate of ${id}:`, command: report.toCommand({ gate: true }) };
  if (findCalibration(swap, deck)?.gate.state !== 'trusted') {
    return { says: `${id} still has to pass its own gate. See what it lacks:`, command: report.toCommand(own) };
  }
  return {
    says: `make ${id} the judge: write model = "${id}" into ${toLine(deck.file)}, or judge: ${id} into your evals.`,
  };
}
