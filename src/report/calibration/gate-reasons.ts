import type { Calibration, Gate } from '../../calibrate/calibration.ts';

export interface GateReason {
  readonly state: Gate['figures'][number]['state'];
  readonly sentence: string;
}

/**
 * The reasons of a gate, each with whether it speaks against the judge or leaves it inconclusive. What is not about a
 * metric comes before the metrics when it is missed, and after them when it is inconclusive.
 */
export function listGateReasons(calibration: Calibration): readonly GateReason[] {
  const { reasons, figures, state } = calibration.gate;
  const ofFigures = new Map(figures.map(({ says, state: own }) => [says, own]));
  const first = reasons.findIndex((reason) => ofFigures.has(reason));
  const isBefore = (index: number) => (first === -1 ? state === 'not-trusted' : index < first);
  return reasons.map((sentence, index) => ({
    state: ofFigures.get(sentence) ?? (isBefore(index) ? 'missed' : 'inconclusive'),
    sentence,
  }));
}
