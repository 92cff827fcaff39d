import { renderListSection } from '../../html/list-section.ts';
import { type PageAssets, renderPageEnd, renderPageHead } from '../../html/page-frame.ts';
import { renderPageTop, toShownTime } from '../../html/page-top.ts';
import type { CalibrationHtmlInput } from './calibration-html-input.ts';
import { groupSamples } from './group-samples.ts';
import { toJudgeLabels } from './judge-labels.ts';
import { pageScript } from './page-script.ts';
import { pageStyle } from './page-style.ts';
import { renderAllMetrics } from './render-all-metrics.ts';
import { renderJudge } from './render-judge.ts';
import { renderSideBySide } from './render-side-by-side.ts';
import { renderSkipped } from './render-skipped.ts';
import { renderVerdicts } from './render-verdicts.ts';
import { renderSampleChunks } from './sample-chunks.ts';
import { toPageJudge } from './to-page-judge.ts';

const assets: PageAssets = { script: pageScript, style: pageStyle };

/**
 * One self-contained page: whether each judge may be trusted, then the metrics and drawings, which stand without any
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
