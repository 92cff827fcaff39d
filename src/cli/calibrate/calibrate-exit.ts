import type { Calibration } from '../../calibrate/calibration.ts';
import type { JudgeSwap } from '../../calibrate/swap-judges.ts';
import type { UngradedCause } from '../../conversation/verdict.ts';
import { toLine } from '../../report/one-line.ts';
import type { ExitCode } from '../io.ts';

/** What the command ends with, and why in a line; without a line where there is nothing to say. */
interface CalibrateExit {
  readonly code: ExitCode;
  readonly message?: string;
}

/** Of a calibration that is at its end. With --swap, the gate asks about the new judges only. */
export function toCalibrateExit(
  calibrations: readonly Calibration[],
  isGated: boolean,
  swaps?: readonly JudgeSwap[],
): CalibrateExit {
  if (isGated && swaps !== undefined) return toSwapExit(swaps, calibrations);
  const silent = calibrations.filter(({ graded }) => graded === 0);
  const silentText = renderSilent(silent, calibrations);
  if (isGated) {
    const trusted = calibrations.filter(({ gate }) => gate.state === 'trusted').length;
    if (trusted === calibrations.length) return { code: 0 };
    return {
      code: 1,
      message: `Exit code 1: ${renderStates(calibrations, trusted)}${silentText === '' ? '' : `, ${silentText}`}.`,
    };
  }
  const isWorthless = silent.length === calibrations.length || silent.some(hasFailedCalls);
  return isWorthless ? { code: 3, message: `Exit code 3: ${silentText}.` } : { code: 0 };
}

/** A swap never grants trust: a new judge has to be trusted by its own gate as well. */
function toSwapExit(swaps: readonly JudgeSwap[], calibrations: readonly Calibration[]): CalibrateExit {
  const messages = swaps.flatMap((swap) => {
    const { old, new: id, verdict } = swap;
    const [before, after] = [toLine(old), toLine(id)];
    if (verdict === 'worse') return [`${after} is worse than ${before}`];
    if (verdict === 'inconclusive') return [`cannot tell whether ${after} is worse than ${before} (inconclusive)`];
    const own = calibrations.find(({ deck, target }) => deck === swap.deck && target === id);
    const state = own?.gate.state ?? 'insufficient-labels';
    if (state === 'trusted') return [];
    return [state === 'not-trusted' ? `${after} is not trusted` : `${after} does not have enough labels`];
  });
  return messages.length === 0 ? { code: 0 } : { code: 1, message: `Exit code 1: ${messages.join(', ')}.` };
}

function renderStates(calibrations: readonly Calibration[], trusted: number): string {
  const [first, ...others] = calibrations;
  if (others.length > 0) return `${trusted} of ${calibrations.length} judges ${trusted === 1 ? 'is' : 'are'} trusted`;
  return first?.gate.state === 'insufficient-labels' ? 'there are not enough labels' : 'the judge is not trusted';
}

/** `broken graded nothing (8 provider-error)`; with the deck where there are several. */
function renderSilent(silent: readonly Calibration[], all: readonly Calibration[]): string {
  const hasDecks = new Set(all.map(({ deck }) => deck)).size > 1;
  return silent
    .map(({ deck, target, ungraded }) => {
      const name = hasDecks ? `${toLine(deck)} with ${toLine(target)}` : toLine(target);
      const causes = Object.entries(ungraded).map(([cause, count]) => `${count} ${cause}`);
      return `${name} graded nothing${causes.length === 0 ? '' : ` (${causes.join(', ')})`}`;
    })
    .join(', ');
}

const failedCalls: readonly UngradedCause[] = ['provider-error', 'timeout', 'no-judge'];

/** The world failed, and not the judge: it could not answer. */
function hasFailedCalls({ ungraded }: Calibration): boolean {
  return failedCalls.some((cause) => (ungraded[cause] ?? 0) > 0);
}
