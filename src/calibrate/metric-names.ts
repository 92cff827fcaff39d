import { gateNames } from '../conversation/judge/gate-names.ts';

const [exact, within1, ...others] = gateNames;

/** The metrics of a calibration, by the names that JSON, gates and certificates give them. Bias and distances have no bound from below. */
export const metricNames = [exact, within1, 'bias', 'mae', 'rmse', ...others] as const;
export type MetricName = (typeof metricNames)[number];

/** What holds for a deck without `gate`: pass and fail are what a run counts. */
export const defaultThresholds: Readonly<Partial<Record<MetricName, number>>> = { tpr: 0.8, tnr: 0.8 };

/** A gate without a threshold would trust anybody. */
export function toHeldThresholds(gate: Readonly<Record<string, number>> = {}): Readonly<Record<string, number>> {
  return Object.keys(gate).length === 0 ? defaultThresholds : gate;
}
