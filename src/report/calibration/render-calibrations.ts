import { renderNumberOf } from '../../base/number-of.ts';
import { renderScale } from '../../conversation/judge/scale.ts';
import { toScoreText } from '../../format/score-text.ts';
import { joinBlocks } from '../fit-lines.ts';
import { toLine } from '../one-line.ts';
import { renderBaselineNote } from './baseline-note.ts';
import type { CalibrationReport, CalibrationStyle, ReportedDeck, ReportedJudge } from './calibration-report.ts';
import { listSkipped, renderCached, renderNext } from './render-around.ts';
import { renderConfusion } from './render-confusion.ts';
import { renderDisagreements } from './render-disagreements.ts';
import { renderGate } from './render-gate.ts';
import { renderGroups } from './render-groups.ts';
import { renderMetricTables } from './render-metric-table.ts';
import { renderShortCalibration } from './render-short-calibration.ts';
import { renderSteadiness } from './render-steadiness.ts';
import { renderUngraded } from './render-ungraded.ts';
import { renderVerdictLines } from './render-verdict-lines.ts';

type Block = readonly string[];

/** What a calibration found: which judges are trusted, the metrics of all judges per deck, then each judge, and what to do next. */
export function renderCalibrations(report: CalibrationReport, style: CalibrationStyle): string {
  return style.verbose === true ? renderWhole(report, style) : renderShortCalibration(report, style);
}

function renderWhole(report: CalibrationReport, style: CalibrationStyle): string {
  const isOne = report.decks.length === 1;
  const blocks = [
    ...report.decks.flatMap((deck) => [[renderDeckTitle(deck, report, style)], renderVerdictLines(deck.judges, style)]),
    renderCached(report, style),
    ...report.decks.flatMap((deck) => [
      ...(isOne ? [] : [[style.palette.bold(toLine(deck.file))]]),
      ...renderMetricTables(deck, style),
      ...deck.judges.flatMap((judge) => renderJudge(judge, deck, style)),
    ]),
    listSkipped(report).map(style.palette.yellow),
    renderNext(report, style).flat(),
  ];
  return joinBlocks(blocks);
}

/** The deck, its scale, and the samples that were asked about. */
export function renderDeckTitle(
  deck: ReportedDeck,
  { split }: Pick<CalibrationReport, 'split'>,
  { palette }: CalibrationStyle,
): string {
  const facts = [
    `scale ${renderScale(deck.scale).replaceAll('-', '−')}, passing score ${toScoreText(deck.pass)}`,
    renderNumberOf(deck.judges[0]?.calibration.n ?? 0, `${split} sample`),
  ];
  return `${palette.bold(toLine(deck.file))}  ${facts.join(' · ')}`;
}

function renderJudge(judge: ReportedJudge, deck: ReportedDeck, style: CalibrationStyle): readonly Block[] {
  const { calibration } = judge;
  const name = style.palette.bold(toLine(calibration.target));
  if (calibration.graded === 0) return [[name, ...renderUngraded(judge, style)]];
  return [
    [name, ...renderGate(calibration, style), ...renderBaselineNote(calibration, style)],
    renderUngraded(judge, style),
    renderConfusion(calibration, style),
    ...renderGroups(calibration, style),
    ...renderSteadiness(judge, deck, style),
    renderDisagreements(calibration, deck, style),
  ];
}
