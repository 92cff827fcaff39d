import type { RunCounts } from '../conversation/run-record.ts';
import type { RunRecord, RunState } from '../store/port.ts';

/** A run as `runs list --json` and the API show it. `stopped`: whoever played it is gone without a word. */
export interface RunLine {
  readonly run: string;
  readonly state: RunState | 'stopped';
  readonly startedAt: string;
  readonly endedAt?: string;
  /** Who plays it now. */
  readonly process?: number;
  readonly host?: string;
  readonly files: readonly string[];
  readonly datasets: readonly string[];
  readonly targets: readonly string[];
  readonly conversations: number;
  readonly counts: RunCounts;
}

type IsGone = (holder: NonNullable<RunRecord['holder']>, beatAt: string) => boolean;

/** Whether somebody plays the run now. */
export function isPlayed({ state, holder, beatAt }: RunRecord, isGone: IsGone): boolean {
  return state === 'running' && holder !== undefined && !isGone(holder, beatAt ?? holder.since);
}

export function toRunLine(record: RunRecord, isGone: IsGone): RunLine {
  const { id, state, startedAt, endedAt, spec, counts, holder } = record;
  const isHeld = isPlayed(record, isGone);
  return {
    run: id,
    state: state === 'running' && !isHeld ? 'stopped' : state,
    startedAt,
    ...(endedAt === undefined ? {} : { endedAt }),
    ...(isHeld && holder !== undefined ? { process: holder.process, host: holder.host } : {}),
    files: spec.files.map(({ path }) => path),
    datasets: [...new Set(spec.files.map(({ dataset }) => dataset))],
    targets: [...new Set(spec.targets.map(({ spec: { id: target } }) => target))],
    conversations: spec.conversations,
    counts,
  };
}

/** Conversations that were played to their end, good or bad. */
export function countDone({ pass, fail, error, ungraded }: RunCounts): number {
  return pass + fail + error + ungraded;
}
