import { renderNumberOf } from '../../base/number-of.ts';
import { quoteList } from '../../format/quote-argument.ts';
import { type StatusChanges, shownIds } from '../../report/collect/status-changes.ts';
import { toLine } from '../../report/one-line.ts';
import { renderTable } from '../../report/render-table.ts';
import { nameGrading } from '../show/render-gradings.ts';

export interface ChangedGrading {
  readonly run: string;
  readonly grading: number;
  /** The grading it is set against; 0: as played. */
  readonly base: number;
  /** How many conversations were graded. */
  readonly conversations: number;
  readonly storeOption: string;
}

/** What a grading changed compared with the verdicts before it, and how to see both. */
export function renderStatusChanges({ count, groups }: StatusChanges, changed: ChangedGrading): string {
  const { run, grading, base, conversations, storeOption } = changed;
  const before = base === 0 ? 'the original verdicts' : nameGrading(base);
  const of = renderNumberOf(conversations, 'conversation');
  if (count === 0) return `Grading ${grading} changed no statuses, compared with ${before} (${of}).\n`;
  const rows = groups.map(({ from, to, count: size, ids }) => {
    const more = size > ids.length && ids.length === shownIds ? ', …' : '';
    return [size.toLocaleString('en'), `${from} → ${to}`, toLine(`${ids.join(', ')}${more}`)];
  });
  const { lines } = renderTable([{ head: '', right: true }, { head: '' }, { head: '' }], rows);
  const look = `turnwise show run:${run} --case ${quoteList([groups[0]?.ids[0] ?? ''])}${storeOption}`;
  return [
    `Grading ${grading} changed the status of ${count.toLocaleString('en')} of ${of}, compared with ${before}:`,
    ...lines.map((line) => `  ${line}`),
    '',
    `Now:    ${look}`,
    `Before: ${look} --grading ${base}`,
    '',
  ].join('\n');
}
