import type { Calibration } from '../../calibrate/calibration.ts';
import type { ExitCode } from '../io.ts';

/** What the command ends with, and why in a line; without a line where there is nothing to say. */
export interface CalibrateExit {
  readonly code: ExitCode;
  readonly says?: string;
}

/** Of a calibration that is at its end. */
export function toCalibrateExit(calibrations: readonly Calibration[], isGated: boolean): CalibrateExit {
  const isSilent = calibrations.every(({ graded }) => graded === 0);
  if (isSilent && (!isGated || calibrations.every(hasOnlyFailedCalls))) {
    return { code: 3, says: 'Exit code 3: nothing could be graded.' };
  }
  if (!isGated) return { code: 0 };
  const trusted = calibrations.filter(({ gate }) => gate.state === 'trusted').length;
  if (trusted === calibrations.length) return { code: 0 };
  return { code: 1, says: `Exit code 1: ${renderStates(calibrations, trusted)}.` };
}

function renderStates(calibrations: readonly Calibration[], trusted: number): string {
  const [first, ...others] = calibrations;
  if (others.length > 0) return `${trusted} of ${calibrations.length} judges ${trusted === 1 ? 'is' : 'are'} trusted`;
  return first?.gate.state === 'not enough labels' ? 'there are not enough labels' : 'the judge is not trusted';
}

/** The world failed, and not the judge: it never answered. */
function hasOnlyFailedCalls({ ungraded }: Calibration): boolean {
  return Object.keys(ungraded).every((cause) => cause === 'provider-error' || cause === 'timeout');
}
