import { definedOnly } from '../../base/defined-only.ts';
import { toCalibrationJson, toSwapJson } from '../../calibrate/metric-json.ts';
import type { JudgeSwap } from '../../calibrate/swap-judges.ts';
import { seesLastExchangeOnly } from '../../conversation/judge/deck.ts';
import { isRubricDeck } from '../../grade/judge/outcome-deck.ts';
import type { CalibrateEnd, CalibrateJob } from '../../jobs/calibrate/job.ts';
import type { JudgeCalibration } from '../../judges/assemble-calibrations.ts';
import type { CalibrationReport, RequestedLabels } from '../../report/calibration/calibration-report.ts';
import { renderCalibrations } from '../../report/calibration/render-calibrations.ts';
import { renderSwaps } from '../../report/calibration/render-swap.ts';
import { renderLabelCommand } from '../curation/label/label-command.ts';
import { findOutWidth, type Io } from '../io.ts';
import { toPalette } from '../paint.ts';
import type { CalibrateCommand } from './calibrate-command.ts';
import { renderCommand } from './calibrate-usage.ts';
import type { LabelRequests } from './file-labels.ts';
import { toCostUsd } from './render-judging.ts';

/** The result of a calibration, for every way to print it. */
export interface CalibrationResult extends CalibrateEnd {
  readonly job: CalibrateJob;
  readonly calibrations: readonly JudgeCalibration[];
  /** With --swap: each new judge compared with the old one. */
  readonly swaps?: readonly JudgeSwap[];
}

/** The labels that were requested, and their dataset. */
export interface LabelRequestReport extends RequestedLabels {
  readonly dataset: string;
  readonly requests: LabelRequests;
}

/**
 * Prints the result as JSON. The metrics of a stopped calibration cover only the answers so far, so its state is
 * printed.
 */
export function printCalibrationsJson(
  { id, state, job, calibrations, swaps }: CalibrationResult,
  io: Io,
  filed?: LabelRequestReport,
): void {
  const { spec, skipped } = job;
  const json = {
    id,
    ...(state === 'stopped' ? { state } : {}),
    split: spec.split,
    calls: job.cost.calls,
    costUsd: toCostUsd(job.cost),
    calibrations: calibrations.map(({ judge, calibration }) => ({
      ...toCalibrationJson(calibration),
      ...definedOnly({ labelRequest: toLabelRequest(judge, job, filed) }),
    })),
    ...definedOnly({ swap: swaps?.map(toSwapJson) }),
    skipped,
  };
  io.out(`${JSON.stringify(json, null, 2)}\n`);
}

/** If nothing was drawn, the seed is null. */
function toLabelRequest(
  judge: JudgeCalibration['judge'],
  { decks }: Pick<CalibrateJob, 'decks'>,
  filed: LabelRequestReport | undefined,
) {
  const request = filed?.requests.get(judge);
  if (filed === undefined || request === undefined) return undefined;
  const { seed, drawn, population, waiting, wanted, missing } = request;
  const file = decks.find(({ name }) => name === judge.deck)?.deck.file ?? judge.deck;
  return {
    dataset: filed.dataset,
    seed: drawn === 0 ? null : seed,
    drawn,
    population,
    waiting,
    wanted,
    missing,
    command: filed.toCommand(file),
  };
}

interface PrintTools {
  readonly command: CalibrateCommand;
  readonly io: Io;
  /** The requested labels, if any. */
  readonly requested?: RequestedLabels | undefined;
}

/** The width of tables in a pipe, where the real width is unknown. */
const widestPipe = 120;

/** Prints the report as text. */
export function printCalibrations(result: CalibrationResult, { command, io, requested }: PrintTools): void {
  const style = {
    palette: toPalette(io.color.out),
    width: Math.min(findOutWidth(io), widestPipe),
    verbose: command.verbose === true,
    everyMetric: command.verbose === true,
    hasPage: command.html !== undefined,
  };
  const report = toReport(result, command, requested);
  const { swaps } = result;
  if (swaps !== undefined) io.out(renderSwaps(swaps, report, style));
  if (swaps !== undefined && command.verbose === true) io.out('\n');
  if (swaps === undefined || command.verbose === true) io.out(renderCalibrations(report, style));
}

function toReport(
  { job, calibrations }: CalibrationResult,
  command: CalibrateCommand,
  requested: RequestedLabels | undefined,
): CalibrationReport {
  const hasJudge = ({ name }: { readonly name: string }) => calibrations.some(({ judge }) => judge.deck === name);
  return {
    split: job.spec.split,
    decks: job.decks.filter(hasJudge).map(({ deck, name, sources, keptForTest, unscoredIn }) => ({
      file: deck.file,
      isBundled: isRubricDeck(deck),
      scale: deck.scale,
      pass: deck.pass,
      seesTurnOnly: deck.sees === 'turn' || seesLastExchangeOnly(deck),
      keptForTest,
      ownSamples: new Set(sources.includes('deck') ? deck.samples.map(({ id }) => id) : []),
      ...(unscoredIn === undefined
        ? {}
        : {
            labelCommand: renderLabelCommand({
              source: unscoredIn,
              deck: deck.file,
              db: command.db,
            }),
          }),
      judges: calibrations.filter(({ judge }) => judge.deck === name),
    })),
    answers: { of: job.cost.answers, cached: job.cost.cached },
    skipped: job.skipped.length,
    done: {
      gate: command.gate === true,
      probe: command.probe === true,
      allowLeak: command.allowLeak === true,
      ...definedOnly({ requested }),
    },
    toCommand: (changes) => renderCommand(command, changes),
  };
}
