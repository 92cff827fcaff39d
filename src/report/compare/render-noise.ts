import type { Noise } from '../../compare/noise.ts';
import type { ComparedRun } from '../../compare/run-comparison.ts';
import { renderInterval } from '../figures.ts';
import type { Palette } from '../palette.ts';
import { toLine } from '../render-case-list.ts';
import { quoteArgument } from '../render-run-summary.ts';
import { renderTable } from '../render-table.ts';
import { nameSide } from './render-comparison.ts';

export interface NoiseStyle {
  readonly palette: Palette;
  /** What commands need besides, to find the store: ` --store <file>`. */
  readonly storeOption: string;
}

const right = true;

/** How much each target differs from itself: in words, by repeat, and the smallest difference worth believing. */
export function renderNoise(noises: readonly (ComparedRun & Noise)[], style: NoiseStyle): string {
  const { palette } = style;
  const blocks = noises.flatMap((noise) => [
    [...(noises.length === 1 ? [] : [palette.bold(nameSide(noise))]), toLine(noise.sentence)],
    renderRepeats(noise, palette),
    renderFlips(noise, palette),
    renderSmallest(noise, palette),
  ]);
  return [...blocks, renderNext(noises, style)]
    .filter((lines) => lines.length > 0)
    .map((lines) => `${lines.join('\n')}\n`)
    .join('\n');
}

function renderRepeats({ byRepeat }: Noise, { dim }: Palette): readonly string[] {
  const rows = byRepeat.map(({ repeat, rate }) => [String(repeat), renderInterval(rate)]);
  const { head, lines } = renderTable([{ head: 'repeat', right }, { head: 'pass rate' }], rows);
  return [dim(head), ...lines];
}

function renderFlips({ cases, flipped, flipRate, undecided }: Noise, { dim }: Palette): readonly string[] {
  const columns = [{ head: 'cases', right }, { head: 'flipped', right }, { head: 'chance to flip' }];
  const { head, lines } = renderTable(columns, [[String(cases), String(flipped), renderInterval(flipRate)]]);
  const why = flipRate.why === undefined ? [] : [dim(`No chance: ${flipRate.why}.`)];
  const left = undecided === 0 ? [] : [`${undecided} in error, ungraded or skipped: they say nothing here.`];
  return [dim(head), ...lines, ...why, ...left];
}

function renderSmallest({ smallest, isUpperEnd }: Noise, { dim }: Palette): readonly string[] {
  if (smallest.length === 0) return [];
  const rows = smallest.map(({ repeats, value, low, high }) => [
    repeats === 1 ? 'once' : `${repeats} times`,
    `${toPoints(value)} points`,
    isUpperEnd ? 'at most' : `[${toPoints(low)}, ${toPoints(high)}]`,
  ]);
  const columns = [
    { head: 'each case played', right },
    { head: 'smallest difference worth believing', right },
    { head: '' },
  ];
  const { head, lines } = renderTable(columns, rows);
  return [dim(head), ...lines];
}

function toPoints(share: number): string {
  return (100 * share).toFixed(1);
}

function renderNext(noises: readonly (ComparedRun & Noise)[], { storeOption }: NoiseStyle): readonly string[] {
  const [first] = noises;
  if (first === undefined) return [];
  const target = noises.length === 1 ? '' : `:${toLine(first.target)}`;
  const sides = [`${first.run}${target}`, `last${target}`].map(quoteArgument).join(' ');
  return [
    `Which cases flip: turnwise show run:${first.run}${storeOption}`,
    `Hold a later run against this one: turnwise compare ${sides}${storeOption}`,
  ];
}
