import { quoteValue } from '../../base/explain-issue.ts';
import { suggestFrom } from '../../base/nearest.ts';
import { gateNames } from '../../conversation/judge/gate-names.ts';
import type { MetricName } from '../../statistics/metric-table.ts';

/** What holds for a deck without `gate`: pass and fail are what a run counts. */
const defaultThresholds: Readonly<Partial<Record<MetricName, number>>> = { tpr: 0.8, tnr: 0.8 };

/** A gate without a threshold would trust any judge. */
export function toHeldThresholds(gate: Readonly<Record<string, number>> = {}): Readonly<Record<string, number>> {
  return Object.keys(gate).length === 0 ? defaultThresholds : gate;
}

/** The thresholds that decide a gate. Throws a RangeError for those that `listGateFaults` refuses. */
export function toThresholds(
  thresholds: Readonly<Record<string, number>> = {},
): Readonly<Partial<Record<MetricName, number>>> {
  if (Object.keys(thresholds).length === 0) return defaultThresholds;
  const [fault] = listGateFaults(thresholds);
  if (fault !== undefined) throw new RangeError(`${fault.message} ${fault.hint}`);
  return thresholds;
}

/** The error message for an invalid threshold. */
interface GateFault {
  /** Key of the gate. Empty: the gate as a whole. */
  readonly key: string;
  readonly message: string;
  readonly hint: string;
}

const example = 'Write thresholds such as {tnr: 0.8, tpr: 0.8, kappa: 0.6}.';

/** What is wrong with thresholds; none if they can be used. */
export function listGateFaults(gate: Readonly<Record<string, unknown>>): readonly GateFault[] {
  const entries = Object.entries(gate);
  if (entries.length === 0) {
    return [{ key: '', message: 'The gate has no threshold, so it would trust any judge.', hint: example }];
  }
  return entries.flatMap(([key, threshold]) => findFault(key, threshold) ?? []);
}

function findFault(key: string, threshold: unknown): GateFault | undefined {
  const known: readonly string[] = gateNames;
  if (!known.includes(key)) {
    return { key, message: `Unknown gate metric "${key}".`, hint: suggestFrom(key, known) };
  }
  if (typeof threshold === 'number' && threshold >= 0 && threshold <= 1) return undefined;
  return {
    key,
    message: `The threshold of ${key} must be from 0 to 1, got ${typeof threshold === 'number' ? threshold : quoteValue(threshold)}.`,
    hint: example,
  };
}
