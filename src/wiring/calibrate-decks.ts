import { definedOnly } from '../base/defined-only.ts';
import { Fault } from '../base/fault.ts';
import { type CalibrationJson, type JudgeSwapJson, toCalibrationJson, toSwapJson } from '../calibrate/metric-json.ts';
import type { SkippedSample } from '../files/samples/samples-reading.ts';
import { findUnreachableFault } from '../job/breaker.ts';
import { checkOptionNames } from '../job/option-names.ts';
import { openCalibrateSession } from '../jobs/calibrate/job.ts';
import { type CalibrateDecksOptions, calibrateDecksOptionNames, findSwapFault } from '../jobs/calibrate/options.ts';
import { assembleCalibrations } from '../judges/assemble-calibrations.ts';
import { listSwaps } from '../judges/judge-swaps.ts';

/** What became of a calibration. */
export interface CalibratedDecks {
  readonly id: string;
  /** `stopped`: the signal or a bound ended it; the metrics stand on what was answered. Call it again to go on. */
  readonly state: 'completed' | 'stopped';
  /** Every deck with every judge. */
  readonly calibrations: readonly CalibrationJson[];
  /** With the option `swap`, and only at the end: each new judge beside the old one. */
  readonly swap?: readonly JudgeSwapJson[];
  /** Samples that could not be used, and why. */
  readonly skipped: readonly SkippedSample[];
}

/**
 * Asks judges about conversations that people have scored, and sets them against each other. A mistake in files or
 * options is a `Fault`. No certificate is written.
 *
 * @example const { calibrations } = await calibrateDecks(['tone.deck.md'], { judges: ['gpt-judge'] });
 */
export async function calibrateDecks(
  decks: readonly string[],
  options: CalibrateDecksOptions = {},
): Promise<CalibratedDecks> {
  checkOptionNames('calibrateDecks', options, calibrateDecksOptionNames);
  const wrong = findSwapFault(options);
  if (wrong !== undefined) throw new Fault({ code: 'LIBRARY_USAGE', ...wrong });
  const session = await openCalibrateSession({ ...options, decks });
  const stop = () => session.control.drain();
  options.signal?.addEventListener('abort', stop);
  if (options.signal?.aborted === true) stop();
  try {
    const { id, state } = await session.calibrate({});
    const unreachable = state === 'stopped' ? findUnreachableFault(session.control) : undefined;
    if (unreachable !== undefined) throw unreachable;
    const assembled = await assembleCalibrations(session, id);
    const { swap: ids } = options;
    const swap =
      ids === undefined || state === 'stopped' ? undefined : listSwaps(session, assembled, ids).map(toSwapJson);
    const calibrations = assembled.map(({ calibration }) => toCalibrationJson(calibration));
    return { id, state, calibrations, ...definedOnly({ swap }), skipped: session.skipped };
  } finally {
    options.signal?.removeEventListener('abort', stop);
    await session.close();
  }
}
