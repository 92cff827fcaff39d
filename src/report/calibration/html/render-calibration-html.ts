import type { Calibration } from '../../../calibrate/calibration.ts';
import type { PageJudge } from '../../../format/calibration-page.ts';
import { escapeHtml } from '../../html/escape-html.ts';
import {
  type PageAssets,
  renderListSection,
  renderPageEnd,
  renderPageHead,
  renderPageTop,
  toShownTime,
} from '../../html/page-frame.ts';
import { renderHtmlTable } from '../../html/render-html-table.ts';
import type { CalibrationHtmlInput, ReportedJudge, SkippedSample } from './calibration-html-input.ts';
import { groupSamples } from './group-samples.ts';
import { pageScript } from './page-script.ts';
import { pageStyle } from './page-style.ts';
import { renderJudge } from './render-judge.ts';
import { renderAllMetrics, renderSideBySide } from './render-side-by-side.ts';
import { renderVerdicts } from './render-verdicts.ts';
import { renderSampleChunks } from './sample-chunks.ts';

const assets: PageAssets = { script: pageScript, style: pageStyle };

/**
 * One self-contained page: whether each judge may be trusted, then the metrics and drawings, which work without any
 * script; then the samples as data, which the script at its end reads after the first frame. Comes in pieces.
 */
export function* renderCalibrationHtml(report: CalibrationHtmlInput): Generator<string> {
  const { judges, skipped } = report;
  const calibrations = judges.map(({ calibration }) => calibration);
  const labels = toJudgeLabels(calibrations);
  const pages = judges.map((judge, place) => toPageJudge(judge, labels[place] ?? ''));
  const samples = groupSamples(judges);
  yield renderPageHead(`${report.title} – Turnwise`, assets);
  yield renderTop(report);
  yield `<main>\n<section id="verdict" aria-label="Verdict">\n${renderVerdicts(calibrations)}</section>\n`;
  yield `<section id="metrics" aria-label="Judges side by side">\n${renderSideBySide(calibrations, labels)}${renderAllMetrics(calibrations, labels)}</section>\n`;
  for (const [judge, page] of pages.entries()) {
    const calibration = calibrations[judge];
    if (calibration !== undefined) yield renderJudge({ calibration, page, judge, samples });
  }
  yield renderSkipped(skipped);
  yield renderListSection('samples', 'Samples');
  yield* renderSampleChunks(samples, pages);
  yield renderPageEnd(assets);
}

function renderTop({ title, id, at, split, version, notes = [] }: CalibrationHtmlInput): string {
  const facts = [
    ...(id === undefined ? [] : [`calibration ${id}`]),
    toShownTime(at),
    `${split} samples`,
    `Turnwise ${version}`,
  ];
  const parts = [
    ['verdict', 'Verdict'],
    ['metrics', 'Metrics'],
    ['samples', 'Samples'],
  ] as const;
  return renderPageTop({ title, facts, notes, parts });
}

/** Each judge by what distinguishes it from the others: its target, its deck, or both. */
export function toJudgeLabels(judges: readonly Pick<Calibration, 'deck' | 'target'>[]): readonly string[] {
  const hasDecks = new Set(judges.map(({ deck }) => deck)).size > 1;
  const hasTargets = new Set(judges.map(({ target }) => target)).size > 1;
  return judges.map(({ deck, target }) => {
    if (hasDecks === hasTargets) return `${deck} · ${target}`;
    return hasDecks ? deck : target;
  });
}

/** What was written as a sample and could not be used. */
function renderSkipped(skipped: readonly SkippedSample[]): string {
  if (skipped.length === 0) return '';
  const rows = skipped.map(({ file, line, id, reason }) => [
    `${escapeHtml(file)}${line === undefined ? '' : `:${line}`}`,
    id === undefined ? '<span class="n">–</span>' : escapeHtml(id),
    `<span class="example">${escapeHtml(reason)}</span>`,
  ]);
  const note = 'No judge graded these.';
  return `<div class="tables">${renderHtmlTable({ title: 'Skipped samples', note, head: ['Where', 'Sample', 'Why'], rows })}</div>\n`;
}

/** What the page needs to know of a judge. A scale without steps uses the ends of the given scores. */
function toPageJudge({ calibration, rows }: ReportedJudge, label: string): PageJudge {
  const { confusion, pass } = calibration;
  const [least, next] = confusion.labels;
  const greatest = confusion.labels.at(-1);
  if (least !== undefined && greatest !== undefined) {
    return { name: label, pass, scale: [least, greatest], step: next === undefined ? 0 : next - least };
  }
  let [low, high] = [pass, pass];
  for (const { human, judge } of rows) {
    low = Math.min(low, human ?? low, judge ?? low);
    high = Math.max(high, human ?? high, judge ?? high);
  }
  return { name: label, pass, scale: [low, high], step: 0 };
}
