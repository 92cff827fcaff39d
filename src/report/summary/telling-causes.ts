import type { CauseMetrics } from '../run-metrics.ts';
import type { FailedCase } from '../run-summary.ts';

/** The causes without those of a single broken case that is listed with the same words. */
export function listTellingCauses(
  causes: readonly CauseMetrics[],
  listed: readonly FailedCase[],
): readonly CauseMetrics[] {
  return causes.filter(({ status, cause, count }) => {
    if (status === 'ungraded') return true;
    const broken = listed.filter((line) => line.status === 'error' && line.error?.cause === cause);
    const [only] = broken;
    return broken.length !== 1 || (only?.plays?.error ?? 1) < count;
  });
}

/** Errors by cause, for a list of whole messages right above: without those of which it has every case. */
export function listUnlistedErrors(
  causes: readonly CauseMetrics[],
  listed: readonly FailedCase[],
): readonly CauseMetrics[] {
  return causes.filter(({ status, cause, count, hasOthers }) => {
    if (status !== 'error' || hasOthers) return status === 'error';
    const broken = listed.filter((line) => line.status === 'error' && line.error?.cause === cause);
    return broken.reduce((sum, { plays }) => sum + (plays?.error ?? 1), 0) < count;
  });
}
