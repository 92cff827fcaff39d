import { Fault } from '../base/fault.ts';
import { getRun } from '../conversation/run/run-name.ts';
import { noCounts, type RunCounts } from '../conversation/run/run-record.ts';
import { type GradingRecord, listTestedTargets } from '../conversation/run/run-spec.ts';
import type { GradingChoice, IsExpired, RunRecord, RunState, RunStore } from '../store/port.ts';
import { hasLiveOwner } from './lease.ts';

/** A run as `runs list --json` and the API show it. `crashed`: its process died. */
export interface RunLine {
  readonly run: string;
  readonly state: RunState | 'crashed';
  readonly startedAt: string;
  readonly endedAt?: string;
  /** The process that owns the run now. */
  readonly process?: number;
  readonly host?: string;
  readonly files: readonly string[];
  readonly evals: readonly string[];
  readonly targets: readonly string[];
  readonly conversations: number;
  /** The statuses from the run itself, before any later grading. */
  readonly counts: RunCounts;
  /** The later grading that counts now, with the statuses of the conversations it graded. */
  readonly grading?: Pick<GradingRecord, 'number' | 'startedAt' | 'counts'>;
}

/** Whether a living process owns the run now. */
export function hasRunningOwner(record: RunRecord, isExpired: IsExpired): boolean {
  return record.state === 'running' && hasLiveOwner(record, isExpired);
}

export function toRunLine(record: RunRecord, isExpired: IsExpired): RunLine {
  const { id, state, startedAt, endedAt, spec, counts, grading, owner } = record;
  const isRunning = hasRunningOwner(record, isExpired);
  return {
    run: id,
    state: state === 'running' && !isRunning ? 'crashed' : state,
    startedAt,
    ...(endedAt === undefined ? {} : { endedAt }),
    ...(isRunning && owner !== undefined ? { process: owner.process, host: owner.host } : {}),
    files: spec.files.map(({ path }) => path),
    evals: [...new Set(spec.files.map(({ name }) => name))],
    targets: listTestedTargets(spec),
    conversations: spec.conversations,
    counts,
    ...(grading === undefined ? {} : { grading: toGradingLine(grading) }),
  };
}

function toGradingLine({ number, startedAt, counts }: GradingRecord): NonNullable<RunLine['grading']> {
  return { number, startedAt, counts };
}

/**
 * Whether every conversation was played or skipped. True for a run that a limit stopped, false for an interrupted one.
 */
export function hasReachedAll({ counts, spec }: Pick<RunRecord, 'counts'> & ReachedSpec): boolean {
  return countDone(counts) + counts.skipped === spec.conversations;
}

interface ReachedSpec {
  readonly spec: Pick<RunRecord['spec'], 'conversations'>;
}

/** Conversations that were played and have a status. */
export function countDone({ pass, fail, error, ungraded }: RunCounts): number {
  return pass + fail + error + ungraded;
}

/** The statuses of a run's conversations in one of its gradings. `RunRecord.counts` are the original ones. */
export async function countStatuses(
  store: Pick<RunStore, 'conversations'>,
  run: string,
  choice: GradingChoice,
): Promise<RunCounts> {
  const counts = { ...noCounts };
  for await (const { end } of store.conversations(run, choice)) if (end !== undefined) counts[end.status] += 1;
  return counts;
}

/** The run that `--resume` or `--retry-errors` refers to. */
export function getRunToResume(
  runs: Pick<RunStore, 'find' | 'list'>,
  { resume, retryErrors }: { readonly resume?: string | true | undefined; readonly retryErrors?: boolean | undefined },
): Promise<RunRecord> {
  if (typeof resume === 'string') return getRun(runs, resume);
  return retryErrors === true ? getRun(runs, 'last') : getUnfinishedRun(runs);
}

/**
 * The newest run that is not completed. A run that a limit stopped counts only if it is the newest of all. Older ones
 * were meant to stop at their limit, and you resume them by id.
 */
async function getUnfinishedRun(store: Pick<RunStore, 'list'>): Promise<RunRecord> {
  const recent = await store.list({ limit: 1_000 });
  const found = recent.find(
    (run, age) => run.state !== 'completed' && run.spec.imported === undefined && (age === 0 || !hasReachedAll(run)),
  );
  if (found !== undefined) return found;
  const message = 'There is nothing to resume: every run in the database is completed.';
  const hint = 'To retry the errors of a run: `turnwise run --resume <run> --retry-errors`.';
  throw new Fault({ code: 'RUN_UNKNOWN', message, hint });
}
