import type { Calibration, CalibrationGroup } from '../../../calibrate/calibration.ts';
import { isRate, metricTable } from '../../../statistics/metric-table.ts';
import { escapeHtml } from '../../html/escape-html.ts';
import { renderEstimateHtml, renderEstimateText, toCount, toDomain } from '../../html/render-estimate-html.ts';
import { renderHtmlTable } from '../../html/render-html-table.ts';

/** Groups that are listed: those with the most samples. Beyond a dozen the table scrolls. */
const shownGroups = 100;

const meanings =
  'Exact agreement: same score as people. Bias: judge minus people. Mean distance: in points of the scale. TPR: share of good replies it passes. TNR: share of bad replies it fails.';

const columns = ['exact', 'bias', 'mae', 'tpr', 'tnr'] as const;

/** Where the judge does well and where not: by tag, and by the length of the conversation. */
export function renderGroups({ byTag, byTurns, compared }: Calibration, judge: number): string {
  if (compared === 0) return '';
  // Conversations that are all as long tell nothing about length.
  const lengths = byTurns.length > 1 ? byTurns : [];
  const renderName = (name: string) => renderTagLink(name, judge);
  const note = byTag.length === 0 ? meanings : 'Same metrics as by tag.';
  return [
    renderTable(byTag, { title: 'By tag', note: meanings, first: 'Tag', renderName }),
    renderTable(lengths, { title: 'By number of user turns', note, first: 'User turns', renderName: escapeHtml }),
  ].join('');
}

interface GroupTable {
  readonly title: string;
  readonly note: string;
  /** Head of the first column. */
  readonly first: string;
  readonly renderName: (name: string) => string;
}

function renderTable(groups: readonly CalibrationGroup[], { title, note, first, renderName }: GroupTable): string {
  if (groups.length === 0) return '';
  const largest = new Set(groups.toSorted((one, other) => other.n - one.n).slice(0, shownGroups));
  const shown = groups.filter((group) => largest.has(group));
  const rest = groups.length - shown.length;
  const more = rest > 0 ? ` ${toCount(rest)} smaller groups are in the JSON (--json).` : '';
  const rows = shown.map(({ name, n, metrics }) => [
    `${renderName(name)} <span class="n below">n=${toCount(n)}</span>`,
    ...columns.map((column) =>
      column === 'exact'
        ? renderEstimateHtml(metrics.exact, { domain: toDomain('share', []), isRate: true })
        : renderEstimateText(metrics[column], { isRate: isRate(column) }),
    ),
  ]);
  return renderHtmlTable({
    title,
    heading: 'h3',
    note: `${note} With many groups, one may stand out by chance. Check its samples first.${more}`,
    head: [first, ...columns.map((column) => metricTable[column].title)],
    rows,
  });
}

/** Opens the list with the samples of this tag. */
function renderTagLink(tag: string, judge: number): string {
  const link = new URLSearchParams({ judge: String(judge), tag: tag.toWellFormed() });
  return `<a href="#${escapeHtml(link.toString())}">${escapeHtml(tag)}</a>`;
}
