import { definedOnly } from '../base/defined-only.ts';
import { type CalibrationJson, type JudgeSwapJson, toCalibrationJson, toSwapJson } from '../calibrate/metric-json.ts';
import type { SkippedSample } from '../files/samples/sample-flaw.ts';
import { findUnreachableFault } from '../job/breaker.ts';
import { checkOptions } from '../job/option-list.ts';
import { type CalibrateDecksOptions, calibrateOptions } from '../jobs/calibrate/options.ts';
import { assembleCalibrations } from '../judges/assemble-calibrations.ts';
import { listSwaps } from '../judges/judge-swaps.ts';
import { openCalibrateJob } from './open-jobs.ts';
import { stopOnAbort } from './run-eval.ts';

/** The result of a calibration. */
export interface CalibratedDecks {
  readonly id: string;
  /** `stopped`: the signal or a limit stopped it, and metrics cover only what was answered. Call it again to resume. */
  readonly state: 'completed' | 'stopped';
  /** Every deck with every judge. */
  readonly calibrations: readonly CalibrationJson[];
  /** With the option `swap`, once completed: each new judge compared with the old one. */
  readonly swap?: readonly JudgeSwapJson[];
  /** Samples that could not be used, and why. */
  readonly skipped: readonly SkippedSample[];
}

/**
 * Asks judges about conversations that people scored, and compares the scores. A mistake in files or options is a
 * `Fault`. No certificate is written.
 *
 * @example const { calibrations } = await calibrateDecks(['tone.deck.md'], { judges: ['gpt-judge'] });
 */
export async function calibrateDecks(
  decks: readonly string[],
  options: CalibrateDecksOptions = {},
): Promise<CalibratedDecks> {
  checkOptions('calibrateDecks', options, calibrateOptions);
  const job = await openCalibrateJob(decks, options);
  const release = stopOnAbort(job.control, options.signal);
  try {
    const { id, state } = await job.run({});
    const unreachable = state === 'stopped' ? findUnreachableFault(job.control) : undefined;
    if (unreachable !== undefined) throw unreachable;
    const assembled = await assembleCalibrations(job, id);
    const { swap: ids } = options;
    const swaps = ids === undefined || state === 'stopped' ? undefined : listSwaps(job, assembled, ids);
    const calibrations = assembled.map(({ calibration }) => toCalibrationJson(calibration));
    return { id, state, calibrations, ...definedOnly({ swap: swaps?.map(toSwapJson) }), skipped: job.skipped };
  } finally {
    release();
    await job.close();
  }
}
