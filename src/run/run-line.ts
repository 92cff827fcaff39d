import type { RunCounts } from '../conversation/run/run-record.ts';
import { type GradingRecord, listTestedTargets } from '../conversation/run/run-spec.ts';
import type { IsGone, RunRecord, RunState } from '../store/port.ts';
import { isHeld } from './holder.ts';

/** A run as `runs list --json` and the API show it. `crashed`: its process died. */
export interface RunLine {
  readonly run: string;
  readonly state: RunState | 'crashed';
  readonly startedAt: string;
  readonly endedAt?: string;
  /** The process that owns it now. */
  readonly process?: number;
  readonly host?: string;
  readonly files: readonly string[];
  readonly evals: readonly string[];
  readonly targets: readonly string[];
  readonly conversations: number;
  /** As played. */
  readonly counts: RunCounts;
  /** The grading that counts now, when that is a later one, and the conversations that it graded. */
  readonly grading?: Pick<GradingRecord, 'number' | 'startedAt' | 'counts'>;
}

/** Whether a living process owns the run now. */
export function isPlayed(record: RunRecord, isGone: IsGone): boolean {
  return record.state === 'running' && isHeld(record, isGone);
}

export function toRunLine(record: RunRecord, isGone: IsGone): RunLine {
  const { id, state, startedAt, endedAt, spec, counts, grading, holder } = record;
  const isRunning = isPlayed(record, isGone);
  return {
    run: id,
    state: state === 'running' && !isRunning ? 'crashed' : state,
    startedAt,
    ...(endedAt === undefined ? {} : { endedAt }),
    ...(isRunning && holder !== undefined ? { process: holder.process, host: holder.host } : {}),
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

/** Whether every conversation was played or skipped. A run that a limit stopped has; one that was interrupted has not. */
export function hasReachedAll({ counts, spec }: Pick<RunRecord, 'counts'> & ReachedSpec): boolean {
  return countDone(counts) + counts.skipped === spec.conversations;
}

interface ReachedSpec {
  readonly spec: Pick<RunRecord['spec'], 'conversations'>;
}

/** Conversations that were played to their end, good or bad. */
export function countDone({ pass, fail, error, ungraded }: RunCounts): number {
  return pass + fail + error + ungraded;
}
