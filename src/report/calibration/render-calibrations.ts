import { renderNumberOf } from '../../base/number-of.ts';
import { wrap } from '../../base/wrap.ts';
import type { Calibration } from '../../calibrate/calibration.ts';
import { renderScale } from '../../conversation/scale.ts';
import { toLine } from '../one-line.ts';
import { renderBaselineNote } from './baseline-note.ts';
import type { CalibrationReport, CalibrationStyle, ReportedDeck } from './calibration-report.ts';
import { toNextStep } from './next-step.ts';
import { renderConfusion } from './render-confusion.ts';
import { renderDisagreements } from './render-disagreements.ts';
import { renderFigureTables } from './render-figure-table.ts';
import { renderGate } from './render-gate.ts';
import { renderGroups } from './render-groups.ts';
import { renderSteadiness } from './render-steadiness.ts';
import { renderScore } from './render-title.ts';
import { renderUngraded } from './render-ungraded.ts';

type Block = readonly string[];

/** What a calibration came to: per deck the figures of all judges side by side, then each judge, then what to do next. */
export function renderCalibrations(report: CalibrationReport, style: CalibrationStyle): string {
  const blocks = [
    ...report.decks.flatMap((deck) => renderDeck(deck, report, style)),
    renderSkipped(report, style),
    renderNext(report, style),
  ];
  return blocks
    .filter((lines) => lines.length > 0)
    .map((lines) => `${lines.join('\n')}\n`)
    .join('\n');
}

function renderDeck(deck: ReportedDeck, { split }: CalibrationReport, style: CalibrationStyle): readonly Block[] {
  const [first] = deck.calibrations;
  const facts = [
    `scale ${renderScale(deck.scale).replaceAll('-', '−')}, passes from ${renderScore(deck.pass)}`,
    `${renderNumberOf(first?.n ?? 0, 'sample')} of split ${split}`,
    ...(split === 'test' ? [`look ${deck.looks} at the test samples`] : []),
  ];
  const title = `${style.palette.bold(toLine(deck.file))}  ${facts.join(' · ')}`;
  return [
    [title],
    ...renderFigureTables(deck, style),
    ...deck.calibrations.flatMap((calibration) => renderJudge(calibration, deck, style)),
  ];
}

function renderJudge(calibration: Calibration, deck: ReportedDeck, style: CalibrationStyle): readonly Block[] {
  return [
    [...renderGate(calibration, style), ...renderBaselineNote(calibration, style)],
    renderUngraded(calibration, style),
    renderConfusion(calibration, style),
    ...renderGroups(calibration, style),
    renderSteadiness(calibration, style),
    renderDisagreements(calibration, deck, style),
  ];
}

function renderSkipped({ skipped }: CalibrationReport, { palette }: CalibrationStyle): Block {
  if (skipped === 0) return [];
  const what = `${renderNumberOf(skipped, 'sample')} could not be used and ${skipped === 1 ? 'was' : 'were'} skipped`;
  return [palette.yellow(`${what}: --json lists why, --strict refuses them.`)];
}

function renderNext(report: CalibrationReport, { width }: CalibrationStyle): Block {
  const { says, command } = toNextStep(report);
  return [...wrap(says, width), ...(command === undefined ? [] : [`  ${command}`])];
}
