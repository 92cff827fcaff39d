import type { LossReport } from '../../files/foreign/loss-report.ts';
import { toVisibleText } from '../../format/transcript.ts';
import { renderTable } from '../../report/render-table.ts';

/** Data that was not converted, by kind, with the place of the first of each. Empty if there is none. */
export function renderLosses(report: LossReport, title: string): string {
  const kinds = report.listKinds();
  if (kinds.length === 0) return '';
  const rows = kinds.map(({ what, count, examples: [first] }) => [
    `  ${toVisibleText(what)}`,
    count.toLocaleString('en'),
    first === undefined ? '' : toVisibleText(`first: ${first.item}, ${first.where}`),
  ]);
  const { lines } = renderTable([{ head: '' }, { head: '', right: true }, { head: '' }], rows);
  return `${title}\n${lines.join('\n')}\n`;
}
