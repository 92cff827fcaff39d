import { renderNumberOf } from '../../base/number-of.ts';
import { wrap } from '../../base/terminal-text.ts';
import type { Calibration } from '../../calibrate/calibration.ts';
import { fewestSwapConversations, type JudgeSwap } from '../../calibrate/swap-judges.ts';
import type { SwapFlip } from '../../calibrate/swap-pairs.ts';
import type { SwapVerdict } from '../../conversation/certificate.ts';
import { toScoreText } from '../../format/score-text.ts';
import { cutLine, toLine } from '../one-line.ts';
import type { Paint, Palette } from '../palette.ts';
import type { CalibrationReport, CalibrationStyle, ReportedDeck } from './calibration-report.ts';

const longestName = 40;

export const verdictTitles: Readonly<Record<SwapVerdict, string>> = {
  'not-worse': 'not worse',
  worse: 'worse',
  inconclusive: 'inconclusive',
};

export function paintVerdict(verdict: SwapVerdict | undefined, text: string, palette: Palette): string {
  if (verdict === undefined) return text;
  return { 'not-worse': palette.green, worse: palette.red, inconclusive: palette.yellow }[verdict](text);
}

export function renderMargin(margin: number): string {
  return `${Number((margin * 100).toPrecision(12))} pp`;
}

export function cutName(name: string): string {
  return cutLine(toLine(name), longestName);
}

export function findCalibration({ deck: name, new: id }: JudgeSwap, { judges }: ReportedDeck): Calibration | undefined {
  return judges.find(({ calibration: { deck, target } }) => deck === name && target === id)?.calibration;
}

const shownFlips = 5;

interface ShownFlip {
  readonly swap: JudgeSwap;
  readonly flip: SwapFlip;
}

/** Where only the old judge is right first. */
export function renderFlips(
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
export function renderNext(swaps: readonly JudgeSwap[], { deck, report, style, lead }: NextTools): readonly string[] {
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
