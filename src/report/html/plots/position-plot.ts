import type { Estimate } from '../../../statistics/estimate.ts';
import { nameReplies } from '../../reply-names.ts';
import type { VariantMetrics } from '../../run-metrics.ts';
import {
  countReplies,
  listReplyTicks,
  renderMarker,
  renderPlotFrame,
  shareTicks,
  shownSeries,
  toX,
  toY,
} from './plot-frame.ts';

/** More whiskers than these hide the line. */
const mostWhiskers = 24;

/** Mean score by number of the reply, a line for each variant, whiskers for the intervals. */
export function renderPositionPlot(variants: readonly VariantMetrics[]): string {
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

/** Variants stand a little beside each other, so that whiskers do not cover whiskers. */
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
