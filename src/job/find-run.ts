import { Fault } from '../base/fault.ts';
import { getRun } from '../conversation/run/run-name.ts';
import type { RunRecord, RunStore } from '../store/port.ts';
import { hasReachedAll } from './run-line.ts';

/** The run that `--resume` or `--retry-errors` means. */
export function getRunToResume(
  runs: Pick<RunStore, 'find' | 'list'>,
  { resume, retryErrors }: { readonly resume?: string | true | undefined; readonly retryErrors?: boolean | undefined },
): Promise<RunRecord> {
  if (typeof resume === 'string') return getRun(runs, resume);
  return retryErrors === true ? getRun(runs, 'last') : getUnfinishedRun(runs);
}

/**
 * The newest run that is not completed. A run that a limit stopped counts only while it is the newest of all: older ones
 * were meant to end there, and are resumed by their id.
 */
async function getUnfinishedRun(store: Pick<RunStore, 'list'>): Promise<RunRecord> {
  const recent = await store.list({ limit: 1_000 });
  const found = recent.find((run, age) => run.state !== 'completed' && (age === 0 || !hasReachedAll(run)));
  if (found !== undefined) return found;
  const message = 'There is nothing to resume: every run in the database is completed.';
  const hint = 'To retry the errors of a run: `turnwise run --resume <run> --retry-errors`.';
  throw new Fault({ code: 'RUN_UNKNOWN', message, hint });
}
