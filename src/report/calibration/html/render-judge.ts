import type { Calibration } from '../../../calibrate/calibration.ts';
import { UngradedCause } from '../../../conversation/verdict.ts';
import type { PageJudge } from '../../../format/calibration-page.ts';
import { toScoreText } from '../../../format/score-text.ts';
import { escapeHtml } from '../../html/escape-html.ts';
import { toCount } from '../../html/render-estimate-html.ts';
import { renderHtmlTable } from '../../html/render-html-table.ts';
import type { GroupedSample } from './group-samples.ts';
import { renderGroups } from './render-groups.ts';
import { renderHeatMap } from './render-heat-map.ts';
import { renderScatter } from './render-scatter.ts';
import { renderProbes, renderRetest } from './render-steadiness.ts';

interface JudgeDrawing {
  readonly calibration: Calibration;
  readonly page: PageJudge;
  /** Place in the list of judges. */
  readonly judge: number;
  readonly samples: readonly GroupedSample[];
}

/** One judge by itself: where it differs from people, in what, and how steady it is. */
export function renderJudge({ calibration, page, judge, samples }: JudgeDrawing): string {
  const { deck, target } = calibration;
  return [
    `<section class="about-judge" id="judge-${judge}" aria-labelledby="judge-${judge}-title">\n`,
    `<h2 id="judge-${judge}-title">${escapeHtml(target)} <span class="n">${escapeHtml(deck)}</span></h2>\n`,
    `<p class="note">${renderFacts(calibration)}${renderLink(calibration, judge)}</p>\n`,
    `<div class="plots">${renderHeatMap(calibration, judge)}${renderScatter(samples, page, judge)}</div>\n`,
    `<div class="tables">${renderRetest(calibration)}${renderUngraded(calibration, judge)}${renderProbes(calibration)}${renderGroups(calibration, judge)}</div>\n`,
    '</section>\n',
  ].join('');
}

function renderFacts({ n, graded, compared, unlabeled, pass, disagreements }: Calibration): string {
  const flips = disagreements.filter((disagreement) => disagreement.flips).length;
  const facts = [
    `${toCount(n)} samples`,
    `${toCount(graded)} graded`,
    ...(unlabeled === 0 ? [] : [`${toCount(unlabeled)} without a human score`]),
    `${toCount(compared)} compared`,
    ...(compared === 0 ? [] : [`${toCount(disagreements.length)} with a different score than people`]),
    ...(disagreements.length === 0
      ? []
      : [`${toCount(flips)} of these flip pass/fail (passing score ${toScoreText(pass)})`]),
  ];
  return `${facts.join(' · ')}.`;
}

function renderLink({ disagreements }: Calibration, judge: number): string {
  if (disagreements.length === 0) return '';
  return ` <a href="#judge=${judge}&amp;kinds=disagreements">See the disagreements.</a>`;
}

const meanings: Readonly<Record<UngradedCause, string>> = {
  unparseable: 'No score could be read from the reply.',
  'out-of-scale': 'The score is outside the scale.',
  refused: 'The model refused to answer.',
  'too-long': 'The conversation did not fit the context window.',
  'provider-error': 'The provider answered with an error.',
  timeout: 'The judge did not answer in time.',
  'not-applicable': 'The judge said that it cannot grade this.',
  'no-judge': 'No judge is configured.',
  'no-reward': 'The imported file has no reward.',
  'no-grader': 'No grader is configured.',
};

/** What could not be graded, by cause: it counts for nothing, and never as a zero. */
function renderUngraded({ ungraded, n }: Calibration, judge: number): string {
  const rows = UngradedCause.options.flatMap((cause) => {
    const count = ungraded[cause] ?? 0;
    return count === 0 ? [] : [[`${cause} <span class="n below">${meanings[cause]}</span>`, toCount(count)]];
  });
  if (rows.length === 0) return '';
  const link = `<a href="#judge=${judge}&amp;kinds=ungraded">See them.</a>`;
  const note = `Of ${toCount(n)} samples. They are excluded from every metric, never counted as zeros. ${link}`;
  return renderHtmlTable({ title: 'Ungraded', heading: 'h3', note, head: ['Cause', 'Samples'], rows });
}
