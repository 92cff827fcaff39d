import { renderSum, renderUsd } from '../metrics.ts';
import type { RunMetrics, SimulatedMetrics } from '../run-metrics.ts';
import { renderJudgeNote } from './judge-note.ts';
import { renderRateLimitNote } from './rate-limit-note.ts';

/** What judges and simulated users did and cost besides the targets, and what their calls met. */
export function renderCallNotes({ variants, simulated }: RunMetrics): readonly string[] {
  const cached = variants.reduce((sum, row) => sum + row.cachedCalls, 0);
  const calls = variants.reduce((sum, row) => sum + row.calls, 0);
  return [
    ...(simulated === undefined ? [] : [renderSimulated(simulated)]),
    ...renderJudgeNote(variants),
    ...renderRateLimitNote(variants),
    ...(cached > 0 && cached < calls ? ['Latency excludes replies from the cache.'] : []),
  ];
}

/** Simulated users are reported separately: their failures are not the target's. */
function renderSimulated({ ends, costUsd }: SimulatedMetrics): string {
  const counts = Object.entries(ends).map(([end, count]) => `${end} ${count}`);
  const isFree = (costUsd.total ?? 0) === 0 && costUsd.unknownCalls === 0;
  const cost = isFree ? '' : ` The simulated user cost ${renderSum(costUsd, renderUsd)}.`;
  return `Simulated conversations ended by: ${counts.join(', ')}.${cost}`;
}
