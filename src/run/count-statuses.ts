import { noCounts, type RunCounts } from '../conversation/run/run-record.ts';
import type { GradingChoice, RunStore } from '../store/port.ts';

/** How the conversations of a run that have ended stand by one of its gradings. `RunRecord.counts` are as played. */
export async function countStatuses(
  store: Pick<RunStore, 'conversations'>,
  run: string,
  choice: GradingChoice,
): Promise<RunCounts> {
  const counts = { ...noCounts };
  for await (const { end } of store.conversations(run, choice)) if (end !== undefined) counts[end.status] += 1;
  return counts;
}
