import { renderNumberOf } from '../../base/number-of.ts';
import { toPoints } from '../../base/percent.ts';
import type { Noise } from '../../compare/noise.ts';
import type { ComparedRun } from '../../compare/run-comparison.ts';
import type { JudgeNoise } from '../../compare/split-noise.ts';
import { renderInterval } from '../metrics.ts';
import { toLine } from '../one-line.ts';
import type { Palette } from '../palette.ts';
import { quoteArgument } from '../quote-argument.ts';
import { renderTable } from '../render-table.ts';
import { nameSide } from './render-comparison.ts';

export interface NoiseStyle {
  readonly palette: Palette;
  /** What commands need besides, to find the store: ` --store <file>`. */
  readonly storeOption: string;
  /** Judges graded the run. */
  readonly hasJudges: boolean;
}

const right = true;

/** How much each target differs from itself: in words, by repeat, and what two runs of it can detect. */
export function renderNoise(noises: readonly (ComparedRun & Noise)[], style: NoiseStyle): string {
  const { palette } = style;
  const blocks = noises.flatMap((noise) => [
    [...(noises.length === 1 ? [] : [palette.bold(nameSide(noise))]), toLine(noise.summary)],
    renderRepeats(noise, palette),
    renderFlips(noise, palette),
    renderDifferences(noise, palette),
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

function renderFlips(noise: Noise, { dim }: Palette): readonly string[] {
  const { flipRate, noVerdict, judge } = noise;
  const columns = [{ head: 'cases', right }, { head: 'flipped', right }, { head: 'flip rate' }];
  const names = judge === undefined ? [] : [{ head: '' }];
  const rows = [
    [...(judge === undefined ? [] : ['played again']), ...toFlipCells(noise)],
    ...(judge === undefined ? [] : [['only judged again', ...toFlipCells(judge)]]),
  ];
  const { head, lines } = renderTable([...names, ...columns], rows);
  const why = flipRate.why === undefined ? [] : [dim(`No flip rate: ${flipRate.why}.`)];
  const left = noVerdict === 0 ? [] : [`${noVerdict} in error, ungraded or skipped: they say nothing here.`];
  return [dim(head), ...lines, ...why, ...left, ...(judge === undefined ? [] : renderJudge(judge))];
}

function toFlipCells({ cases, flipped, flipRate }: Pick<Noise, 'cases' | 'flipped' | 'flipRate'>): readonly string[] {
  return [String(cases), String(flipped), renderInterval(flipRate)];
}

function renderJudge({ summary, notCompared }: JudgeNoise): readonly string[] {
  const left = `${renderNumberOf(notCompared, 'judgment')} of the first repeat say nothing: ungraded, or asked in another way since.`;
  return [toLine(summary), ...(notCompared === 0 ? [] : [left])];
}

function renderDifferences(
  { chanceDifference, minimumDetectableDifference, isUpperBound }: Noise,
  { dim }: Palette,
): readonly string[] {
  if (chanceDifference.length === 0) return [];
  const toCell = (value: number | null | undefined) => (value == null ? 'too few cases' : `${toPoints(value)} pp`);
  const rows = chanceDifference.map(({ repeats, value }, place) => [
    repeats === 1 ? 'once' : `${repeats} times`,
    toCell(value),
    toCell(minimumDetectableDifference[place]?.ifAllMove),
    toCell(minimumDetectableDifference[place]?.ifSomeChange),
  ]);
  const columns = [
    { head: 'each case played', right },
    { head: 'chance alone', right },
    { head: 'every case moves', right },
    { head: 'some cases change', right },
  ];
  const { head, lines } = renderTable(columns, rows);
  const legend = [
    'chance alone: two runs of the same target differ by less in 95% of comparisons.',
    'The others: minimum detectable difference at 80% power, if the pass rate of every case moves by that much,',
    'or if that share of the cases changes for good.',
    ...(isUpperBound ? ['All at most: computed with the upper end of the flip rate.'] : []),
  ];
  return [dim(head), ...lines, ...legend.map(dim)];
}

function renderNext(
  noises: readonly (ComparedRun & Noise)[],
  { storeOption, hasJudges }: NoiseStyle,
): readonly string[] {
  const [first] = noises;
  if (first === undefined) return [];
  const target = noises.length === 1 ? '' : `:${toLine(first.target)}`;
  const sides = [`${first.run}${target}`, `last${target}`].map(quoteArgument).join(' ');
  return [
    ...(noises.some(({ flipped }) => flipped > 0)
      ? [`Which cases flip: turnwise show run:${first.run}${storeOption}`]
      : []),
    ...(hasJudges && noises.every(({ judge }) => judge === undefined)
      ? [`How much of it is the judge's: turnwise noise run:${first.run} --judge-again${storeOption}`]
      : []),
    `Compare a later run with this one: turnwise compare ${sides}${storeOption}`,
  ];
}
