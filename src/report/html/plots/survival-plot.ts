import type { ColumnFigures } from '../../run-figures.ts';
import { countReplies, listReplyTicks, percentTicks, renderPlotFrame, toX, toY } from './plot-frame.ts';
import { renderMarker, shownSeries } from './series.ts';

/**
 * The share of conversations without a failed turn so far, by number of the reply: steps that only go down, each at the
 * reply that failed.
 */
export function renderSurvivalPlot(columns: readonly ColumnFigures[]): string {
  const shown = columns.slice(0, shownSeries);
  const count = countReplies(shown);
  const content = shown.map((column, series) => renderSteps(column, series, count));
  return renderPlotFrame({
    description: 'Share of conversations without a failed turn, by turn position',
    xTitle: 'after reply',
    xTicks: listReplyTicks(count, (reply) => (reply + 1) / count),
    yTicks: percentTicks,
    content: content.join(''),
  });
}

function renderSteps({ byPosition }: ColumnFigures, series: number, count: number): string {
  let path = `M${toX(0)} ${toY(1)}`;
  let markers = '';
  for (const { reply, alive } of byPosition) {
    if (alive.value === null) continue;
    const [x, y] = [toX((reply + 1) / count), toY(alive.value)];
    path += `H${x}V${y}`;
    markers += renderMarker(series, x, y);
  }
  return `<g class="series s${series}"><path class="line" d="${path}"/>${markers}</g>`;
}
