import type { Calibration } from '../../../calibrate/calibration.ts';
import { figureNames } from '../../../calibrate/figure-names.ts';
import { figureTitles } from '../../../calibrate/figure-titles.ts';
import { escapeHtml } from '../../html/escape-html.ts';
import { renderHtmlTable } from '../../html/render-html-table.ts';
import { figureMeanings } from './figure-words.ts';
import { renderFigureText } from './render-drawn-figure.ts';

/** Every figure of every judge, with what it is. Folded: who needs one of these comes for it. */
export function renderAllFigures(calibrations: readonly Calibration[], labels: readonly string[]): string {
  const rows = figureNames.map((name) => [
    `${escapeHtml(figureTitles[name])} <span class="n">${name}</span> <span class="n below">${escapeHtml(figureMeanings[name])}</span>`,
    ...calibrations.map((calibration) => renderFigureText(calibration[name])),
  ]);
  const table = renderHtmlTable({
    title: 'All figures',
    note: 'Small words are the names in JSON, in gates and in certificates.',
    head: ['Figure', ...labels.map(escapeHtml)],
    rows,
  });
  return `<details class="all"><summary>All ${figureNames.length} figures, each with what it is</summary>${table}</details>\n`;
}
