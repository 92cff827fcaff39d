import type { Calibration } from '../../../calibrate/calibration.ts';
import { UngradedCause } from '../../../conversation/verdict.ts';
import { toCount } from '../../html/render-drawn-interval.ts';
import { renderHtmlTable } from '../../html/render-html-table.ts';

const meanings: Readonly<Record<UngradedCause, string>> = {
  unparseable: 'No score could be read from the reply.',
  'out-of-scale': 'The score is outside the scale.',
  refused: 'The model refused to answer.',
  'too-long': 'The conversation did not fit the context window.',
  'provider-error': 'The provider answered with an error.',
  timeout: 'The judge did not answer in time.',
  'not-applicable': 'The judge said that it cannot grade this.',
  'no-judge': 'No judge is configured.',
  'no-grader': 'No grader is configured.',
};

/** What could not be graded, by cause: it counts for nothing, and never as a zero. */
export function renderUngraded({ ungraded, n }: Calibration, judge: number): string {
  const rows = UngradedCause.options.flatMap((cause) => {
    const count = ungraded[cause] ?? 0;
    return count === 0 ? [] : [[`${cause} <span class="n below">${meanings[cause]}</span>`, toCount(count)]];
  });
  if (rows.length === 0) return '';
  const link = `<a href="#judge=${judge}&amp;kinds=ungraded">See them.</a>`;
  const note = `Of ${toCount(n)} samples. They are excluded from every metric, never counted as zeros. ${link}`;
  return renderHtmlTable({ title: 'Ungraded', heading: 'h3', note, head: ['Cause', 'Samples'], rows });
}
