import type { ComparedRun, FlippedPair, FlippedSide, RunComparison } from '../../compare/run-comparison.ts';
import { cutLine, toLine } from '../one-line.ts';
import type { Paint, Palette } from '../palette.ts';
import { quoteArgument } from '../quote-argument.ts';
import type { ComparisonStyle } from './comparison-style.ts';

/** The first pairs whose status changed, each with what was wrong on either side, then how to read them. */
export function renderFlips({ flipped, runs }: RunComparison, style: ComparisonStyle): readonly string[] {
  const { palette, limit } = style;
  const shown = flipped.slice(0, limit);
  const [first] = shown;
  if (first === undefined) return ['Nothing flipped.'];
  const more =
    flipped.length > shown.length ? ` (${shown.length} of ${flipped.length}; all: --limit ${flipped.length})` : '';
  return [
    palette.bold(`What flipped${more}:`),
    ...shown.flatMap((pair) => renderFlip(pair, style)),
    '',
    'Both transcripts of the first, or of all with --transcripts:',
    ...[runs.a, runs.b].map((run) => `  ${renderShowCommand(first, run)}${style.storeOption}`),
  ];
}

/** `refunds / late-refund, play 2`: people count from 1. */
export function nameFlip({ eval: evalName, id, repeat }: FlippedPair): string {
  return toLine(`${evalName} / ${id}${repeat > 0 ? `, play ${repeat + 1}` : ''}`);
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
  return `turnwise show run:${run} --case ${quoteArgument(id)} --target ${quoteArgument(target)}`;
}
