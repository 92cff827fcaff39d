import type { Calibration } from '../../../calibrate/calibration.ts';
import { isRate } from '../../../calibrate/metric-kinds.ts';
import { metricNames } from '../../../calibrate/metric-names.ts';
import { metricTitles } from '../../../calibrate/metric-titles.ts';
import { escapeHtml } from '../../html/escape-html.ts';
import { renderHtmlTable } from '../../html/render-html-table.ts';
import { metricMeanings } from './metric-words.ts';
import { renderMetricText } from './render-drawn-metric.ts';

/** Every metric of every judge, with what it is. Folded: who needs one of these comes for it. */
export function renderAllMetrics(calibrations: readonly Calibration[], labels: readonly string[]): string {
  const rows = metricNames.map((name) => [
    `${escapeHtml(metricTitles[name])} <span class="n">${name}</span> <span class="n below">${escapeHtml(metricMeanings[name])}</span>`,
    ...calibrations.map((calibration) => renderMetricText(calibration[name], { isRate: isRate(name) })),
  ]);
  const table = renderHtmlTable({
    title: 'All metrics',
    note: 'Small print: the names in JSON, gates and certificates.',
    head: ['Metric', ...labels.map(escapeHtml)],
    rows,
  });
  return `<details class="all"><summary>All ${metricNames.length} metrics explained</summary>${table}</details>\n`;
}
