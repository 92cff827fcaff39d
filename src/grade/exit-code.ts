import type { RunCounts } from '../conversation/run/run-record.ts';

/** What has to hold for a run to count as good. */
export interface ExitRule {
  /** Least share of passes among passes and fails. */
  readonly threshold: number;
  /** Most conversations that may be in error or ungraded. */
  readonly allowUngraded: number;
}

/**
 * 0: good. 1: the pass rate is below the threshold. 3: too many errors or ungraded, so the rate proves nothing.
 *
 * Without a pass or a fail there is no rate: 0 when what there is was allowed to be ungraded, 3 when nothing was
 * played at all. Skipped conversations count for nothing.
 */
export function toExitCode(counts: RunCounts, { threshold, allowUngraded }: ExitRule): 0 | 1 | 3 {
  const decided = counts.pass + counts.fail;
  const open = counts.error + counts.ungraded;
  if (decided > 0 && counts.pass / decided < threshold) return 1;
  return open > allowUngraded || decided + open === 0 ? 3 : 0;
}
