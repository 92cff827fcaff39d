import type { CaseError, ConversationName } from '../conversation/run/run-record.ts';
import type { CaseStatus, Verdict } from '../conversation/verdict.ts';
import type { RunMetrics } from './run-metrics.ts';

/** A conversation in one line. */
export interface CaseLine extends ConversationName {
  /** File of the run's spec, and place of the case in it: the order in which cases are listed. */
  readonly file: number;
  readonly position: number;
  readonly status: CaseStatus;
  /** If the case failed: its first failed verdict. If it is ungraded: the first verdict that could not be given. */
  readonly verdict?: Verdict;
  readonly error?: CaseError;
  /** Why it was skipped. */
  readonly reason?: string;
}

/** A case that failed or broke in one variant, with the first reason. */
export interface FailedCase extends CaseLine {
  /** How its plays ended; absent when it was played once. */
  readonly plays?: { readonly fail: number; readonly error: number; readonly of: number };
}

/** What is said about a run when it has ended: its metrics, and the first cases that failed or broke. */
export interface RunSummary {
  readonly metrics: RunMetrics;
  /** In the order of the files, a case once in a variant; at most `listedCases`. */
  readonly failed: readonly FailedCase[];
  /** How many there are in all. */
  readonly failedCount: number;
  /** Conversations of the run that are not at their end, because you stopped it or it is still running. Absent: none. */
  readonly unfinished?: number;
}

export const listedCases = 10;
