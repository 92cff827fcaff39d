import { lateNote } from '../../format/page-data.ts';
import type { RunMetrics } from '../run-metrics.ts';
import { renderCaseChunks } from './case-chunks.ts';
import { renderListSection } from './list-section.ts';
import { renderPageEnd, renderPageHead } from './page-frame.ts';
import { pageScript } from './page-script.ts';
import { pageStyle } from './page-style.ts';
import { renderNotes, renderPageTop, toShownTime } from './page-top.ts';
import { type Failures, renderSummary } from './render-summary.ts';
import type { TargetFacts } from './target-facts.ts';
import type { ReportCase } from './to-page-case.ts';

export interface HtmlReportInput {
  readonly metrics: RunMetrics;
  /** The first failures, for the first screen. */
  readonly failures?: Failures;
  /** What the run is of: names of its datasets or files. */
  readonly title: string;
  /** ISO-8601, UTC. */
  readonly startedAt: string;
  readonly endedAt?: string;
  /** What else the reader has to know: that the run goes on, that its files changed. */
  readonly notes?: readonly string[];
  /** What was tested. */
  readonly targets?: readonly TargetFacts[];
  readonly cases: AsyncIterable<ReportCase>;
  /** Asked after the last case was read: what is known only then. The script puts it on top. */
  readonly listLateNotes?: () => readonly string[];
}

const assets = { script: pageScript, style: pageStyle };

/**
 * One self-contained page: metrics and plots first, as they stand; then the cases as data, which the script at its end
 * reads after the first frame. Comes in pieces and is never held as a whole.
 */
export async function* renderHtmlReport(input: HtmlReportInput): AsyncGenerator<string> {
  yield renderPageHead(`${input.title} – Turnwise`, assets);
  yield renderTop(input);
  yield `<main>\n<section id="summary" aria-label="Summary">\n${renderSummary(input)}</section>\n`;
  yield renderListSection('cases', 'Cases');
  yield* renderCaseChunks(input.cases);
  yield renderNotes(input.listLateNotes?.() ?? [], `warning ${lateNote}`);
  yield renderPageEnd(assets);
}

function renderTop({ metrics, title, startedAt, endedAt, notes = [] }: HtmlReportInput): string {
  const facts = [
    `run ${metrics.run}`,
    ...(metrics.grading === undefined ? [] : [`grading ${metrics.grading}`]),
    `started ${toShownTime(startedAt)}`,
    ...(endedAt === undefined ? [] : [`ended ${toShownTime(endedAt)}`]),
  ];
  const parts = [
    ['summary', 'Summary'],
    ['cases', 'Cases'],
  ] as const;
  return renderPageTop({ title, facts, notes, parts });
}
