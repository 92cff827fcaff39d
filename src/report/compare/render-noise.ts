import { renderNumberOf } from '../../base/number-of.ts';
import { toPoints } from '../../base/percent.ts';
import { wrap } from '../../base/terminal-text.ts';
import type { Noise } from '../../compare/noise.ts';
import { listNoiseSentences } from '../../compare/noise-sentence.ts';
import type { ComparedRun } from '../../compare/run-comparison.ts';
import type { JudgeNoise } from '../../compare/split-noise.ts';
import { quoteArgument } from '../../format/transcript.ts';
import { renderEstimate } from '../../statistics/render-estimate.ts';
import { countLines, joinBlocks, toLineLimit } from '../fit-lines.ts';
import { cutLine, toLine } from '../one-line.ts';
import type { Palette } from '../palette.ts';
import { renderTable } from '../render-table.ts';
import { nameSide } from './render-comparison.ts';

interface NoiseStyle {
  readonly palette: Palette;
  /** What commands need besides, to find the database: ` --db <file>`. */
  readonly storeOption: string;
  /** Judges graded the run. */
  readonly hasJudges: boolean;
  /** Every table, instead of what fits on one screen. */
  readonly verbose?: boolean;
  /** Longest line, in characters; default: nothing is wrapped. */
  readonly width?: number;
}

const right = true;

/** How much each target differs from itself: as text, by repeat, and what two runs of it can detect. */
export function renderNoise(noises: readonly (ComparedRun & Noise)[], style: NoiseStyle): string {
  const { palette, verbose = false } = style;
  const next = renderNext(noises, style);
  if (noises.length > 1 && !verbose) return joinBlocks([renderTargets(noises, next, style), next]);
  const blocks = noises.flatMap((noise) => [
    [...(noises.length === 1 ? [] : [palette.bold(nameSide(noise))]), ...renderSentences(noise, style)],
    ...(verbose ? [renderRepeats(noise, palette), renderFlips(noise, palette), renderDifferences(noise, palette)] : []),
  ]);
  return joinBlocks([...blocks, next]);
}

/** Flip rate of each target, what was not counted, and as much of the rest as all of them have room for. */
function renderTargets(
  noises: readonly (ComparedRun & Noise)[],
  next: readonly string[],
  { palette, width = Number.POSITIVE_INFINITY }: NoiseStyle,
): readonly string[] {
  const all = noises.map((noise) => listTargetSentences(noise));
  const render = (shown: ReadonlySet<TargetSentence>) => [
    ...noises.flatMap((noise, target) => [
      palette.bold(cutLine(nameSide(noise), width)),
      ...(all[target] ?? [])
        .filter((sentence) => shown.has(sentence))
        .flatMap(({ text }) => wrap(toLine(text), width - 2).map((line) => `  ${line}`)),
    ]),
    palette.dim('… more of each target: --verbose'),
  ];
  const addIfFitting = (shown: ReadonlySet<TargetSentence>, added: readonly TargetSentence[]) => {
    const more = new Set([...shown, ...added]);
    return countLines([render(more), next]) <= toLineLimit(noises.length) ? more : shown;
  };
  const toRank = (rank: number) => all.flat().filter((sentence) => sentence.rank === rank);
  // Rank 1 is shown for as many targets as fit. Ranks 2 and 3 are shown for all targets or for none.
  const steps = [...toRank(1).map((sentence) => [sentence]), toRank(2), toRank(3)];
  const shown = steps.reduce<ReadonlySet<TargetSentence>>(addIfFitting, new Set(toRank(0)));
  return render(shown);
}

interface TargetSentence {
  readonly text: string;
  /** 0: must not be missed. */
  readonly rank: number;
}

function listTargetSentences(noise: Noise): readonly TargetSentence[] {
  const [flips = '', detectable, ...rest] = listNoiseSentences(noise);
  return [
    { text: flips, rank: 0 },
    ...(detectable === undefined ? [] : [{ text: detectable, rank: 1 }]),
    ...rest.map((text) => ({ text, rank: 3 })),
    ...(noise.judge === undefined ? [] : [{ text: noise.judge.summary, rank: 2 }]),
    ...listSkipped(noise).map((text) => ({ text, rank: 0 })),
  ];
}

function renderSentences(noise: Noise, { verbose = false, width = Number.POSITIVE_INFINITY }: NoiseStyle) {
  const { judge } = noise;
  return [
    ...listNoiseSentences(noise),
    ...(judge === undefined || verbose ? [] : [judge.summary]),
    ...(verbose ? [] : listSkipped(noise)),
  ].flatMap((sentence) => wrap(toLine(sentence), width));
}

function isBroken({ chanceDifference, noVerdict }: Noise): boolean {
  return chanceDifference.length === 0 && noVerdict > 0;
}

function listSkipped({ noVerdict }: Noise): readonly string[] {
  const skipped = `Not counted: ${renderNumberOf(noVerdict, 'conversation')} in error, ungraded or skipped.`;
  return noVerdict === 0 ? [] : [skipped];
}

function renderRepeats({ byRepeat }: Noise, { dim }: Palette): readonly string[] {
  const rows = byRepeat.map(({ repeat, rate }) => [String(repeat + 1), renderEstimate(rate, { unit: 'percent' })]);
  const { head, lines } = renderTable([{ head: 'repeat', right }, { head: 'pass rate' }], rows);
  return [dim(head), ...lines];
}

function renderFlips(noise: Noise, { dim }: Palette): readonly string[] {
  const { cases, flipRate, noVerdict, judge } = noise;
  const columns = [{ head: 'cases', right }, { head: 'flipped', right }, { head: 'flip rate' }];
  const names = judge === undefined ? [] : [{ head: '' }];
  const rows = [
    [...(judge === undefined ? [] : ['target run again']), ...toFlipCells(noise)],
    ...(judge === undefined ? [] : [['only judged again', ...toFlipCells(judge)]]),
  ];
  const { head, lines } = renderTable([...names, ...columns], rows);
  const why = flipRate.why === undefined ? [] : [dim(`No flip rate: ${flipRate.why}.`)];
  const counted = flipRate.n > cases ? [dim('n counts each case once per format and play mode.')] : [];
  const left = noVerdict === 0 ? [] : [`Not counted: ${noVerdict} in error, ungraded or skipped.`];
  return [dim(head), ...lines, ...counted, ...why, ...left, ...(judge === undefined ? [] : renderJudge(judge))];
}

function toFlipCells({ cases, flipped, flipRate }: Pick<Noise, 'cases' | 'flipped' | 'flipRate'>): readonly string[] {
  return [String(cases), String(flipped), renderEstimate(flipRate, { unit: 'percent' })];
}

function renderJudge({ summary, notCompared }: JudgeNoise): readonly string[] {
  const left = `Not counted: ${renderNumberOf(notCompared, 'judgment')} of the first repeat, ungraded or with a changed request.`;
  return [toLine(summary), ...(notCompared === 0 ? [] : [left])];
}

function renderDifferences(
  { chanceDifference, minimumDetectableDifference, isUpperBound }: Noise,
  { dim }: Palette,
): readonly string[] {
  if (chanceDifference.length === 0) return [];
  const toCell = (value: number | null | undefined) => (value == null ? 'too few cases' : `${toPoints(value)} pp`);
  const rows = chanceDifference.map(({ repeats, value }, place) => [
    `${repeats}`,
    toCell(value),
    toCell(minimumDetectableDifference[place]?.ifAllMove),
    toCell(minimumDetectableDifference[place]?.ifSomeChange),
  ]);
  const columns = [
    { head: 'runs per case', right },
    { head: 'chance alone', right },
    { head: 'every case shifts', right },
    { head: 'some cases change', right },
  ];
  const { head, lines } = renderTable(columns, rows);
  const legend = [
    'Chance alone: 95% of run pairs of the same target differ by at most this much.',
    'The others: minimum detectable difference (80% power) if the pass rate of every case shifts by that much,',
    'or if that share of the cases flips and stays flipped.',
    ...(isUpperBound ? ["Upper bounds: computed from the upper end of the flip rate's 95% CI."] : []),
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
    ...(noises.some((noise) => noise.flipped > 0 || isBroken(noise))
      ? [`Details: turnwise show run:${first.run}${storeOption}`]
      : []),
    ...(hasJudges && noises.every(({ judge }) => judge === undefined)
      ? [`Measure the judge's share: turnwise noise run:${first.run} --judge-again${storeOption}`]
      : []),
    `Compare a later run: turnwise compare ${sides}${storeOption}`,
  ];
}
