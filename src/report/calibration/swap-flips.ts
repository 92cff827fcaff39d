import type { JudgeSwap } from '../../calibrate/swap-judges.ts';
import type { SwapFlip } from '../../calibrate/swap-pairs.ts';
import { toScoreText } from '../../format/score-text.ts';
import { cutLine, toLine } from '../one-line.ts';
import type { Paint } from '../palette.ts';
import type { CalibrationStyle } from './calibration-report.ts';
import { cutName } from './swap-words.ts';

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
