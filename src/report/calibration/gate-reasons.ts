import type { Calibration, Gate } from '../../calibrate/calibration.ts';

export interface GateReason {
  readonly state: Gate['metrics'][number]['state'];
  readonly sentence: string;
}

/**
 * The reasons of a gate, each with whether it speaks against the judge or leaves it inconclusive. What is not about a
 * metric comes before the metrics when it is missed, and after them when it is inconclusive.
 */
export function listGateReasons(calibration: Calibration): readonly GateReason[] {
  const { reasons, metrics, state } = calibration.gate;
  const ofMetrics = new Map(metrics.map(({ why, state: own }) => [why, own]));
  const first = reasons.findIndex((reason) => ofMetrics.has(reason));
  const isBefore = (index: number) => (first === -1 ? state === 'not-trusted' : index < first);
  return reasons.map((sentence, index) => ({
    state: ofMetrics.get(sentence) ?? (isBefore(index) ? 'missed' : 'inconclusive'),
    sentence,
  }));
}
