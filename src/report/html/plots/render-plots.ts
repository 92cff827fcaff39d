import type { VariantMetrics } from '../../run-metrics.ts';
import { renderDistributionPlot } from './distribution-plot.ts';
import { countReplies, renderLegend } from './plot-frame.ts';
import { renderPositionPlot } from './position-plot.ts';
import { renderSurvivalPlot } from './survival-plot.ts';

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
