import { escapeHtml } from '../../html/escape-html.ts';
import { renderHtmlTable } from '../../html/render-html-table.ts';
import type { SkippedSample } from './calibration-html-input.ts';

/** What was written as a sample and could not be used. */
export function renderSkipped(skipped: readonly SkippedSample[]): string {
  if (skipped.length === 0) return '';
  const rows = skipped.map(({ file, line, id, reason }) => [
    `${escapeHtml(file)}${line === undefined ? '' : `:${line}`}`,
    id === undefined ? '<span class="n">–</span>' : escapeHtml(id),
    `<span class="example">${escapeHtml(reason)}</span>`,
  ]);
  const note = 'No judge graded these.';
  return `<div class="tables">${renderHtmlTable({ title: 'Skipped samples', note, head: ['Where', 'Sample', 'Why'], rows })}</div>\n`;
}
