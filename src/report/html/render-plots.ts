import type { Estimate } from '../../statistics/estimate.ts';
import { nameReplies } from '../reply-names.ts';
import { isSurvivalShown, type VariantMetrics } from '../run-metrics.ts';
import {
  countReplies,
  listReplyTicks,
  percentTicks,
  renderLegend,
  renderMarker,
  renderPlotFrame,
  shareTicks,
  shownSeries,
  type Tick,
  toX,
  toY,
} from './plot-frame.ts';

/** Score by turn and survival, where there is more than one turn; and how scores are spread. `labels` are HTML. */
export function renderPlots(variants: readonly VariantMetrics[], labels: readonly string[]): string {
  const legend = renderLegend(labels);
  const metrics = [
    ...(countReplies(variants) < 2 ? [] : listTurnPlots(variants)),
    ...(variants.some(({ distribution }) => distribution.some((count) => count > 0))
      ? [{ title: 'Scores', note: 'Conversations by their mean over turns.', plot: renderDistributionPlot(variants) }]
      : []),
  ];
  const parts = metrics.map(
    ({ title, note, plot }) =>
      `<figure><figcaption><h2>${title}</h2><span class="note">${note}</span></figcaption>${plot}${legend}</figure>\n`,
  );
  return parts.length === 0 ? '' : `<div class="plots">${parts.join('')}</div>\n`;
}

function listTurnPlots(variants: readonly VariantMetrics[]) {
  return [
    {
      title: 'Score by turn',
      note: 'Mean score of each reply, with 95% CI.',
      plot: renderPositionPlot(variants),
    },
    {
      title: 'Survival',
      note: 'Conversations without a failed turn so far. n: conversations that reached this turn. Not drawn below n = 5.',
      plot: renderSurvivalPlot(variants),
    },
  ].filter(({ plot }) => plot !== '');
}

/** Conversations by their mean score; in each step the variants are side by side, in their order. */
export function renderDistributionPlot(variants: readonly VariantMetrics[]): string {
  const shown = variants.slice(0, shownSeries);
  const top = toRoundTop(Math.max(1, ...shown.flatMap(({ distribution }) => distribution)));
  const content = shown.map(({ distribution }, series) => {
    const bars = distribution.map((count, step) =>
      count === 0 ? '' : renderColumn(count, { step, steps: distribution.length, series, of: shown.length, top }),
    );
    return `<g class="series s${series}">${bars.join('')}</g>`;
  });
  return renderPlotFrame({
    description: 'Conversations by their mean score',
    xTitle: 'mean score',
    xTicks: shareTicks,
    yTicks: listCountTicks(top),
    content: content.join(''),
  });
}

interface Place {
  readonly step: number;
  readonly steps: number;
  readonly series: number;
  /** Variants in one step. */
  readonly of: number;
  readonly top: number;
}

function renderColumn(count: number, { step, steps, series, of, top }: Place): string {
  const from = toX((step + series / of) / steps);
  const width = toX((step + (series + 1) / of) / steps) - from;
  // A bar of one case among ten thousand is still there.
  const y = Math.min(toY(count / top), toY(0) - 1.5);
  const title = `<title>${(step / steps).toFixed(2)}–${((step + 1) / steps).toFixed(2)}: ${count.toLocaleString('en')}</title>`;
  const gap = width > 6 ? 2 : 0.6;
  return `<rect class="column" x="${(from + gap / 2).toFixed(1)}" y="${y}" width="${(width - gap).toFixed(1)}" height="${(toY(0) - y).toFixed(1)}">${title}</rect>`;
}

/** The next 1, 2 or 5 followed by zeros that is not below. */
function toRoundTop(greatest: number): number {
  const unit = 10 ** Math.floor(Math.log10(greatest));
  return ([1, 2, 5, 10].find((factor) => factor * unit >= greatest) ?? 10) * unit;
}

function listCountTicks(top: number): readonly Tick[] {
  const parts = top < 4 ? top : 2;
  const shares = Array.from({ length: parts + 1 }, (_, index) => index / parts);
  return shares.map((at) => ({ at, label: (at * top).toLocaleString('en') }));
}

/** More whiskers than these hide the line. */
const mostWhiskers = 24;

/** Mean score by number of the reply, a line for each variant, whiskers for the intervals. */
function renderPositionPlot(variants: readonly VariantMetrics[]): string {
  const shown = variants.slice(0, shownSeries);
  const count = countReplies(shown);
  const names = nameReplies(variants);
  const toAt = (reply: number) => (reply + 0.5) / count;
  const content = shown.map(({ byPosition }, series) => {
    const points = byPosition.flatMap(({ replyIndex, normalizedScore }) =>
      toPoint(toAt(replyIndex) + shift(series, shown.length, count), normalizedScore),
    );
    const whiskers = byPosition.length > mostWhiskers ? '' : points.map(renderWhisker).join('');
    const markers = points.map(({ x, y }) => renderMarker(series, x, y)).join('');
    const line = points.map(({ x, y }, index) => `${index === 0 ? 'M' : 'L'}${x} ${y}`).join('');
    return `<g class="series s${series}">${whiskers}<path class="line" d="${line}"/>${markers}</g>`;
  });
  return renderPlotFrame({
    description: 'Mean score by turn position. The table “By turn position” has the numbers.',
    xTitle: names.what,
    xTicks: listReplyTicks(count, names, toAt),
    yTicks: shareTicks,
    content: content.join(''),
  });
}

/** Variants are shifted a little, so that their whiskers do not overlap. */
function shift(series: number, count: number, positions: number): number {
  return ((series - (count - 1) / 2) * 0.12) / Math.max(positions, 1);
}

interface Point {
  readonly x: number;
  readonly y: number;
  readonly low: number;
  readonly high: number;
}

function toPoint(at: number, { value, low, high }: Estimate): readonly Point[] {
  if (value === null) return [];
  return [{ x: toX(at), y: toY(value), low: toY(low ?? value), high: toY(high ?? value) }];
}

function renderWhisker({ x, low, high }: Point): string {
  return `<path class="whisker" d="M${x} ${low}V${high}"/>`;
}

/**
 * The share of conversations without a failed turn so far: steps that only go down, each at the reply that failed. Below
 * the axis is the number at risk. A curve ends where too few are left to say anything. Empty when no curve has a step.
 */
export function renderSurvivalPlot(variants: readonly VariantMetrics[]): string {
  const shown = variants.slice(0, shownSeries).map((variant) => ({ byPosition: variant.byPosition.filter(hasEnough) }));
  const count = countReplies(shown);
  if (count === 0) return '';
  const names = nameReplies(variants);
  const toAt = (reply: number) => (reply + 1) / count;
  const xTicks = listReplyTicks(count, names, toAt);
  const rows = shown.map(({ byPosition }, series) => ({
    sign: shown.length < 2 ? '' : `<g class="series s${series}">${renderMarker(series, 0, 0)}</g>`,
    ticks: byPosition
      .map(({ replyIndex, survival }) => ({ at: toAt(replyIndex), label: survival.n.toLocaleString('en') }))
      .filter(({ at }) => xTicks.some((tick) => tick.at === at)),
  }));
  return renderPlotFrame({
    description: 'Share of conversations without a failed turn, by turn position, with the number at risk',
    xTitle: `after ${names.what}`,
    xTicks,
    yTicks: percentTicks,
    content: shown.map(({ byPosition }, series) => renderSteps(byPosition, series, toAt)).join(''),
    rows,
  });
}

type Positions = VariantMetrics['byPosition'];

function hasEnough({ survival }: Positions[number]): boolean {
  return isSurvivalShown(survival);
}

function renderSteps(byPosition: Positions, series: number, toAt: (reply: number) => number): string {
  if (byPosition.length === 0) return '';
  let path = `M${toX(0)} ${toY(1)}`;
  let markers = '';
  for (const { replyIndex, survival } of byPosition) {
    const [x, y] = [toX(toAt(replyIndex)), toY(survival.value ?? 0)];
    path += `H${x}V${y}`;
    markers += renderMarker(series, x, y);
  }
  return `<g class="series s${series}"><path class="line" d="${path}"/>${markers}</g>`;
}
