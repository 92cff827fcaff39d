import { caseBlock, indexBlock, lateNote, toBlockJson } from '../../format/page-data.ts';
import type { RunMetrics } from '../run-metrics.ts';
import {
  renderBlock,
  renderLines,
  renderListSection,
  renderNotes,
  renderPageEnd,
  renderPageHead,
  renderPageTop,
  toShownTime,
} from './page-frame.ts';
import { pageScript } from './page-script.ts';
import { pageStyle } from './page-style.ts';
import { type Failures, renderSummary } from './render-summary.ts';
import type { TargetFacts } from './target-facts.ts';
import { type ReportCase, toPageCase } from './to-page-case.ts';
import { toPageIndex } from './to-page-index.ts';

export interface HtmlReportInput {
  readonly metrics: RunMetrics;
  /** The first failures, for the first screen. */
  readonly failures?: Failures;
  /** What the run is of: names of its datasets or files. */
  readonly title: string;
  /** ISO-8601, UTC. */
  readonly startedAt: string;
  readonly endedAt?: string;
  /** The file and the format that the run was imported from. */
  readonly imported?: { readonly from: string; readonly format: string };
  /** What else the reader has to know: that the run is not complete, that its files changed. */
  readonly notes?: readonly string[];
  /** What was tested. */
  readonly targets?: readonly TargetFacts[];
  readonly cases: AsyncIterable<ReportCase>;
  /** Asked after the last case was read: what is known only then. The script puts it on top. */
  readonly listLateNotes?: () => readonly string[];
}

const assets = { script: pageScript, style: pageStyle };

/**
 * One self-contained page: metrics and plots first, as HTML; then the cases as data, which the script at its end
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

function renderTop({ metrics, title, startedAt, endedAt, imported, notes = [] }: HtmlReportInput): string {
  const facts = [
    `run ${metrics.run}`,
    ...(metrics.grading === undefined ? [] : [`grading ${metrics.grading}`]),
    // An imported run was played at another time, which is not known.
    ...(imported === undefined
      ? [`started ${toShownTime(startedAt)}`, ...(endedAt === undefined ? [] : [`ended ${toShownTime(endedAt)}`])]
      : [`imported ${toShownTime(startedAt)} from ${imported.from} (${imported.format})`]),
  ];
  const parts = [
    ['summary', 'Summary'],
    ['cases', 'Cases'],
  ] as const;
  return renderPageTop({ title, facts, notes, parts });
}

/** Cases of one chunk: enough that ten thousand make a few dozen blocks, few enough that one is read in a blink. */
const chunkCases = 200;
/** Long conversations make shorter chunks, so that neither side needs much memory. */
const chunkLength = 2_000_000;

/** The cases as blocks of data, a chunk at a time; nothing is kept. See format/page-data.ts. */
async function* renderCaseChunks(cases: AsyncIterable<ReportCase>): AsyncGenerator<string> {
  let chunk: ReportCase[] = [];
  let lines: string[] = [];
  let length = 0;
  for await (const conversation of cases) {
    const line = toBlockJson(toPageCase(conversation));
    chunk.push(conversation);
    lines.push(line);
    length += line.length;
    if (chunk.length < chunkCases && length < chunkLength) continue;
    yield renderChunk(chunk, lines);
    chunk = [];
    lines = [];
    length = 0;
  }
  if (chunk.length > 0) yield renderChunk(chunk, lines);
}

function renderChunk(chunk: readonly ReportCase[], lines: readonly string[]): string {
  const index = renderBlock(indexBlock, toBlockJson(toPageIndex(chunk)));
  return `${index}${renderLines(caseBlock, lines)}`;
}
