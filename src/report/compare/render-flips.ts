import type { ComparedRun, FlippedPair, FlippedSide, RunComparison } from '../../compare/run-comparison.ts';
import { quoteList } from '../../format/transcript.ts';
import { cutLine, toLine } from '../one-line.ts';
import type { Paint, Palette } from '../palette.ts';
import type { ComparisonStyle } from './comparison-style.ts';

/** The first pairs whose status changed, each with what was wrong on either side, then how to read them. */
export function renderFlips({ flipped, runs }: RunComparison, style: ComparisonStyle): readonly string[] {
  const { palette, limit = shownFlips } = style;
  const shown = flipped.slice(0, limit);
  const [first] = shown;
  if (first === undefined) return ['No case flipped.'];
  const more =
    flipped.length > shown.length ? ` (${shown.length} of ${flipped.length}, all with --limit ${flipped.length})` : '';
  return [
    palette.bold(`Flips${more}:`),
    ...shown.flatMap((pair) => renderFlip(pair, style)),
    '',
    'Both conversations of the first flip (all with --transcripts):',
    ...[runs.a, runs.b].map((run) => `  ${renderShowCommand(first, run)}${style.storeOption}`),
  ];
}

/** The first flips, one line each where it fits: as many as there is room for. */
export function renderFewFlips({ flipped }: RunComparison, room: number, style: ComparisonStyle): readonly string[] {
  const { palette, limit } = style;
  if (flipped.length === 0) return ['No case flipped.'];
  const worse = flipped.filter(({ a, b }) => a.status === 'pass' && b.status === 'fail').length;
  const better = flipped.filter(({ a, b }) => a.status === 'fail' && b.status === 'pass').length;
  const others = flipped.length - worse - better;
  const undecided = others === 0 ? '' : `, ${others.toLocaleString('en')} without a verdict in one run`;
  const fitting = Math.min(flipped.length, limit ?? Math.max(1, Math.min(mostFlips, room - 2)));
  const rest = flipped.length - fitting;
  return [
    palette.bold(`Flips: ${worse} to fail, ${better} to pass${undecided}`),
    ...flipped.slice(0, fitting).map((pair) => renderFlipLine(pair, style)),
    ...(rest > 0 ? [palette.dim(`  … ${rest.toLocaleString('en')} more: --verbose`)] : []),
  ];
}

const mostFlips = 5;
export const shownFlips = 20;

/** `refunds / late-refund: pass → fail  turn 4, contains-1: …`: the reason of the side that failed. */
function renderFlipLine(pair: FlippedPair, { palette, width }: ComparisonStyle): string {
  const reason = toLine(pair.b.reason ?? pair.a.reason ?? '');
  const line = `${nameFlip(pair)}: ${pair.a.status} → ${pair.b.status}${reason === '' ? '' : `  ${reason}`}`;
  return toFlipPaint(pair, palette)(`  ${cutLine(line, width - 2)}`);
}

/** What to type next: the first flip as B has it. */
export function renderNextCommand(
  { flipped: [first], runs }: RunComparison,
  style: ComparisonStyle,
): readonly string[] {
  if (first === undefined) return [`Details: turnwise show run:${runs.b.run}${style.storeOption}`];
  return [`Details: ${renderShowCommand(first, runs.b)}${style.storeOption}`];
}

/** `refunds / late-refund, repeat 2`: people count from 1. */
export function nameFlip({ eval: evalName, id, repeat }: FlippedPair): string {
  return toLine(`${evalName} / ${id}${repeat > 0 ? `, repeat ${repeat + 1}` : ''}`);
}

function renderFlip(pair: FlippedPair, { palette, width }: ComparisonStyle): readonly string[] {
  const paint = toFlipPaint(pair, palette);
  return [
    paint(`  ${cutLine(`${nameFlip(pair)}: ${pair.a.status} → ${pair.b.status}`, width - 2)}`),
    ...renderReason('A', pair.a, width),
    ...renderReason('B', pair.b, width),
  ];
}

function toFlipPaint({ a, b }: FlippedPair, palette: Palette): Paint {
  if (b.status === 'pass') return palette.green;
  return a.status === 'pass' && b.status === 'fail' ? palette.red : palette.yellow;
}

function renderReason(letter: string, { reason }: FlippedSide, width: number): readonly string[] {
  return reason === undefined ? [] : [`    ${cutLine(`${letter}  ${toLine(reason)}`, width - 4)}`];
}

function renderShowCommand({ id }: FlippedPair, { run, target }: ComparedRun): string {
  return `turnwise show run:${run} --case ${quoteList([id])} --target ${quoteList([target])}`;
}
