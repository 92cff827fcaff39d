import { renderNumberOf } from '../../base/number-of.ts';
import { wrap } from '../../base/wrap.ts';
import { renderScale } from '../../conversation/scale.ts';
import { toScoreText } from '../../format/score-text.ts';
import { joinBlocks } from '../fit-lines.ts';
import { toLine } from '../one-line.ts';
import { renderCacheNote } from '../summary/cache-note.ts';
import { renderBaselineNote } from './baseline-note.ts';
import type { CalibrationReport, CalibrationStyle, ReportedDeck, ReportedJudge } from './calibration-report.ts';
import { listNextSteps } from './next-step.ts';
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
    renderCached(report, style),
    ...report.decks.flatMap((deck) => [[renderDeckTitle(deck, report, style)], renderVerdictLines(deck.judges, style)]),
    ...report.decks.flatMap((deck) => [
      ...(isOne ? [] : [[style.palette.bold(toLine(deck.file))]]),
      ...renderMetricTables(deck, style),
      ...deck.judges.flatMap((judge) => renderJudge(judge, deck, style)),
    ]),
    renderSkipped(report, style),
    renderNext(report, style),
  ];
  return joinBlocks(blocks);
}

/** First of all: cached answers are not what the judge answers now. */
export function renderCached({ answers }: CalibrationReport, { width }: CalibrationStyle): Block {
  const note = answers && renderCacheNote([{ noun: 'answers', ...answers }]);
  return note === undefined ? [] : wrap(note, width);
}

/** The deck, its scale, and the samples that were asked about. */
export function renderDeckTitle(
  deck: ReportedDeck,
  { split }: Pick<CalibrationReport, 'split'>,
  { palette }: CalibrationStyle,
): string {
  const facts = [
    `scale ${renderScale(deck.scale).replaceAll('-', '−')}, passes from ${toScoreText(deck.pass)}`,
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

export function renderSkipped({ skipped }: CalibrationReport, { palette }: CalibrationStyle): Block {
  if (skipped === 0) return [];
  const what = `${renderNumberOf(skipped, 'sample')} could not be used and ${skipped === 1 ? 'was' : 'were'} skipped`;
  return [palette.yellow(`${what}. --json lists the reasons, --strict refuses them.`)];
}

export function renderNext(report: CalibrationReport, { width }: CalibrationStyle): Block {
  return listNextSteps(report).flatMap(({ says, command }) => [
    ...wrap(says, width),
    ...(command === undefined ? [] : [`  ${command}`]),
  ]);
}
