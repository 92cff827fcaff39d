import { isSurvivalShown } from '../../metrics.ts';
import { nameReplies } from '../../reply-names.ts';
import type { VariantMetrics } from '../../run-metrics.ts';
import {
  countReplies,
  listReplyTicks,
  percentTicks,
  renderMarker,
  renderPlotFrame,
  shownSeries,
  toX,
  toY,
} from './plot-frame.ts';

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
