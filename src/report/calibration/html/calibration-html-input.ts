import type { CalibratedRow, Calibration } from '../../../calibrate/calibration.ts';
import type { Split } from '../../../conversation/sample.ts';

/** One judge: its metrics, and its verdict on every sample. */
export interface ReportedJudge {
  readonly calibration: Calibration;
  readonly rows: readonly CalibratedRow[];
}

/** A sample that could not be used: the entry of `skipped` in `turnwise calibrate --json`. */
export interface SkippedSample {
  readonly file: string;
  readonly line?: number;
  readonly id?: string;
  readonly reason: string;
}

/** What the page of a calibration is made of. */
export interface CalibrationHtmlInput {
  /** What was calibrated: names of decks. */
  readonly title: string;
  /** Id of the calibration, where there is one. */
  readonly id?: string;
  /** When, ISO-8601, UTC. */
  readonly at: string;
  readonly split: Split;
  /** Of Turnwise. */
  readonly version: string;
  /** What else the reader has to know: that it was stopped, that the judge saw the human scores. */
  readonly notes?: readonly string[];
  readonly judges: readonly ReportedJudge[];
  readonly skipped: readonly SkippedSample[];
}
