import type { Calibration, NeededLabels } from '../../src/calibrate/calibration.ts';
import type {
  CalibrationReport,
  CalibrationStyle,
  CommandChanges,
  ReportedDeck,
  ReportedJudge,
} from '../../src/report/calibration/calibration-report.ts';
import { renderCalibrations } from '../../src/report/calibration/render-calibrations.ts';
import { plainPalette } from '../../src/report/palette.ts';
import { makeCalibration, makeGated, metric } from './made-calibration.ts';

/** What is not as usual. */
export type ReportChanges = Partial<CalibrationReport> &
  Partial<Pick<ReportedDeck, 'keptForTest' | 'seesTurnOnly' | 'isBundled' | 'labelCommand'>>;

/** A report on judges of one deck. */
export function makeReport(judges: readonly ReportedJudge[], changes: ReportChanges = {}): CalibrationReport {
  const { keptForTest = 8, seesTurnOnly = false, isBundled = false, labelCommand, ...others } = changes;
  return {
    split: 'tune',
    decks: [
      {
        file: 'tone.deck.md',
        isBundled,
        scale: { min: -1, max: 1, step: 1 },
        pass: 1,
        seesTurnOnly,
        keptForTest,
        ownSamples: new Set(['late']),
        ...(labelCommand === undefined ? {} : { labelCommand }),
        judges,
      },
    ],
    skipped: 0,
    done: { gate: false, probe: false, allowLeak: false },
    toCommand: (options: CommandChanges) => `turnwise calibrate ${JSON.stringify(options)}`,
    ...others,
  };
}

/** As it is printed, without colors, 120 wide. */
export function renderReport(
  shown: Calibration | readonly Calibration[] | readonly ReportedJudge[],
  changes: ReportChanges = {},
  style: Partial<CalibrationStyle> = {},
) {
  const list = 'target' in shown ? [shown] : shown;
  const judges = list.map((one) => ('calibration' in one ? one : { calibration: one, rows: [] }));
  return renderCalibrations(makeReport(judges, changes), {
    palette: plainPalette,
    width: 120,
    verbose: true,
    ...style,
  });
}

const { gate } = makeCalibration();

const inconclusive = 'TNR 0.90 (95% CI 0.70–0.97, n=14) is not enough evidence for 0.80 or more.';

export const neededOfTnr: NeededLabels = {
  metric: 'tnr',
  class: 'fail',
  labels: { fewest: 12, likely: 40 },
  chance: { fewest: 0.3, likely: 0.8 },
  outlook: 'met',
  summary: 'TNR needs 12 to 40.',
};

/** A judge whose TNR is inconclusive, with what would decide it. */
export function makeInconclusive(needed: Partial<NeededLabels> = {}, changes: Partial<Calibration> = {}): Calibration {
  return makeCalibration({
    tnr: metric(0.9, { low: 0.7, high: 0.97, n: 14 }),
    gate: {
      ...gate,
      state: 'insufficient-labels',
      reasons: [inconclusive],
      metrics: [makeGated('tnr', { state: 'inconclusive', eValue: 2, why: inconclusive })],
      needed: [{ ...neededOfTnr, ...needed }],
    },
    ...changes,
  });
}

/** A judge that lets too much pass. */
export const lenient = makeCalibration({
  target: 'nice',
  tnr: metric(0, { low: 0, high: 0.3, n: 9 }),
  gate: {
    ...gate,
    state: 'not-trusted',
    reasons: ['TNR 0.00 (95% CI 0.00–0.30, n=9) is below 0.80.'],
    metrics: [
      makeGated('tnr', { state: 'missed', eValue: 0.1, why: 'TNR 0.00 (95% CI 0.00–0.30, n=9) is below 0.80.' }),
    ],
  },
});
