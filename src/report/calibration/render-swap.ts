import { renderNumberOf } from '../../base/number-of.ts';
import { fewestForRate, joinEnds, toNegativePoints, toSignedPoints } from '../../base/percent.ts';
import { wrap } from '../../base/wrap.ts';
import type { Calibration } from '../../calibrate/calibration.ts';
import { renderMetric } from '../../calibrate/render-metric.ts';
import { fewestSwapConversations, type JudgeSwap, type SwapClass, swapLevels } from '../../calibrate/swap-judges.ts';
import type { SwapFlip } from '../../calibrate/swap-pairs.ts';
import { gateStateTitles, type Metric, type SwapVerdict } from '../../conversation/certificate.ts';
import { toScoreText } from '../../format/score-text.ts';
import { countLines, joinBlocks, toLineLimit } from '../fit-lines.ts';
import { cutLine, toLine } from '../one-line.ts';
import type { Paint, Palette } from '../palette.ts';
import { renderTable } from '../render-table.ts';
import type { CalibrationReport, CalibrationStyle, ReportedDeck } from './calibration-report.ts';
import { nameDecks, nameJudges } from './judge-names.ts';
import { renderCached } from './render-around.ts';
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
  return swaps.length > 1 && style.verbose !== true
    ? renderShortSwaps(swaps, report, style)
    : renderWholeSwaps(swaps, report, style);
}

/** Several new judges on one screen: a line for each, what the lines leave out, where they differ, what to do next. */
function renderShortSwaps(swaps: readonly JudgeSwap[], report: CalibrationReport, style: CalibrationStyle): string {
  const { palette, width } = style;
  const placed = placeSwaps(swaps, report);
  const { lines } = renderTable(
    Array.from({ length: 5 }, () => ({ head: '' })),
    placed.map(({ swap, name, calibration }) => [
      ...[name, renderShortVerdict(swap)],
      ...swap.classes.map(({ rate, difference: { value } }) => `${rate.toUpperCase()} ${renderChange(value)}`),
      `gate: ${gateStateTitles[calibration.gate.state]}`,
    ]),
  );
  const verdicts = [
    ...lines.map((line, index) => paintVerdict(placed[index]?.swap.verdict, cutLine(line, width), palette)),
    ...renderCached(report, style),
  ];
  const about = wrap(describeShort(swaps), width).map(palette.dim);
  const next = report.decks.flatMap((deck) => {
    const ofDeck = placed.filter((one) => one.deck === deck).map(({ swap }) => swap);
    const lead = report.decks.length > 1 ? `Next for ${nameDeck(deck, report)}` : 'Next';
    return renderNext(ofDeck, { deck, report, style, lead });
  });
  const flips = swaps.flatMap((swap) => swap.flips.map((flip) => ({ swap, flip })));
  const room = toLineLimit(swaps.length) - countLines([verdicts, about, next]) - 1;
  return joinBlocks([verdicts, about, room < 2 ? [] : renderFlips(flips, room, style), next]);
}

interface PlacedSwap {
  readonly swap: JudgeSwap;
  readonly deck: ReportedDeck;
  readonly name: string;
  readonly calibration: Calibration;
}

/** In the order of the decks. */
function placeSwaps(swaps: readonly JudgeSwap[], { decks }: CalibrationReport): readonly PlacedSwap[] {
  const names = nameJudges(decks);
  const judges = decks.flatMap((deck) => deck.judges.map(({ calibration }) => ({ deck, calibration })));
  return judges.flatMap(({ deck, calibration }, index) => {
    const swap = swaps.find((one) => one.deck === calibration.deck && one.new === calibration.target);
    return swap === undefined ? [] : [{ swap, deck, calibration, name: names[index] ?? '' }];
  });
}

function nameDeck(deck: ReportedDeck, { decks }: CalibrationReport): string {
  return nameDecks(decks.map(({ file }) => file))[decks.indexOf(deck)] ?? toLine(deck.file);
}

function renderShortVerdict({ verdict, classes }: JudgeSwap): string {
  const names = classes.filter((one) => one.verdict === verdict).map(({ rate }) => rate.toUpperCase());
  return verdict === 'not-worse' ? verdictTitles[verdict] : `${verdictTitles[verdict]} on ${names.join(' and ')}`;
}

function renderChange(value: number | null): string {
  return value === null ? '–' : `${toSignedPoints(value)} pp`;
}

/** What the numbers of each line are, and what must not be missed of what is left out. */
function describeShort(swaps: readonly JudgeSwap[]): string {
  const [first] = swaps;
  if (first === undefined) return '';
  const hasMissing = swaps.some(({ classes }) => classes.some(({ missing }) => missing.old + missing.new > 0));
  const missing = hasMissing ? ' Some samples have no verdict.' : '';
  const limit = `"Not worse" allows ${renderMargin(first.margin)}.`;
  return `TPR and TNR: new judge − ${toLine(first.old)}. ${limit}${missing} Intervals, p-values and notes: --verbose`;
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

function findCalibration({ deck: name, new: id }: JudgeSwap, { judges }: ReportedDeck): Calibration | undefined {
  return judges.find(({ calibration: { deck, target } }) => deck === name && target === id)?.calibration;
}

function renderVerdictLines(
  swap: JudgeSwap,
  deck: ReportedDeck,
  { palette, width }: CalibrationStyle,
): readonly string[] {
  const [first = '', ...rest] = wrap(`${renderVerdict(swap)} ${renderOwnGate(swap, deck)}`, width);
  return [paintVerdict(swap.verdict, first, palette), ...rest];
}

function paintVerdict(verdict: SwapVerdict | undefined, text: string, palette: Palette): string {
  if (verdict === undefined) return text;
  return { 'not-worse': palette.green, worse: palette.red, inconclusive: palette.yellow }[verdict](text);
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

function renderMargin(margin: number): string {
  return `${Number((margin * 100).toPrecision(12))} pp`;
}

function renderOwnGate(swap: JudgeSwap, deck: ReportedDeck): string {
  const state = findCalibration(swap, deck)?.gate.state;
  return state === undefined ? '' : `Gate of ${toLine(swap.new)}: ${gateStateTitles[state]}.`;
}

/** Where the line is too short, decisions go below the table. Where it still is, rates lose their intervals. */
function renderClasses(swap: JudgeSwap, { palette, width }: CalibrationStyle): readonly string[] {
  const isFitting = ({ head, lines }: RenderedTable) => [head, ...lines].every((line) => line.length <= width);
  const render = (metric: Metric) => renderMetric(metric, { isRate: true });
  const whole = renderClassTable(swap, render, renderDecision);
  if (isFitting(whole)) return [palette.dim(whole.head), ...whole.lines];
  const undecided = renderClassTable(swap, render);
  const short = ({ value, n }: Metric) => render({ value, n });
  const { head, lines } = isFitting(undecided) ? undecided : renderClassTable(swap, short);
  const decisions = swap.classes.map((one) => `${one.rate.toUpperCase()}: ${renderDecision(one)}.`);
  return [palette.dim(head), ...lines, ...wrap(decisions.join(' '), width)];
}

type RenderedTable = ReturnType<typeof renderTable>;

function renderClassTable(
  { classes, old, new: id }: JudgeSwap,
  renderRate: (metric: Metric) => string,
  renderLast?: (one: SwapClass) => string,
): RenderedTable {
  const last = renderLast === undefined ? [] : [{ head: '' }];
  return renderTable(
    [{ head: '' }, { head: cutName(old) }, { head: cutName(id) }, { head: 'new − old' }, ...last],
    classes.map((one) => [
      ...[renderTitle(one.rate), renderRate(one.old), renderRate(one.new), renderPoints(one.difference, one.n)],
      ...(renderLast === undefined ? [] : [renderLast(one)]),
    ]),
  );
}

function cutName(name: string): string {
  return cutLine(toLine(name), longestName);
}

function renderPoints({ value, low, high }: SwapClass['difference'], n: number): string {
  if (value === null) return '–';
  const hasEnds = n >= fewestForRate && low !== undefined && high !== undefined;
  const ends = hasEnds ? ` (95% CI ${joinEnds(toNegativePoints(low), toNegativePoints(high))})` : '';
  return `${toNegativePoints(value)} pp${ends}`;
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
  const worst = renderPoints(notWorse.difference, n);
  return [
    `No verdict on samples that people ${name}: ${counts.join(', ')}. If these count against ${toLine(id)}: ${worst}.`,
  ];
}

interface ShownFlip {
  readonly swap: JudgeSwap;
  readonly flip: SwapFlip;
}

function renderFlips(
  flips: readonly ShownFlip[],
  room: number,
  { palette, width }: CalibrationStyle,
): readonly string[] {
  if (flips.length === 0) return [];
  const most = Math.max(1, Math.min(shownFlips, room - 1));
  const shown = flips.toSorted((one, other) => toRank(one) - toRank(other)).slice(0, most);
  const hasMore = shown.length < Math.min(shownFlips, flips.length);
  const count = flips.length > shown.length ? `${shown.length} of ${flips.length}` : `${flips.length}`;
  return [
    palette.dim(
      `Samples where only one judge is right (${count}, ${hasMore ? 'more with --verbose, ' : ''}all in --json)`,
    ),
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
  /** What the sentence begins with. */
  readonly lead: string;
}

/** For the best of the new judges: the others are not needed then. */
function renderNext(swaps: readonly JudgeSwap[], { deck, report, style, lead }: NextTools): readonly string[] {
  const ranked = (['not-worse', 'inconclusive', 'worse'] as const).flatMap((verdict) =>
    swaps.filter((swap) => swap.verdict === verdict),
  );
  const [best] = ranked;
  if (best === undefined) return [];
  const { says, command } = toNext(best, { deck, report }, swaps.length);
  return [...wrap(`${lead}: ${says}`, style.width), ...(command === undefined ? [] : [`  ${command}`])];
}

function toNext(
  swap: JudgeSwap,
  { deck, report }: Pick<NextTools, 'deck' | 'report'>,
  candidates: number,
): { readonly says: string; readonly command?: string } {
  const [old, id] = [toLine(swap.old), toLine(swap.new)];
  const own = { decks: [deck.file], judges: [swap.new], gate: false };
  if (swap.verdict === 'inconclusive') {
    const least = renderNumberOf(fewestSwapConversations(candidates), 'conversation');
    const says = `score more samples, then run this again. It takes at least ${least} per class, even if the judges never differ:`;
    return { says, command: report.toCommand({}) };
  }
  if (swap.verdict === 'worse') {
    return {
      says: `keep ${old}, or change the deck or the judge. See where ${id} errs:`,
      command: report.toCommand(own),
    };
  }
  if (report.split === 'tune' && deck.keptForTest > 0) {
    const says = `confirm it on the test samples, and write the certificate of ${id}:`;
    return { says, command: report.toCommand({ split: 'test', gate: true }) };
  }
  if (!report.done.gate) return { says: `write the certificate of ${id}:`, command: report.toCommand({ gate: true }) };
  if (findCalibration(swap, deck)?.gate.state !== 'trusted') {
    return { says: `${id} must pass its own gate. See what is missing:`, command: report.toCommand(own) };
  }
  return {
    says: `use ${id}: set target = "${id}" in ${toLine(deck.file)}, or judge: ${id} in your evals.`,
  };
}
