import type { Calibration } from '../calibrate/calibration.ts';
import type { SkippedSample } from '../files/samples/samples-reading.ts';
import { findUnreachableFault } from '../run/breaking.ts';
import { assembleCalibrations } from './assemble-calibrations.ts';
import { type CalibrateDecksOptions, calibrateDecksOptionNames } from './calibrate-request.ts';
import { openCalibrateSession } from './calibrate-session.ts';
import { checkOptionNames } from './check-option-names.ts';

/** What became of a calibration. */
export interface CalibratedDecks {
  readonly id: string;
  /** `stopped`: the signal or a bound ended it; the figures stand on what was answered. Call it again to go on. */
  readonly state: 'ended' | 'stopped';
  /** Every deck with every model. */
  readonly calibrations: readonly Calibration[];
  /** Samples that could not be used, and why. */
  readonly skipped: readonly SkippedSample[];
}

/**
 * Asks judges about conversations that people have scored, and sets them against each other. A mistake in files or
 * options is a `Fault`. No certificate is written.
 *
 * @example const { calibrations } = await calibrateDecks(['tone.deck.md'], { models: ['gpt-judge'] });
 */
export async function calibrateDecks(
  decks: readonly string[],
  options: CalibrateDecksOptions = {},
): Promise<CalibratedDecks> {
  checkOptionNames('calibrateDecks', options, calibrateDecksOptionNames);
  const session = await openCalibrateSession({ ...options, decks });
  const stop = () => session.control.drain();
  options.signal?.addEventListener('abort', stop);
  if (options.signal?.aborted === true) stop();
  try {
    const { id, state } = await session.calibrate({});
    const unreachable = state === 'stopped' ? findUnreachableFault(session.control) : undefined;
    if (unreachable !== undefined) throw unreachable;
    const assembled = await assembleCalibrations(session, id);
    return { id, state, calibrations: assembled.map(({ calibration }) => calibration), skipped: session.skipped };
  } finally {
    options.signal?.removeEventListener('abort', stop);
    await session.close();
  }
}
