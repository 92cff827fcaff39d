import type { Calibration, Gate } from '../../calibrate/calibration.ts';
import { findReason } from '../../calibrate/gate.ts';

export interface GateReason {
  readonly state: Gate['figures'][number]['state'];
  readonly sentence: string;
}

/**
 * The reasons of a gate, each with whether it speaks against the judge or leaves it open. What speaks of no figure stands
 * before the figures when it is missed, and behind them when it is open.
 */
export function listGateReasons(calibration: Calibration): readonly GateReason[] {
  const { reasons, figures, state } = calibration.gate;
  const ofFigures = new Map(
    figures.map((bounded) => [findReason(bounded.figure, calibration[bounded.figure], bounded.limit), bounded.state]),
  );
  const first = reasons.findIndex((reason) => ofFigures.has(reason));
  const isBefore = (index: number) => (first === -1 ? state === 'not-trusted' : index < first);
  return reasons.map((sentence, index) => ({
    state: ofFigures.get(sentence) ?? (isBefore(index) ? 'missed' : 'inconclusive'),
    sentence,
  }));
}
