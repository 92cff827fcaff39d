import { renderNumberOf } from '../../base/number-of.ts';
import { wrap } from '../../base/wrap.ts';
import { fewestSwapConversations, type JudgeSwap } from '../../calibrate/swap-judges.ts';
import { toLine } from '../one-line.ts';
import type { CalibrationReport, CalibrationStyle, ReportedDeck } from './calibration-report.ts';
import { findCalibration } from './swap-words.ts';

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
